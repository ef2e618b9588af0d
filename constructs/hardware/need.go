package hardware

import (
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Need is what a workload asks of an instance type. Zero fields ask for
// nothing; all others must hold together. Any field about GPUs limits the
// answer to NVIDIA types.
type Need struct {
	// Kind limits the answer to types with this kind of accelerator.
	// Default: any, or KindGPU if a field about GPUs is set.
	Kind Kind

	// MinGPUs is the least number of whole NVIDIA GPUs. Clashes with ExactGPUs.
	MinGPUs int

	// ExactGPUs is the number of whole NVIDIA GPUs. Clashes with MinGPUs.
	ExactGPUs int

	// MinGPUMemoryMiB is the least memory of each GPU: what one copy of a model
	// needs that is not split over GPUs.
	MinGPUMemoryMiB int

	// MinTotalGPUMemoryMiB is the least memory of all GPUs together: what a
	// model needs that is split over them.
	MinTotalGPUMemoryMiB int

	// Generations are the acceptable generations. Default: all.
	Generations []Generation

	// MinComputeCapability is what the CUDA image was compiled for.
	MinComputeCapability ComputeCapability

	// NVLink asks for several GPUs joined by NVLink, with or without NVSwitch.
	NVLink bool

	// Fractional admits types with a part of a GPU (g6f, gr6f). They never
	// satisfy MinGPUs or ExactGPUs.
	// Default: whole GPUs only.
	Fractional bool

	// MinEFAInterfaces is the least number of Elastic Fabric Adapters.
	MinEFAInterfaces int

	// MinLocalStorageGB is the least size of the instance's own disks together
	// (10^9 bytes).
	MinLocalStorageGB int

	// Architecture is the processor's. Default: any.
	Architecture Architecture

	// MinVCPUs and MinMemoryMiB are nominal; ECS registers less memory.
	MinVCPUs     int
	MinMemoryMiB int

	// Families are patterns of families ("g6", "g6*") or of whole types
	// ("g5.*xlarge"), as in path.Match. Default: all.
	Families []string

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

// NeedOf returns the need that a replacement for t must meet: at least as many
// GPUs with as much memory each and the same architecture; for types without
// GPUs, at least as many vCPUs and as much memory. Raise a field to look for
// something larger.
func NeedOf(t InstanceType) Need {
	need := Need{Kind: t.Kind()}
	if len(t.Architectures) > 0 {
		need.Architecture = t.Architectures[0]
	}
	if !t.IsNVIDIA() {
		need.MinVCPUs, need.MinMemoryMiB = t.VCPUs, t.MemoryMiB
		return need
	}
	need.MinGPUs = int(t.GPUs)
	need.MinGPUMemoryMiB = t.GPUMemoryMiB
	need.Fractional = t.IsFractional()
	return need
}

var regionName = regexp.MustCompile(`^[a-z]{2,4}(-[a-z]+)+-[0-9]+$`)

// IsRegionName reports whether a name has the shape of a Region's: us-east-1,
// us-gov-west-1, mx-central-1. There are more Regions than [Regions] knows.
func IsRegionName(name string) bool { return regionName.MatchString(name) }

// Validate reports everything that is wrong with the need itself, all at once.
// A valid need may still have no answer.
func (n Need) Validate() error {
	return errors.Join(n.validateAmounts(), n.validateSets(), n.validateClashes())
}

func (n Need) validateAmounts() error {
	var problems []error
	for _, amount := range []struct {
		field string
		value int
	}{
		{"MinGPUs", n.MinGPUs},
		{"ExactGPUs", n.ExactGPUs},
		{"MinGPUMemoryMiB", n.MinGPUMemoryMiB},
		{"MinTotalGPUMemoryMiB", n.MinTotalGPUMemoryMiB},
		{"MinEFAInterfaces", n.MinEFAInterfaces},
		{"MinLocalStorageGB", n.MinLocalStorageGB},
		{"MinVCPUs", n.MinVCPUs},
		{"MinMemoryMiB", n.MinMemoryMiB},
	} {
		if amount.value < 0 {
			problems = append(problems, fmt.Errorf("%s must be 0 (no limit) or more, got %d", amount.field, amount.value))
		}
	}
	if !(n.MaxUSDPerHour >= 0) || math.IsInf(n.MaxUSDPerHour, 1) {
		problems = append(problems, fmt.Errorf("MaxUSDPerHour must be 0 (no limit) or more, got %v", n.MaxUSDPerHour))
	}
	if c := n.MinComputeCapability; c.Major < 0 || c.Minor < 0 {
		problems = append(problems, fmt.Errorf("MinComputeCapability must not be negative, got %d.%d", c.Major, c.Minor))
	}
	return errors.Join(problems...)
}

func (n Need) validateSets() error {
	problems := []error{
		member("Kind", n.Kind, ParseKind),
		member("Architecture", n.Architecture, ParseArchitecture),
		member("UsageClass", n.UsageClass, ParseUsageClass),
	}
	for _, g := range n.Generations {
		if g == "" {
			problems = append(problems, fmt.Errorf("%s: must not contain an empty one", "Generations"))
		}
		problems = append(problems, member("Generations", g, ParseGeneration))
	}
	for _, pattern := range n.Families {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			problems = append(problems, fmt.Errorf(`%s: must be patterns such as "g6" or "p5*", got %q`, "Families", pattern))
		}
	}
	if n.Region != "" && !IsRegionName(n.Region) {
		problems = append(problems, fmt.Errorf(`%s: must look like "us-east-1", got %q`, "Region", n.Region))
	}
	return errors.Join(problems...)
}

// member reports a value that is not in its closed set, or not as it is spelled
// there. The empty value means: not set.
func member[S ~string](field string, value S, parse func(string) (S, error)) error {
	if value == "" {
		return nil
	}
	canonical, err := parse(string(value))
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", field, err)
	case canonical != value:
		return fmt.Errorf("%s: must be spelled %q, got %q", field, canonical, value)
	}
	return nil
}

