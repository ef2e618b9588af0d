package hardware

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// Selection narrows what meets InstanceRequirements by properties for which EC2
// has no attribute. Zero fields narrow nothing, except that parts of a GPU and
// retired types are left out.
type Selection struct {
	InstanceRequirements

	// Kind limits the answer to types with this kind of accelerator. KindGPU
	// stands for NVIDIA GPUs.
	// Default: any, or KindGPU if a field about GPUs is set.
	Kind Kind

	// MinGPUMemoryMiB is the least memory of each GPU: what one copy of a model
	// needs that is not split over GPUs. For all GPUs together, use
	// AcceleratorTotalMemoryMiB.
	MinGPUMemoryMiB int

	// Generations are the acceptable generations. Default: all.
	Generations []Generation

	// MinComputeCapability is what the CUDA image was compiled for.
	MinComputeCapability ComputeCapability

	// NVLink requires several GPUs joined by NVLink, with or without NVSwitch.
	NVLink bool

	// Fractional admits types with a part of a GPU (g6f, gr6f). They never
	// satisfy a minimum of AcceleratorCount.
	// Default: whole GPUs only.
	Fractional bool

	// MinEFAInterfaces is the least number of Elastic Fabric Adapters.
	MinEFAInterfaces int

	// Architecture is the processor's. Default: any.
	Architecture Architecture

	// Region drops types that the offering snapshot of OfferingsDate is known
	// to lack there. Types and Regions outside the snapshot are kept.
	// Default: any Region.
	Region string

	// UsageClass drops types that are known not to be sold this way.
	// Default: any.
	UsageClass UsageClass

	// MaxUSDPerHour drops types that cost more on demand in PriceRegion, and
	// those whose price is unknown. Default: any price.
	MaxUSDPerHour float64

	// IncludeRetired admits types that can no longer be launched.
	// Default: types on offer only.
	IncludeRetired bool
}

// Select returns the types that certainly meet a selection, cheapest first by
// the on-demand price of PriceRegion on PriceDate; types of unknown price come
// last; ties are in order of name. An invalid selection has no answer: ask
// [Selection.Validate] why.
func Select(s Selection) []InstanceType {
	if s.Validate() != nil {
		return nil
	}
	var selected []InstanceType
	types := catalogue()
	for i := range types {
		if s.admits(&types[i]) {
			selected = append(selected, types[i].clone())
		}
	}
	slices.SortFunc(selected, byPrice)
	return selected
}

// StandIn returns the selection that a replacement for t must meet: at least as
// many GPUs with as much memory each and the same architecture; for types
// without GPUs, at least as many vCPUs and as much memory. Raise a field to look
// for something larger.
func StandIn(t InstanceType) Selection {
	s := Selection{Kind: t.Kind()}
	s.BareMetal, s.BurstablePerformance = Included, Included
	if len(t.Architectures) > 0 {
		s.Architecture = t.Architectures[0]
	}
	if !t.IsNVIDIA() {
		s.VCpuCount, s.MemoryMiB = AtLeast(t.VCPUs), AtLeast(t.MemoryMiB)
		return s
	}
	s.MinGPUMemoryMiB = t.GPUMemoryMiB
	s.Fractional = t.IsFractional()
	if !s.Fractional {
		s.AcceleratorCount = AtLeast(t.GPUs)
	}
	return s
}

