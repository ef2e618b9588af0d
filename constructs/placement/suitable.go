package placement

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// Suitable returns at most n types on offer that one task fits, cheapest first.
// They have the same kind of accelerator as the instance that it does not fit,
// and its architecture, if the task does not say one. instead may be nil.
//
// Placement constraints are dropped if no type meets them: they often name the
// type that is too small.
func Suitable(d Demand, n int, instead *Option) []hardware.InstanceType {
	if d.GPU.Refused != "" || d.GPU.Neuron {
		return nil // no type makes up for it
	}
	if instead == nil {
		instead = &Option{}
	}
	types := suitable(d, n, instead)
	if len(types) == 0 && len(d.Constraint.members) > 0 {
		d.Constraint = Constraint{}
		types = suitable(d, n, instead)
	}
	return types
}

func suitable(d Demand, n int, instead *Option) []hardware.InstanceType {
	reserved := 0
	if instead.Launch != nil {
		reserved, _ = instead.Launch.Agent.ReservedMemoryMiB().Get()
	}
	var types []hardware.InstanceType
	for _, t := range hardware.Select(selection(d, instead)) {
		if len(types) == n {
			break
		}
		if o := OfferOf(t, reserved); len(o.Shortages(&d)) == 0 {
			types = append(types, t)
		}
	}
	return types
}

// selection returns what a type must have at least.
func selection(d Demand, instead *Option) hardware.Selection {
	s := hardware.Selection{Architecture: d.Architecture, MinEFAInterfaces: d.EFADevices}
	s.BareMetal, s.BurstablePerformance = hardware.Included, hardware.Included
	s.VCpuCount, s.MemoryMiB = hardware.AtLeast((d.CPUUnits+1023)/1024), hardware.AtLeast(d.MemoryMiB)
	switch g := d.GPU; {
	case g.Fraction > 0:
		s.Kind, s.Fractional = hardware.KindGPU, true
		s.AllowedInstanceTypes = []string{"g6f.*", "gr6f.*"}
	case !g.IsZero():
		s.Kind = hardware.KindGPU
		s.AcceleratorCount = hardware.AtLeast(max(g.Devices, 1))
		s.MinGPUMemoryMiB = g.SharedMemoryMiB
	case d.NeuronDevices > 0:
		s.Kind = hardware.KindNeuron
	case instead.Known:
		s.Kind = instead.Instance.Kind()
	default:
		s.Kind = hardware.KindCPU
	}
	if s.Architecture == "" && instead.Known && !slices.Contains(instead.Instance.Architectures, "") {
		s.Architecture = instead.Instance.Architectures[0]
	}
	return s
}
