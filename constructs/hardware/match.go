package hardware

import (
	"cmp"
	"path"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// Match is what [Matching] finds.
type Match struct {
	// Types may be launched, sorted by name: they meet every attribute that the
	// catalogue can judge.
	Types []InstanceType

	// Unjudged are the attributes that the catalogue cannot judge for some of
	// Types, sorted. EC2 may launch fewer types while there are any.
	Unjudged []string

	// Doubtful are the names of those of Types for which an attribute is in
	// doubt, sorted. The others meet every attribute.
	Doubtful []string
}

// Complete reports whether EC2 would find exactly Types.
func (m Match) Complete() bool { return len(m.Unjudged) == 0 }

// Matching returns the types that meet the requirements and are not retired. A
// type for which an attribute is in doubt is among them.
func Matching(r InstanceRequirements) Match {
	var m Match
	types := catalogue()
	for i := range types {
		t := &types[i]
		if t.IsRetired() {
			continue
		}
		if meets, unjudged := r.judge(t); meets {
			m.Types = append(m.Types, t.clone())
			m.Unjudged = append(m.Unjudged, unjudged...)
			if len(unjudged) > 0 {
				m.Doubtful = append(m.Doubtful, t.Name)
			}
		}
	}
	for _, name := range r.AcceleratorNames {
		if !slices.Contains(AcceleratorNames(), name) {
			m.Unjudged = append(m.Unjudged, "AcceleratorNames")
		}
	}
	slices.Sort(m.Unjudged)
	m.Unjudged = slices.Compact(m.Unjudged)
	return m
}

// judge reports whether a type may meet the requirements, and which of them are
// in doubt.
func (r *InstanceRequirements) judge(t *InstanceType) (meets bool, unjudged []string) {
	for _, a := range attributes {
		switch a.meets(r, t) {
		case fact.No:
			return false, nil
		case fact.Maybe:
			unjudged = append(unjudged, a.name)
		}
	}
	return true, unjudged
}

// attributes judge a type by one attribute each, those first that rule out most
// types.
var attributes = []struct {
	name  string
	meets func(*InstanceRequirements, *InstanceType) fact.Answer
}{
	{"AllowedInstanceTypes", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(len(r.AllowedInstanceTypes) == 0 || t.isNamed(r.AllowedInstanceTypes))
	}},
	{"ExcludedInstanceTypes", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(!t.isNamed(r.ExcludedInstanceTypes))
	}},
	{"VCpuCount", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(r.VCpuCount.Includes(float64(t.VCPUs)))
	}},
	{"MemoryMiB", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(r.MemoryMiB.Includes(float64(t.MemoryMiB)))
	}},
	{"MemoryGiBPerVCpu", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(r.MemoryGiBPerVCpu.Includes(float64(t.MemoryMiB) / 1024 / float64(max(t.VCPUs, 1))))
	}},
	{"BareMetal", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(cmp.Or(r.BareMetal, Excluded).admits(t.BareMetal))
	}},
	{"BurstablePerformance", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(cmp.Or(r.BurstablePerformance, Excluded).admits(t.IsBurstable()))
	}},
	{"LocalStorage", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(cmp.Or(r.LocalStorage, Included).admits(t.LocalStorageGB > 0))
	}},
	{"TotalLocalStorageGB", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return fact.AnswerOf(r.TotalLocalStorageGB.Includes(float64(t.LocalStorageGB)))
	}},
	{"AcceleratorCount", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return t.hasAccelerators(r.AcceleratorCount)
	}},
	{"AcceleratorTotalMemoryMiB", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return t.hasAcceleratorMemory(r.AcceleratorTotalMemoryMiB)
	}},
	{"AcceleratorTypes", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return t.hasAccelerator(r.AcceleratorTypes, Accelerator.typeName, "fpga")
	}},
	{"AcceleratorManufacturers", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return t.hasAccelerator(r.AcceleratorManufacturers, Accelerator.manufacturerName, "xilinx", "amd")
	}},
	{"AcceleratorNames", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		return t.hasAccelerator(r.AcceleratorNames, Accelerator.ec2Name)
	}},
	{"CpuManufacturers", func(r *InstanceRequirements, t *InstanceType) fact.Answer { return t.hasCPUOf(r.CpuManufacturers) }},
	{"InstanceGenerations", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		generation := "previous"
		if t.CurrentGeneration {
			generation = "current"
		}
		return fact.AnswerOf(len(r.InstanceGenerations) == 0 || slices.Contains(r.InstanceGenerations, generation))
	}},
	{"NetworkInterfaceCount", func(r *InstanceRequirements, t *InstanceType) fact.Answer {
		if t.MaxNetworkInterfaces == 0 {
			return unless(r.NetworkInterfaceCount.IsZero())
		}
		return fact.AnswerOf(r.NetworkInterfaceCount.Includes(float64(t.MaxNetworkInterfaces)))
	}},
	{"LocalStorageTypes", func(r *InstanceRequirements, _ *InstanceType) fact.Answer {
		return unless(len(r.LocalStorageTypes) == 0 || len(r.LocalStorageTypes) == len(localStorageTypes))
	}},
	{"NetworkBandwidthGbps", func(r *InstanceRequirements, _ *InstanceType) fact.Answer {
		return unless(r.NetworkBandwidthGbps.IsZero())
	}},
	{"BaselineEbsBandwidthMbps", func(r *InstanceRequirements, _ *InstanceType) fact.Answer {
		return unless(r.BaselineEbsBandwidthMbps.IsZero())
	}},
	{"BaselinePerformanceFactors", func(r *InstanceRequirements, _ *InstanceType) fact.Answer {
		return unless(len(r.BaselinePerformanceFactors) == 0)
	}},
	{"RequireHibernateSupport", func(r *InstanceRequirements, _ *InstanceType) fact.Answer { return unless(!r.RequireHibernateSupport) }},
	{"RequireEncryptionInTransit", func(r *InstanceRequirements, _ *InstanceType) fact.Answer {
		return unless(!r.RequireEncryptionInTransit)
	}},
}

// unless returns the answer for an attribute that the catalogue lacks.
func unless(notAsked bool) fact.Answer {
	if notAsked {
		return fact.Yes
	}
	return fact.Maybe
}

// either returns the answer when one of two figures holds and it is not known
// which.
func either(a, b bool) fact.Answer {
	if a != b {
		return fact.Maybe
	}
	return fact.AnswerOf(a)
}

// isNamed reports whether a pattern matches the name of the type.
func (t *InstanceType) isNamed(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		matched, err := path.Match(pattern, t.Name)
		return err == nil && matched
	})
}