func (n Need) validateClashes() error {
	var problems []error
	if n.MinGPUs > 0 && n.ExactGPUs > 0 {
		problems = append(problems, fmt.Errorf("MinGPUs (%d) and ExactGPUs (%d) must not both be set: drop one", n.MinGPUs, n.ExactGPUs))
	}
	if n.Kind != "" && n.Kind != KindGPU && n.asksForGPUs() {
		problems = append(problems, fmt.Errorf("%s: must be %s or empty because the need asks for GPUs, got %q", "Kind", KindGPU, n.Kind))
	}
	if n.NVLink && n.ExactGPUs == 1 {
		problems = append(problems, errors.New("NVLink needs at least 2 GPUs, got ExactGPUs 1: raise it or drop NVLink"))
	}
	return errors.Join(problems...)
}

// asksForGPUs reports whether any field is about NVIDIA GPUs.
func (n Need) asksForGPUs() bool {
	return n.MinGPUs > 0 || n.ExactGPUs > 0 || n.MinGPUMemoryMiB > 0 || n.MinTotalGPUMemoryMiB > 0 ||
		len(n.Generations) > 0 || !n.MinComputeCapability.IsZero() || n.NVLink || n.Fractional
}

// Matches reports whether a type meets a valid need.
func (n Need) Matches(t InstanceType) bool {
	return n.matchesGPUs(t) && n.matchesHost(t) && n.matchesOffer(t)
}

func (n Need) matchesGPUs(t InstanceType) bool {
	if n.Kind != "" && t.Kind() != n.Kind {
		return false
	}
	if t.IsFractional() && !n.Fractional {
		return false
	}
	if !n.asksForGPUs() {
		return true
	}
	return t.IsNVIDIA() &&
		t.GPUs >= float64(n.MinGPUs) &&
		(n.ExactGPUs == 0 || t.GPUs == float64(n.ExactGPUs)) &&
		t.GPUMemoryMiB >= n.MinGPUMemoryMiB &&
		t.TotalGPUMemoryMiB >= n.MinTotalGPUMemoryMiB &&
		(len(n.Generations) == 0 || slices.Contains(n.Generations, t.Generation)) &&
		t.ComputeCapability.AtLeast(n.MinComputeCapability) &&
		(!n.NVLink || t.Interconnect.HasNVLink())
}

func (n Need) matchesHost(t InstanceType) bool {
	return t.EFAInterfaces >= n.MinEFAInterfaces &&
		t.LocalStorageGB >= n.MinLocalStorageGB &&
		t.VCPUs >= n.MinVCPUs &&
		t.MemoryMiB >= n.MinMemoryMiB &&
		(n.Architecture == "" || t.SupportsArchitecture(n.Architecture)) &&
		(len(n.Families) == 0 || slices.ContainsFunc(n.Families, t.matchesPattern))
}

func (n Need) matchesOffer(t InstanceType) bool {
	return (n.IncludeRetired || !t.IsRetired()) &&
		(n.Region == "" || t.IsRetired() || t.OfferedIn(n.Region) != No) &&
		(n.UsageClass == "" || t.SupportsUsageClass(n.UsageClass) != No) &&
		(n.MaxUSDPerHour == 0 || t.OnDemandUSDPerHour > 0 && t.OnDemandUSDPerHour <= n.MaxUSDPerHour)
}

// matchesPattern compares a pattern with a dot to the whole name, others to the
// family.
func (t InstanceType) matchesPattern(pattern string) bool {
	subject := t.Family()
	if strings.Contains(pattern, ".") {
		subject = t.Name
	}
	matched, err := path.Match(pattern, subject)
	return err == nil && matched
}
