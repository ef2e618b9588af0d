package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/internal/closedset"
)

// selectionFlags select instance types.
type selectionFlags struct {
	kind              string
	gpus, exactGPUs   int
	gpuMemory         string
	totalGPUMemory    string
	generations       []string
	computeCapability string
	nvlink            bool
	fractional        bool
	efa, nvme         bool
	efaInterfaces     int
	nvmeGB            int
	architecture      string
	vcpus             int
	memory            string
	families          []string
	region            string
	purchase          string
	maxPrice          float64
	retired           bool
}

func (f *selectionFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "kind", "gpu", "cpu, gpu, neuron, other or any")
	flags.IntVar(&f.gpus, "gpus", 0, "at least this many NVIDIA GPUs")
	flags.IntVar(&f.exactGPUs, "exact-gpus", 0, "exactly this many NVIDIA GPUs")
	flags.StringVar(&f.gpuMemory, "gpu-memory", "", "at least this much memory for each GPU, such as 24 or 22GiB")
	flags.StringVar(&f.totalGPUMemory, "total-gpu-memory", "", "at least this much memory for all GPUs together")
	flags.StringSliceVar(&f.generations, "generation", nil, "NVIDIA generation, such as ampere,hopper")
	flags.StringVar(&f.computeCapability, "compute-capability", "", "at least this compute capability, such as 8.0")
	flags.BoolVar(&f.nvlink, "nvlink", false, "GPUs joined by NVLink, with or without NVSwitch")
	flags.BoolVar(&f.fractional, "fractional", false, "also types with a part of a GPU")
	flags.BoolVar(&f.efa, "efa", false, "with an Elastic Fabric Adapter")
	flags.IntVar(&f.efaInterfaces, "efa-interfaces", 0, "at least this many Elastic Fabric Adapters")
	flags.BoolVar(&f.nvme, "nvme", false, "with disks of its own")
	flags.IntVar(&f.nvmeGB, "nvme-gb", 0, "at least this many GB on disks of its own")
	flags.StringVar(&f.architecture, "arch", "", "x86_64 or arm64")
	flags.IntVar(&f.vcpus, "vcpus", 0, "at least this many vCPUs")
	flags.StringVar(&f.memory, "memory", "", "at least this much memory, such as 64GiB; ECS registers a little less")
	flags.StringSliceVar(&f.families, "family", nil, "pattern of families or types, such as 'g6*' or 'g5.*xlarge'")
	flags.StringVar(&f.region, "region", "", "leave out what this Region is known to lack")
	flags.StringVar(&f.purchase, "purchase", "", "on-demand, spot or capacity-block")
	flags.Float64Var(&f.maxPrice, "max-price", 0, "at most this many USD an hour on demand")
	flags.BoolVar(&f.retired, "retired", false, "also types that AWS no longer offers")
	completeWith(cmd, "kind", append(closedset.Names(hardware.Kinds()), "any")...)
	completeWith(cmd, "generation", closedset.Names(hardware.Generations())...)
	completeWith(cmd, "arch", closedset.Names(hardware.Architectures())...)
	completeWith(cmd, "region", hardware.Regions()...)
}

// selection reads the flags, and reports all that is wrong with them on one
// line. Bare metal and burstable types are included: the command lists what
// there is, and EC2's defaults are for what it starts.
func (f *selectionFlags) selection() (hardware.Selection, error) {
	s := hardware.Selection{
		NVLink: f.nvlink, Fractional: f.fractional, MinEFAInterfaces: f.efaInterfaces,
		Region: f.region, MaxUSDPerHour: f.maxPrice, IncludeRetired: f.retired,
	}
	s.BareMetal, s.BurstablePerformance = hardware.Included, hardware.Included
	s.VCpuCount = hardware.AtLeast(f.vcpus)
	s.AllowedInstanceTypes = patterns(f.families)
	if f.efa {
		s.MinEFAInterfaces = max(s.MinEFAInterfaces, 1)
	}
	nvmeGB := f.nvmeGB
	if f.nvme {
		nvmeGB = max(nvmeGB, 1)
	}
	s.TotalLocalStorageGB = hardware.AtLeast(nvmeGB)
	var totalGPUMemoryMiB, memoryMiB int
	problems := []error{
		parseFlag("--kind", f.kind, &s.Kind, hardware.ParseKind),
		f.readGPUs(&s),
		parseFlag("--gpu-memory", f.gpuMemory, &s.MinGPUMemoryMiB, parseMiB),
		parseFlag("--total-gpu-memory", f.totalGPUMemory, &totalGPUMemoryMiB, parseMiB),
		parseFlag("--memory", f.memory, &memoryMiB, parseMiB),
		parseFlag("--compute-capability", f.computeCapability, &s.MinComputeCapability, hardware.ParseComputeCapability),
		parseFlag("--arch", f.architecture, &s.Architecture, hardware.ParseArchitecture),
		parseFlag("--purchase", f.purchase, &s.UsageClass, hardware.ParseUsageClass),
	}
	s.AcceleratorTotalMemoryMiB, s.MemoryMiB = hardware.AtLeast(totalGPUMemoryMiB), hardware.AtLeast(memoryMiB)
	for _, name := range f.generations {
		var generation hardware.Generation
		problems = append(problems, parseFlag("--generation", name, &generation, hardware.ParseGeneration))
		s.Generations = append(s.Generations, generation)
	}
	if err := errors.Join(append(problems, s.Validate())...); err != nil {
		return hardware.Selection{}, cli.InputError("%s", inFlags(err))
	}
	return s, nil
}

