package sizing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Quota is a vCPU quota of EC2 that the pools draw on at their maximum.
// Source: Amazon EC2 user guide, "EC2 instance type quotas"; the codes are
// those of Service Quotas.
type Quota struct {
	Code string `json:"code"` // empty when not known
	Name string `json:"name"`

	VCPUsAtMax fact.Value[int] `json:"vcpusAtMax"`

	// NewAccountDefault is in vCPUs. AWS raises it by itself with usage.
	NewAccountDefault fact.Value[int] `json:"newAccountDefault"`

	Class hardware.UsageClass `json:"purchase"`
	Pools []string            `json:"pools"` // that draw on it, sorted

	// Note says what is not known about the quota; empty when all is.
	Note string `json:"note,omitempty"`
}

// quotaRow is one quota, as AWS defines it.
type quotaRow struct {
	code, name string
	vcpus      int // default of a new account
}

// quotaClass is a group of families that share quotas.
type quotaClass struct{ onDemand, spot quotaRow }

var quotaClasses = map[string]quotaClass{
	"standard": {
		quotaRow{"L-1216C47A", "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances", 5},
		quotaRow{"L-34B43A08", "All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests", 5},
	},
	"g": {
		quotaRow{"L-DB2E81BA", "Running On-Demand G and VT instances", 0},
		quotaRow{"L-3819A6DF", "All G and VT Spot Instance Requests", 0},
	},
	"p": {
		quotaRow{"L-417A185B", "Running On-Demand P instances", 0},
		quotaRow{"L-7212CCBC", "All P4, P3 and P2 Spot Instance Requests", 0},
	},
	"p5": {
		quotaRow{"L-417A185B", "Running On-Demand P instances", 0},
		quotaRow{"L-C4BD4855", "All P5 Spot Instance Requests", 0},
	},
	"p6": {
		quotaRow{"L-417A185B", "Running On-Demand P instances", 0},
		quotaRow{"", "P6 Spot instances", 0},
	},
	"inf": {
		quotaRow{"L-1945791B", "Running On-Demand Inf instances", 0},
		quotaRow{"L-B5D1601B", "All Inf Spot Instance Requests", 0},
	},
	"trn": {
		quotaRow{"L-2C3B7624", "Running On-Demand Trn instances", 0},
		quotaRow{"L-6B0D517C", "All Trn Spot Instance Requests", 0},
	},
	"dl": {
		quotaRow{"L-6E869C2A", "Running On-Demand DL instances", 0},
		quotaRow{"L-85EED4F7", "All DL Spot Instance Requests", 0},
	},
}

// quotaClassOf returns the name of the class in quotaClasses, or empty.
func quotaClassOf(t hardware.InstanceType) string {
	family := t.Family()
	for _, prefix := range []string{"inf", "trn", "dl", "p5", "p6"} {
		if strings.HasPrefix(family, prefix) {
			return prefix
		}
	}
	letters := family[:max(0, strings.IndexAny(family, "0123456789"))]
	switch letters {
	case "p":
		return "p"
	case "g", "gr", "vt":
		return "g"
	case "a", "c", "d", "h", "i", "im", "is", "m", "r", "t", "z":
		return "standard"
	}
	return ""
}

// QuotaOf returns the quota that instances of a type draw on when they are
// bought in this way, without figures for a pool.
func QuotaOf(t hardware.InstanceType, class hardware.UsageClass) Quota {
	q := Quota{Class: class, NewAccountDefault: fact.NotKnown[int](), VCPUsAtMax: fact.NotKnown[int]()}
	group, known := quotaClasses[quotaClassOf(t)]
	switch {
	case class == hardware.CapacityBlock:
		q.Name = "Capacity Blocks of " + t.Family()
		q.Note = "a Capacity Block is bought beforehand; which quota it draws on is not known"
	case !known:
		q.Name = fmt.Sprintf("%s instances, %s", t.Family(), class)
		q.Note = "the quota of this family is not known; look it up in Service Quotas"
	default:
		row := group.onDemand
		if class == hardware.Spot {
			row = group.spot
		}
		q.Code, q.Name, q.NewAccountDefault = row.code, row.name, fact.Of(row.vcpus)
	}
	if known && class == hardware.Spot && q.Code == "" {
		q.NewAccountDefault = fact.NotKnown[int]()
		q.Note = "the code and the default of this quota are not known; look it up in Service Quotas"
	}
	return q
}

// quotasOf adds up what the pools draw on each quota at their maximum. A pool
// of several types counts with the type that has the most vCPUs.
func quotasOf(pools []*placement.Pool) []Quota {
	all := map[string]Quota{}
	for _, p := range pools {
		for key, q := range poolQuotas(p) {
			sum, seen := all[key]
			if !seen {
				all[key] = q
				continue
			}
			sum.VCPUsAtMax = fact.Sum(sum.VCPUsAtMax, q.VCPUsAtMax)
			sum.Pools = append(sum.Pools, q.Pools...)
			all[key] = sum
		}
	}
	quotas := slices.Collect(maps.Values(all))
	for i := range quotas {
		slices.Sort(quotas[i].Pools)
	}
	slices.SortFunc(quotas, func(a, b Quota) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Class, b.Class))
	})
	return quotas
}

// poolQuotas returns those of one pool, by name.
func poolQuotas(p *placement.Pool) map[string]Quota {
	all := map[string]Quota{}
	for class, instances := range purchased(p) {
		most := map[string]int{} // vCPUs of the largest type, by quota
		for _, t := range p.Types() {
			q := QuotaOf(t, class)
			q.Pools = []string{p.Title}
			most[q.Name] = max(most[q.Name], t.VCPUs)
			q.VCPUsAtMax = fact.Times(instances, fact.Of(most[q.Name]))
			all[q.Name] = q
		}
	}
	return all
}

// purchased returns how many instances a pool has at its maximum, by the way they
// are bought; classes of which it has none are left out.
func purchased(p *placement.Pool) map[hardware.UsageClass]fact.Value[int] {
	n, known := p.Size.Max.Get()
	purchase, _ := purchaseOf(p.Pool)
	if !known {
		return map[hardware.UsageClass]fact.Value[int]{cmp.Or(purchase.Class, hardware.OnDemand): fact.NotKnown[int]()}
	}
	onDemand, other := purchase.Split(n)
	split := map[hardware.UsageClass]fact.Value[int]{}
	if onDemand > 0 {
		split[hardware.OnDemand] = fact.Of(onDemand)
	}
	if other > 0 {
		split[purchase.Class] = fact.Of(other)
	}
	return split
}
