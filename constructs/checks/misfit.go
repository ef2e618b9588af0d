package checks

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// dimension is one way in which a task can be too large for an instance.
type dimension string

const (
	inGPUs         dimension = "gpus"
	inFraction     dimension = "fraction"
	inGPUMemory    dimension = "gpu-memory"
	inSharing      dimension = "gpu-sharing"
	inCPU          dimension = "cpu"
	inMemory       dimension = "memory"
	inHeadroom     dimension = "memory-headroom"
	inArchitecture dimension = "architecture"
	inConstraint   dimension = "constraint"
	inDevices      dimension = "devices"
	inMixedTypes   dimension = "mixed-types"
)

// misfit is one reason why a task is not placed on an instance.
type misfit struct {
	dimension dimension
	severity  Severity
	asks      string // "asks for 8 GPUs"
	has       string // "has 1", of the instance type
	fix       string
	place     inventory.Place

	most     int    // MiB that would fit, when that is less than nominal; else 0
	reason   string // instead of the rule's
	source   string // instead of the rule's
	instance string // whose has is meant; the option's when empty
}

// misfits are all reasons why a task is not placed on an instance type of a
// pool, worst first in the order of the dimensions.
func (o option) misfits(d demand) []misfit {
	var all []misfit
	for _, judge := range []func(option, demand) *misfit{
		constraintMisfit, architectureMisfit, gpuMisfit, fractionMisfit, gpuMemoryMisfit,
		sharingMisfit, deviceMisfit, cpuMisfit, memoryMisfit,
	} {
		if m := judge(o, d); m != nil {
			all = append(all, *m)
		}
	}
	return all
}

func constraintMisfit(o option, d demand) *misfit {
	for _, c := range d.constraints {
		if c.Admits(o.instance) == hardware.No {
			return &misfit{dimension: inConstraint, severity: Error, place: c.at,
				asks: "has a placement constraint", has: "does not meet it"}
		}
	}
	return nil
}

func architectureMisfit(o option, d demand) *misfit {
	if d.architecture == "" || o.instance.SupportsArchitecture(d.architecture) || len(o.instance.Architectures) == 0 {
		return nil
	}
	return &misfit{dimension: inArchitecture, severity: Error, place: d.architectureAt,
		asks: fmt.Sprintf("is for %s", d.architecture),
		has:  fmt.Sprintf("is %s", o.instance.Architectures[0])}
}

// reasonWholeOnFraction is why a whole GPU on a G6f is a warning; sizing does not
// count on it either.
const reasonWholeOnFraction = "ECS does not say whether it places a whole number, or ALL, on a part of a GPU: the task may run, or wait indefinitely. A decimal is not certain either: see ecsgpu-requests-decimal-gpu."

func gpuMisfit(o option, d demand) *misfit {
	wanted := d.gpus
	if d.allGPUs {
		wanted = max(wanted, 1)
	}
	if wanted == 0 && d.fraction == 0 && d.sharedMiB == 0 {
		return nil
	}
	m := &misfit{dimension: inGPUs, severity: Error, place: d.gpusAt, asks: d.speaksGPUs()}
	switch {
	case !o.instance.IsNVIDIA():
		m.has = "has none"
	case wanted > o.instance.GPUs && o.instance.IsFractional() && wanted == 1:
		m.severity, m.reason = Warning, reasonWholeOnFraction
		m.has = fmt.Sprintf("has %v of one", o.instance.GPUs)
		m.fix = fmt.Sprintf("ask for the fraction (%v), or choose a type with a whole GPU", o.instance.GPUs)
	case wanted > o.instance.GPUs:
		m.has = fmt.Sprintf("has %v", o.instance.GPUs)
	default:
		return nil
	}
	return m
}

func fractionMisfit(o option, d demand) *misfit {
	if d.fraction == 0 || !o.instance.IsNVIDIA() || o.instance.IsFractional() && d.fraction <= o.instance.GPUs {
		return nil
	}
	m := &misfit{dimension: inFraction, severity: Warning, place: d.gpusAt, asks: d.speaksGPUs(),
		has: "has whole GPUs"}
	if o.instance.IsFractional() {
		m.has = fmt.Sprintf("has %v of one", o.instance.GPUs)
	}
	return m
}

// reasonGPUMemory is why a share that only the lower estimate of the driver's
// part leaves is a warning; sizing does not count on it either.
const reasonGPUMemory = "the driver keeps a part of each GPU's memory before ECS sees it: up to 3 % has been seen, how much on this GPU is not known, and a share that misses by one MiB is never placed."

