package placement

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// MaxInstances is ECS's limit of container instances in a cluster. Source:
// Amazon ECS developer guide, service quotas.
const MaxInstances = 5000

// Pool is a pool of an inventory with what its instances offer.
type Pool struct {
	*inventory.Pool

	Number int // among the pools of the view

	// Title is by what name messages speak of it; see inventory.PoolNames.
	Title     string
	ClusterID string // logical id of the cluster; empty when it is not in the inventory

	Providers []*inventory.CapacityProvider

	// Options are the instance types that the pool may start, in its order.
	Options []Option
	// Closed says that Options are all of them, and that all are in the catalogue.
	Closed bool

	Size    Sizes
	Scaling *Scaling // nil without managed scaling
	Zones   int      // availability zones, at least 1

	// Sought says that the tasks of some strategy start instances here, or may.
	Sought bool

	// Notes are what is assumed about the pool, or would keep it from working,
	// in the order in which it was found.
	Notes []string

	shared *Offer // see Smallest
}

// IsManaged reports whether the pool is of ECS Managed Instances: ECS starts
// what tasks need, the cheapest type that fits them, without a maximum.
func (p *Pool) IsManaged() bool { return p.Kind == inventory.ManagedInstances }

// Grows reports whether waiting tasks start instances.
func (p *Pool) Grows() bool { return p.Scaling != nil || p.IsManaged() }

// ManagedScaling returns whether ECS grows the pool; it is not known when a
// provider cannot be read.
func (p *Pool) ManagedScaling() fact.Answer {
	answer := fact.No
	for _, c := range p.Providers {
		status, known := c.ManagedScaling.Or("DISABLED")
		answer = answer.Or(fact.AnswerOf(status == "ENABLED"))
		if !known {
			answer = answer.Or(fact.Maybe)
		}
	}
	return answer
}

// Types returns the instance types that are known.
func (p *Pool) Types() []hardware.InstanceType {
	var types []hardware.InstanceType
	for i := range p.Options {
		if p.Options[i].Known {
			types = append(types, p.Options[i].Instance)
		}
	}
	return types
}

// Smallest returns what every instance of the pool offers at least: the least of
// each figure. Managed scaling counts with it, because EC2 may start any of the
// types. False when no type is known.
func (p *Pool) Smallest() (*Offer, bool) {
	if p.shared == nil {
		var offers []Offer
		for i := range p.Options {
			if p.Options[i].Known {
				offers = append(offers, p.Options[i].Offer)
			}
		}
		if len(offers) == 0 {
			return nil, false
		}
		least := smallest(offers)
		p.shared = &least
	}
	return p.shared, true
}

// Largest returns what the largest single task can have: of a group the least of
// each figure, as Smallest; of Managed Instances the type with the most GPUs, and
// then the most memory.
func (p *Pool) Largest() (*Offer, bool) {
	if !p.IsManaged() || len(p.Options) == 0 {
		return p.Smallest()
	}
	largest := &p.Options[0].Offer
	for i := range p.Options {
		o := &p.Options[i].Offer
		if cmp.Or(cmp.Compare(o.GPUs, largest.GPUs), cmp.Compare(o.MemoryMiB, largest.MemoryMiB)) > 0 {
			largest = o
		}
	}
	return largest, true
}

// SetType gives the pool one instance type. What the old instances kept for the
// system and for daemons is not carried over.
func (p *Pool) SetType(t hardware.InstanceType) {
	o := OfferOf(t, 0)
	p.Options = []Option{{Name: inventory.Known(t.Name), Instance: t, Known: true, Bare: o, Offer: o}}
	p.shared = nil
}

// HasGPU returns whether some instance of the pool has NVIDIA GPUs. Types that
// are not in the catalogue are judged by their family's letter.
func (p *Pool) HasGPU() fact.Answer {
	answer, others := fact.No, 0
	for _, o := range p.Options {
		name, named := o.Name.Get()
		hasGPU := o.Known && o.Instance.IsNVIDIA() || named && !o.Known && gpuFamily(name)
		switch {
		case hasGPU && !o.ByAttributes:
			return fact.Yes
		case !hasGPU:
			others++
		}
		if o.ByAttributes || !named {
			answer = fact.Maybe // EC2 starts some of those that match
		}
	}
	switch {
	case len(p.Options) > 0 && others == 0 && p.InstanceTypes.Complete():
		return fact.Yes
	case !p.Closed && len(p.Options) == 0:
		return fact.Maybe
	}
	return answer
}

// gpuFamily reports whether EC2's naming says that a type has GPUs: families g
// and p, followed by a number.
func gpuFamily(name string) bool {
	return len(name) > 1 && (name[0] == 'g' || name[0] == 'p') && name[1] >= '0' && name[1] <= '9'
}

func (p *Pool) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.Notes, text) {
		p.Notes = append(p.Notes, text)
	}
}
