package inventory

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// InstanceRequirements select instance types by attributes. The fields are
// those of [hardware.InstanceRequirements], with what is known of each.
type InstanceRequirements struct {
	VCpuCount                  Range
	MemoryMiB                  Range
	MemoryGiBPerVCpu           FloatRange
	AcceleratorCount           Range
	AcceleratorTotalMemoryMiB  Range
	AcceleratorTypes           List[Fact[string]]
	AcceleratorManufacturers   List[Fact[string]]
	AcceleratorNames           List[Fact[string]]
	CpuManufacturers           List[Fact[string]]
	InstanceGenerations        List[Fact[string]]
	AllowedInstanceTypes       List[Fact[string]]
	ExcludedInstanceTypes      List[Fact[string]]
	BareMetal                  Fact[string]
	BurstablePerformance       Fact[string]
	LocalStorage               Fact[string]
	TotalLocalStorageGB        FloatRange
	LocalStorageTypes          List[Fact[string]]
	NetworkInterfaceCount      Range
	NetworkBandwidthGbps       FloatRange
	BaselineEbsBandwidthMbps   Range
	BaselinePerformanceFactors List[Fact[string]] // instance families
	RequireHibernateSupport    Fact[bool]
	RequireEncryptionInTransit Fact[bool]
}

// Range is a minimum and a maximum, each optional.
type Range struct{ Min, Max Fact[int] }

// FloatRange is Range for figures that are not whole.
type FloatRange struct{ Min, Max Fact[float64] }

// Known returns the attributes without those whose values are unknown, and the
// names of the latter, sorted. What matches the attributes is then an upper
// bound.
func (r *InstanceRequirements) Known() (known hardware.InstanceRequirements, unknown []string) {
	k := knower{}
	known = hardware.InstanceRequirements{
		VCpuCount:                  limits(&k, "VCpuCount", r.VCpuCount.Min, r.VCpuCount.Max),
		MemoryMiB:                  limits(&k, "MemoryMiB", r.MemoryMiB.Min, r.MemoryMiB.Max),
		MemoryGiBPerVCpu:           limits(&k, "MemoryGiBPerVCpu", r.MemoryGiBPerVCpu.Min, r.MemoryGiBPerVCpu.Max),
		AcceleratorCount:           limits(&k, "AcceleratorCount", r.AcceleratorCount.Min, r.AcceleratorCount.Max),
		AcceleratorTotalMemoryMiB:  limits(&k, "AcceleratorTotalMemoryMiB", r.AcceleratorTotalMemoryMiB.Min, r.AcceleratorTotalMemoryMiB.Max),
		AcceleratorTypes:           k.anyOf("AcceleratorTypes", r.AcceleratorTypes),
		AcceleratorManufacturers:   k.anyOf("AcceleratorManufacturers", r.AcceleratorManufacturers),
		AcceleratorNames:           k.anyOf("AcceleratorNames", r.AcceleratorNames),
		CpuManufacturers:           k.anyOf("CpuManufacturers", r.CpuManufacturers),
		InstanceGenerations:        k.anyOf("InstanceGenerations", r.InstanceGenerations),
		AllowedInstanceTypes:       k.anyOf("AllowedInstanceTypes", r.AllowedInstanceTypes),
		ExcludedInstanceTypes:      k.noneOf("ExcludedInstanceTypes", r.ExcludedInstanceTypes),
		BareMetal:                  k.inclusion("BareMetal", r.BareMetal),
		BurstablePerformance:       k.inclusion("BurstablePerformance", r.BurstablePerformance),
		LocalStorage:               k.inclusion("LocalStorage", r.LocalStorage),
		TotalLocalStorageGB:        limits(&k, "TotalLocalStorageGB", r.TotalLocalStorageGB.Min, r.TotalLocalStorageGB.Max),
		LocalStorageTypes:          k.anyOf("LocalStorageTypes", r.LocalStorageTypes),
		NetworkInterfaceCount:      limits(&k, "NetworkInterfaceCount", r.NetworkInterfaceCount.Min, r.NetworkInterfaceCount.Max),
		NetworkBandwidthGbps:       limits(&k, "NetworkBandwidthGbps", r.NetworkBandwidthGbps.Min, r.NetworkBandwidthGbps.Max),
		BaselineEbsBandwidthMbps:   limits(&k, "BaselineEbsBandwidthMbps", r.BaselineEbsBandwidthMbps.Min, r.BaselineEbsBandwidthMbps.Max),
		BaselinePerformanceFactors: k.anyOf("BaselinePerformanceFactors", r.BaselinePerformanceFactors),
		RequireHibernateSupport:    k.flag("RequireHibernateSupport", r.RequireHibernateSupport),
		RequireEncryptionInTransit: k.flag("RequireEncryptionInTransit", r.RequireEncryptionInTransit),
	}
	slices.Sort(k.unknown)
	return known, k.unknown
}

// Matching returns the types that meet the requirements. Unjudged holds the
// attributes that are unknown too, and while there are any, all types are
// doubtful.
func (r *InstanceRequirements) Matching() hardware.Match {
	known, unknown := r.Known()
	match := hardware.Matching(known)
	if len(unknown) > 0 {
		match.Doubtful = nil
		for _, t := range match.Types {
			match.Doubtful = append(match.Doubtful, t.Name)
		}
	}
	match.Unjudged = append(match.Unjudged, unknown...)
	slices.Sort(match.Unjudged)
	match.Unjudged = slices.Compact(match.Unjudged)
	return match
}

// knower takes what is known and remembers which attributes are not.
type knower struct{ unknown []string }

func limits[N int | float64](k *knower, name string, low, high Fact[N]) hardware.Range {
	if low.IsUnknown() || high.IsUnknown() {
		k.unknown = append(k.unknown, name)
	}
	least, _ := low.Get()
	if most, ok := high.Get(); ok {
		return hardware.Between(least, most)
	}
	return hardware.AtLeast(least)
}

// anyOf drops a list of which a part is unknown: it may admit anything.
func (k *knower) anyOf(name string, l List[Fact[string]]) []string {
	values, complete := Values(l)
	if !complete {
		k.unknown = append(k.unknown, name)
		return nil
	}
	return values
}

// noneOf keeps what is known of a list: more of it only excludes more.
func (k *knower) noneOf(name string, l List[Fact[string]]) []string {
	values, complete := Values(l)
	if !complete {
		k.unknown = append(k.unknown, name)
	}
	return values
}

// inclusion reads one of EC2's words; an unknown value, or another word, counts as included.
func (k *knower) inclusion(name string, f Fact[string]) hardware.Inclusion {
	text, ok := f.Or("")
	if ok && text == "" {
		return ""
	}
	inclusion, err := hardware.ParseInclusion(text)
	if !ok || err != nil {
		k.unknown = append(k.unknown, name)
		return hardware.Included
	}
	return inclusion
}

func (k *knower) flag(name string, f Fact[bool]) bool {
	value, ok := f.Or(false)
	if !ok {
		k.unknown = append(k.unknown, name)
	}
	return ok && value
}