func gpuMemoryMisfit(o option, d demand) *misfit {
	least, most := o.instance.SchedulableGPUMemory()
	if d.sharedMiB == 0 || !o.instance.IsNVIDIA() || d.sharedMiB <= least {
		return nil
	}
	m := &misfit{dimension: inGPUMemory, severity: Error, place: d.gpusAt,
		asks: fmt.Sprintf("asks for %d MiB of one shared GPU", d.sharedMiB),
		has:  fmt.Sprintf("has %d MiB to share in each", most)}
	if d.sharedMiB <= most {
		m.severity, m.reason, m.most = Warning, reasonGPUMemory, least
		m.has = fmt.Sprintf("has %d MiB in each; only about %d can be counted on", most, least)
	}
	return m
}

func sharingMisfit(o option, d demand) *misfit {
	if d.sharedMiB == 0 || !o.instance.IsNVIDIA() || !o.pictured {
		return nil
	}
	s := images.SupportsMPS(o.image, o.instance)
	if s.Level == images.Works || !images.Supports(o.image, o.instance).OK {
		return nil // an image that cannot drive the type at all has its own rules
	}
	m := &misfit{dimension: inSharing, severity: Error, place: d.gpusAt, asks: "shares a GPU by MPS",
		has: "cannot: " + s.Reason, fix: s.Remedy, source: s.Source}
	if s.OK {
		m.severity = Warning
	}
	return m
}

func deviceMisfit(o option, d demand) *misfit {
	devices := 0
	for _, a := range o.instance.Accelerators {
		if a.Kind == hardware.AcceleratorKindNeuron {
			devices += a.Count
		}
	}
	switch {
	case d.neuron > devices:
		return &misfit{dimension: inDevices, severity: Error, place: d.neuronAt,
			asks: fmt.Sprintf("maps /dev/neuron%d", d.neuron-1),
			has:  "has " + count(devices, "Neuron device")}
	case d.efaDevices > o.instance.EFAInterfaces:
		return &misfit{dimension: inDevices, severity: Error, place: d.efaAt,
			asks: fmt.Sprintf("maps /dev/infiniband/uverbs%d", d.efaDevices-1),
			has:  "can have " + count(o.instance.EFAInterfaces, "EFA interface")}
	}
	return nil
}

func cpuMisfit(o option, d demand) *misfit {
	if d.cpuUnits <= o.instance.VCPUs*1024 {
		return nil
	}
	return &misfit{dimension: inCPU, severity: Error, place: d.cpuAt,
		asks: fmt.Sprintf("asks for %d CPU units", d.cpuUnits),
		has:  fmt.Sprintf("has %d (%d vCPUs)", o.instance.VCPUs*1024, o.instance.VCPUs)}
}

func memoryMisfit(o option, d demand) *misfit {
	nominal, reserved := o.instance.MemoryMiB, o.reservedMiB()
	m := &misfit{dimension: inMemory, severity: Error, place: d.memoryAt, asks: fmt.Sprintf("asks for %d MiB", d.memoryMiB)}
	less := ""
	if reserved > 0 {
		less = fmt.Sprintf(", of which ECS_RESERVED_MEMORY takes %d", reserved)
	}
	usable := placement.Schedulable(o.instance, reserved)
	switch {
	case d.memoryMiB+reserved >= nominal:
		m.has = fmt.Sprintf("has %d MiB%s, and the system takes its part", nominal, less)
	case d.memoryMiB > usable:
		m.dimension, m.severity = inHeadroom, Warning
		m.has = fmt.Sprintf("has %d MiB nominally%s; only about %d can be counted on", nominal, less, usable)
		m.most = usable
	default:
		return nil
	}
	return m
}

// reservedMiB is what the agent keeps; a value that it ignores is nothing.
func (o option) reservedMiB() int {
	if o.launch == nil {
		return 0
	}
	n, ok := o.launch.Agent.ReservedMemoryMiB().Get()
	if !ok || n < 0 || n > placement.MaxReservedMemoryMiB {
		return 0
	}
	return n
}

// speaksGPUs is the request as a person says it.
func (d demand) speaksGPUs() string {
	switch {
	case d.allGPUs:
		return "asks for all GPUs of an instance"
	case d.sharedMiB > 0:
		return fmt.Sprintf("asks for %d MiB of a shared GPU", d.sharedMiB)
	case d.fraction > 0:
		return fmt.Sprintf("asks for %v of a GPU", d.fraction)
	}
	return "asks for " + count(int(d.gpus), "GPU")
}
