package hardware

import (
	"cmp"
	"math"
	"slices"
)

// Select returns the types that meet a need, cheapest first by the on-demand
// price of PriceRegion on PriceDate; types of unknown price come last; ties are
// in order of name. An invalid need has no answer: ask [Need.Validate] why.
func Select(need Need) []InstanceType {
	if need.Validate() != nil {
		return nil
	}
	var selected []InstanceType
	for _, t := range catalogue() {
		if need.Matches(t) {
			selected = append(selected, t.clone())
		}
	}
	slices.SortFunc(selected, byPrice)
	return selected
}

// Alternatives returns at most n types on offer that can stand in for t,
// cheapest first: at least as many GPUs, at least as much memory per GPU, the
// same architecture. For a type without GPUs, at least as many vCPUs and as
// much memory. t itself is never among them.
//
// GPUs decide, so an alternative may have fewer vCPUs or less memory than t; to
// keep those, or to ask for more than t has, change [NeedOf] and Select.
func Alternatives(t InstanceType, n int) []InstanceType {
	others := slices.DeleteFunc(Select(NeedOf(t)), func(o InstanceType) bool { return o.Name == t.Name })
	return others[:min(max(n, 0), len(others))]
}

func byPrice(a, b InstanceType) int {
	return cmp.Or(cmp.Compare(a.sortPrice(), b.sortPrice()), cmp.Compare(a.Name, b.Name))
}

// sortPrice puts an unknown price behind all known ones.
func (t InstanceType) sortPrice() float64 {
	if t.OnDemandUSDPerHour == 0 {
		return math.Inf(1)
	}
	return t.OnDemandUSDPerHour
}

// MiBFromGB converts the gigabytes (10^9 bytes) that models and disks are
// quoted in to MiB, rounded up. It counts only what it is given: a model also
// needs room for activations and, when serving, for its cache.
func MiBFromGB(gb float64) int { return int(math.Ceil(gb * 1e9 / (1 << 20))) }