// Alternatives returns at most n types on offer that can stand in for t,
// cheapest first: at least as many GPUs, at least as much memory per GPU, the
// same architecture. For a type without GPUs, at least as many vCPUs and as
// much memory. t itself is never among them.
//
// GPUs decide, so an alternative may have fewer vCPUs or less memory than t; to
// keep those, or to require more than t has, change [StandIn] and Select.
func Alternatives(t InstanceType, n int) []InstanceType {
	others := slices.DeleteFunc(Select(StandIn(t)), func(o InstanceType) bool { return o.Name == t.Name })
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

// Validate reports everything that is wrong with the selection itself, all at
// once. A valid selection may still have no answer.
func (s Selection) Validate() error {
	return errors.Join(s.InstanceRequirements.Validate(), s.validateAmounts(), s.validateMembers(), s.validateClashes())
}

func (s Selection) validateAmounts() error {
	var problems []error
	for _, amount := range []struct {
		field string
		value int
	}{
		{"MinGPUMemoryMiB", s.MinGPUMemoryMiB},
		{"MinEFAInterfaces", s.MinEFAInterfaces},
	} {
		if amount.value < 0 {
			problems = append(problems, fmt.Errorf("%s must be 0 (no limit) or more, got %d", amount.field, amount.value))
		}
	}
	if !(s.MaxUSDPerHour >= 0) || math.IsInf(s.MaxUSDPerHour, 1) {
		problems = append(problems, fmt.Errorf("MaxUSDPerHour must be 0 (no limit) or more, got %v", s.MaxUSDPerHour))
	}
	if c := s.MinComputeCapability; c.Major < 0 || c.Minor < 0 {
		problems = append(problems, fmt.Errorf("MinComputeCapability must not be negative, got %d.%d", c.Major, c.Minor))
	}
	return errors.Join(problems...)
}

func (s Selection) validateMembers() error {
	problems := []error{
		member("Kind", s.Kind, ParseKind),
		member("Architecture", s.Architecture, ParseArchitecture),
		member("UsageClass", s.UsageClass, ParseUsageClass),
	}
	for _, g := range s.Generations {
		if g == "" {
			problems = append(problems, errors.New("Generations: must not contain an empty one"))
		}
		problems = append(problems, member("Generations", g, ParseGeneration))
	}
	if s.Region != "" && !IsRegionName(s.Region) {
		problems = append(problems, fmt.Errorf(`%s: must look like "us-east-1", got %q`, "Region", s.Region))
	}
	return errors.Join(problems...)
}

func (s Selection) validateClashes() error {
	var problems []error
	if s.Kind != "" && s.Kind != KindGPU && s.concernsGPUs() {
		problems = append(problems, fmt.Errorf("Kind: must be %s or empty because other fields concern GPUs, got %q", KindGPU, s.Kind))
	}
	if s.NVLink && s.AcceleratorCount == Exactly(1) {
		problems = append(problems, errors.New("NVLink needs at least 2 GPUs, got AcceleratorCount 1: raise it or drop NVLink"))
	}
	return errors.Join(problems...)
}

// concernsGPUs reports whether any field is about NVIDIA GPUs.
func (s *Selection) concernsGPUs() bool {
	return s.MinGPUMemoryMiB > 0 || len(s.Generations) > 0 || !s.MinComputeCapability.IsZero() || s.NVLink || s.Fractional
}

// admits reports whether a type certainly meets a valid selection.
func (s *Selection) admits(t *InstanceType) bool {
	if !s.admitsOffer(t) || !s.admitsGPUs(t) || t.EFAInterfaces < s.MinEFAInterfaces ||
		s.Architecture != "" && !t.SupportsArchitecture(s.Architecture) {
		return false
	}
	meets, unjudged := s.judge(t)
	return meets && len(unjudged) == 0
}

func (s *Selection) admitsGPUs(t *InstanceType) bool {
	if s.Kind != "" && t.Kind() != s.Kind || t.IsFractional() && !s.Fractional {
		return false
	}
	return !s.concernsGPUs() || t.IsNVIDIA() &&
		t.GPUMemoryMiB >= s.MinGPUMemoryMiB &&
		(len(s.Generations) == 0 || slices.Contains(s.Generations, t.Generation)) &&
		t.ComputeCapability.AtLeast(s.MinComputeCapability) &&
		(!s.NVLink || t.Interconnect.HasNVLink())
}

func (s *Selection) admitsOffer(t *InstanceType) bool {
	return (s.IncludeRetired || !t.IsRetired()) &&
		(s.Region == "" || t.IsRetired() || t.OfferedIn(s.Region) != fact.No) &&
		(s.UsageClass == "" || t.SupportsUsageClass(s.UsageClass) != fact.No) &&
		(s.MaxUSDPerHour == 0 || t.OnDemandUSDPerHour > 0 && t.OnDemandUSDPerHour <= s.MaxUSDPerHour)
}
