package checks

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// suggested is how many instance types a fix names.
const suggested = 3

// need is what a type must have to take the task, of the same kind and
// architecture as the one that it does not fit on.
func (d demand) need(o option) hardware.Selection {
	need := hardware.Selection{Architecture: d.architecture}
	need.BareMetal, need.BurstablePerformance = hardware.Included, hardware.Included
	need.VCpuCount = hardware.AtLeast((d.cpuUnits + 1023) / 1024)
	need.MemoryMiB = hardware.AtLeast(d.memoryMiB + o.reservedMiB())
	switch {
	case d.asksForGPUs():
		need.Kind, need.MinGPUMemoryMiB = hardware.KindGPU, d.sharedMiB
		if d.fraction > 0 {
			need.Fractional, need.AllowedInstanceTypes = true, []string{"g6f.*", "gr6f.*"}
		} else {
			need.AcceleratorCount = hardware.AtLeast(max(int(d.gpus), 1))
		}
	case d.neuron > 0:
		need.Kind = hardware.KindNeuron
	default:
		need.Kind = o.instance.Kind()
	}
	need.MinEFAInterfaces = d.efaDevices
	if need.Architecture == "" && len(o.instance.Architectures) > 0 {
		need.Architecture = o.instance.Architectures[0]
	}
	return need
}

// adviser names instance types that a task fits on. It remembers its answers,
// because the same question comes up for every value of a parameter.
type adviser map[string][]string

// suchAs is ", such as g5.12xlarge, g6.12xlarge", or nothing.
func (a adviser) suchAs(d demand, o option) string {
	need := d.need(o)
	question := fmt.Sprintf("%+v %d %d %v", need, o.reservedMiB(), d.neuron, d.fraction)
	names, asked := a[question]
	if !asked {
		names = d.candidates(need, o)
		a[question] = names
	}
	if len(names) == 0 {
		return ""
	}
	return ", such as " + strings.Join(names, ", ")
}

// candidates are the cheapest types on offer that the task fits on.
func (d demand) candidates(need hardware.Selection, o option) []string {
	d.constraints = nil // they name the types that do not fit
	var names []string
	for _, t := range hardware.Select(need) {
		candidate := option{instance: t, known: true, launch: o.launch}
		if len(candidate.misfits(d)) > 0 {
			continue
		}
		if names = append(names, t.Name); len(names) == suggested {
			break
		}
	}
	return names
}

// standIns are the cheapest types on offer in a Region that can replace one.
func (a adviser) standIns(t hardware.InstanceType, region string) []string {
	question := t.Name + " " + region
	names, asked := a[question]
	if asked {
		return names
	}
	need := hardware.StandIn(t)
	need.Region = region
	for _, other := range hardware.Select(need) {
		if other.Name != t.Name && len(names) < suggested {
			names = append(names, other.Name)
		}
	}
	a[question] = names
	return names
}

// fitting is what to do about a task that does not fit.
func (a adviser) fitting(d demand, m misfit, o option) string {
	suchAs := a.suchAs(d, o)
	switch {
	case m.most > 0:
		return fmt.Sprintf("ask for at most %d MiB, or choose a larger type%s", m.most, suchAs)
	case m.dimension == inConstraint:
		return "name the instance types that the pool launches, or drop the constraint"
	case suchAs != "":
		return "choose an instance type that has it" + suchAs + ", or ask for less"
	}
	return "ask for less: no instance type on offer has it"
}