// readGPUs reads the flags that concern all NVIDIA GPUs of an instance.
func (f *selectionFlags) readGPUs(s *hardware.Selection) error {
	var problems []error
	if f.gpus != 0 && f.exactGPUs != 0 {
		problems = append(problems, fmt.Errorf("--gpus (%d) and --exact-gpus (%d) must not both be set: drop one", f.gpus, f.exactGPUs))
	}
	for _, flag := range []struct {
		name  string
		value int
		limit func(int) hardware.Range
	}{{"--gpus", f.gpus, hardware.AtLeast[int]}, {"--exact-gpus", f.exactGPUs, hardware.Exactly[int]}} {
		switch {
		case flag.value < 0:
			problems = append(problems, fmt.Errorf("%s must be 0 (no limit) or more, got %d", flag.name, flag.value))
		case flag.value > 0:
			s.AcceleratorCount = flag.limit(flag.value)
		}
	}
	if f.gpus == 0 && f.exactGPUs == 0 && f.totalGPUMemory == "" {
		return errors.Join(problems...)
	}
	if s.Kind == "" {
		s.Kind = hardware.KindGPU
	}
	if s.Kind != hardware.KindGPU {
		problems = append(problems, fmt.Errorf("--kind must be gpu or any because other flags concern GPUs, got %q", s.Kind))
	}
	return errors.Join(problems...)
}

// patterns makes EC2's patterns of types of patterns of families and of types.
func patterns(families []string) []string {
	var patterns []string
	for _, family := range families {
		if family != "" && !strings.Contains(family, ".") {
			family += ".*"
		}
		patterns = append(patterns, family)
	}
	return patterns
}

// parseFlag reads a flag that was given; "any" is the same as not given.
func parseFlag[T any](flag, text string, into *T, parse func(string) (T, error)) error {
	if text == "" || text == "any" {
		return nil
	}
	value, err := parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	*into = value
	return nil
}

var quantity = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)\s*(?i:(mib|gib|gb)?)$`)

// parseMiB reads an amount of memory: in GB (10^9 bytes), as cards are sold, or
// with a unit. It rounds down, because a card sold as 24 GB has 24 GB and not a
// byte more.
func parseMiB(text string) (int, error) {
	parts := quantity.FindStringSubmatch(text)
	if parts == nil {
		return 0, fmt.Errorf("must be a number of GB, or one with a unit (MiB, GiB, GB), got %q", text)
	}
	amount, err := strconv.ParseFloat(parts[1], 64)
	if err != nil || amount > 1e9 {
		return 0, fmt.Errorf("must be at most a billion, got %q", text)
	}
	switch strings.ToLower(parts[2]) {
	case "mib":
		return int(amount), nil
	case "gib":
		return int(amount * 1024), nil
	default:
		return int(amount * 1e9 / (1 << 20)), nil
	}
}

// fields maps the fields of a selection, which its errors name, to their flags.
var fields = strings.NewReplacer(
	"MinGPUMemoryMiB", "--gpu-memory", "AcceleratorTotalMemoryMiB", "--total-gpu-memory",
	"AcceleratorCount", "--gpus", "Generations", "--generation",
	"MinComputeCapability", "--compute-capability", "NVLink needs", "--nvlink needs",
	"drop NVLink", "drop --nvlink", "MinEFAInterfaces", "--efa-interfaces",
	"TotalLocalStorageGB", "--nvme-gb", "VCpuCount", "--vcpus", "MemoryMiB", "--memory",
	"AllowedInstanceTypes:", "--family", "Region:", "--region", "MaxUSDPerHour", "--max-price", "Kind:", "--kind",
	"other fields concern", "other flags concern",
)

// inFlags puts the problems of a selection on one line, in the words of the flags.
func inFlags(err error) string {
	return fields.Replace(cli.OneLine(err))
}
