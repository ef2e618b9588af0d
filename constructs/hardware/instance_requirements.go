package hardware

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/ecsgpu/cdk/internal/closedset"
)

// InstanceRequirements select instance types by attributes, as EC2 does for
// Auto Scaling groups, fleets and ECS Managed Instances. The fields have EC2's
// names and EC2's defaults; all must hold, and of a list any one value.
//
// The thresholds of price protection are not among them: EC2 applies them at
// launch, and GetInstanceTypesFromInstanceRequirements ignores them too. By
// default they leave out on-demand types that cost more than 20 percent above
// the cheapest type of families C, M and R that matches.
//
// Source: EC2 API reference, InstanceRequirementsRequest, as in botocore's model
// of EC2 of 2026-08-07.
type InstanceRequirements struct {
	// VCpuCount, MemoryMiB and MemoryGiBPerVCpu are nominal.
	// Default: no limits.
	VCpuCount        Range
	MemoryMiB        Range
	MemoryGiBPerVCpu Range

	// AcceleratorCount is the number of whole GPUs, FPGAs or inference chips.
	// AtMost(0) excludes types with accelerators. EC2 does not document how it
	// counts a part of a GPU (g6f, gr6f).
	// Default: no limits.
	AcceleratorCount Range

	// AcceleratorTotalMemoryMiB is the memory of all accelerators together.
	// Default: no limits.
	AcceleratorTotalMemoryMiB Range

	// AcceleratorTypes are gpu, fpga, inference and media.
	// Default: any, also types without accelerators.
	AcceleratorTypes []string

	// AcceleratorManufacturers are amazon-web-services, amd, habana, nvidia and
	// xilinx. Default: any, also types without accelerators.
	AcceleratorManufacturers []string

	// AcceleratorNames are listed by [AcceleratorNames]: "l4" or "h100".
	// Default: any, also types without accelerators.
	AcceleratorNames []string

	// CpuManufacturers are amazon-web-services, amd, apple and intel.
	// Default: any.
	CpuManufacturers []string

	// InstanceGenerations are current and previous. Default: both.
	InstanceGenerations []string

	// AllowedInstanceTypes and ExcludedInstanceTypes are names of types, in
	// which * stands for any characters: "g6.*" is family g6, "g6*" also g6e and
	// g6f. They clash.
	// Default: all types, and none.
	AllowedInstanceTypes  []string
	ExcludedInstanceTypes []string

	// BareMetal and BurstablePerformance say what becomes of bare metal and of
	// family T. Default: Excluded.
	BareMetal            Inclusion
	BurstablePerformance Inclusion

	// LocalStorage says what becomes of types with disks of their own.
	// Default: Included.
	LocalStorage Inclusion

	// TotalLocalStorageGB is the size of these disks together (10^9 bytes).
	// Default: no limits.
	TotalLocalStorageGB Range

	// LocalStorageTypes are hdd and ssd. Default: both.
	LocalStorageTypes []string

	// NetworkInterfaceCount is the largest number of network interfaces.
	// Default: no limits.
	NetworkInterfaceCount Range

	// NetworkBandwidthGbps and BaselineEbsBandwidthMbps are baselines.
	// Default: no limits.
	NetworkBandwidthGbps     Range
	BaselineEbsBandwidthMbps Range

	// BaselinePerformanceFactors are the instance families whose processor is
	// the least to accept (Cpu.References). Default: none.
	BaselinePerformanceFactors []string

	// RequireHibernateSupport and RequireEncryptionInTransit select types that
	// can hibernate and that encrypt traffic between instances.
	// Default: false.
	RequireHibernateSupport    bool
	RequireEncryptionInTransit bool
}

// EC2's closed sets (source: see InstanceRequirements).
var (
	acceleratorTypes         = []string{"gpu", "fpga", "inference", "media"}
	acceleratorManufacturers = []string{"amazon-web-services", "amd", "habana", "nvidia", "xilinx"}
	cpuManufacturers         = []string{"amazon-web-services", "amd", "apple", "intel"}
	instanceGenerations      = []string{"current", "previous"}
	localStorageTypes        = []string{"hdd", "ssd"}
)

// Validate reports everything that is wrong with the requirements, all at once.
// Valid requirements may still match nothing.
func (r InstanceRequirements) Validate() error {
	return errors.Join(r.validateRanges(), r.validateSets(), r.validatePatterns())
}

func (r InstanceRequirements) validateRanges() error {
	return errors.Join(
		r.VCpuCount.validate("VCpuCount"),
		r.MemoryMiB.validate("MemoryMiB"),
		r.MemoryGiBPerVCpu.validate("MemoryGiBPerVCpu"),
		r.AcceleratorCount.validate("AcceleratorCount"),
		r.AcceleratorTotalMemoryMiB.validate("AcceleratorTotalMemoryMiB"),
		r.TotalLocalStorageGB.validate("TotalLocalStorageGB"),
		r.NetworkInterfaceCount.validate("NetworkInterfaceCount"),
		r.NetworkBandwidthGbps.validate("NetworkBandwidthGbps"),
		r.BaselineEbsBandwidthMbps.validate("BaselineEbsBandwidthMbps"),
	)
}

func (r InstanceRequirements) validateSets() error {
	return errors.Join(
		members("AcceleratorTypes", r.AcceleratorTypes, acceleratorTypes),
		members("AcceleratorManufacturers", r.AcceleratorManufacturers, acceleratorManufacturers),
		members("AcceleratorNames", r.AcceleratorNames, AcceleratorNames()),
		members("CpuManufacturers", r.CpuManufacturers, cpuManufacturers),
		members("InstanceGenerations", r.InstanceGenerations, instanceGenerations),
		members("LocalStorageTypes", r.LocalStorageTypes, localStorageTypes),
		member("BareMetal", r.BareMetal, ParseInclusion),
		member("BurstablePerformance", r.BurstablePerformance, ParseInclusion),
		member("LocalStorage", r.LocalStorage, ParseInclusion),
	)
}

func (r InstanceRequirements) validatePatterns() error {
	var problems []error
	for _, list := range []struct {
		field    string
		patterns []string
	}{{"AllowedInstanceTypes", r.AllowedInstanceTypes}, {"ExcludedInstanceTypes", r.ExcludedInstanceTypes}} {
		for _, pattern := range list.patterns {
			if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
				problems = append(problems, fmt.Errorf(`%s: must be names or patterns such as "g6.*", got %q`, list.field, pattern))
			}
		}
	}
	if len(r.AllowedInstanceTypes) > 0 && len(r.ExcludedInstanceTypes) > 0 {
		problems = append(problems, errors.New("AllowedInstanceTypes and ExcludedInstanceTypes must not both be set: drop one"))
	}
	return errors.Join(problems...)
}

// members reports the values of a list that are not in a closed set.
func members(field string, values, set []string) error {
	var problems []error
	for _, value := range values {
		if !slices.Contains(set, value) {
			_, err := closedset.Parse(field, value, set)
			problems = append(problems, cmp.Or(err, fmt.Errorf("%s: must be in lower case, got %q", field, value)))
		}
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
