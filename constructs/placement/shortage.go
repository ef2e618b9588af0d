package placement

import (
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Shortage is one reason why a task is not placed on an empty instance.
type Shortage struct {
	Limit Limit

	// Certain says that no instance of the type places the task. Otherwise it
	// may, and nobody can rely on it: the figures are estimates, or ECS does not
	// document what it does.
	Certain bool

	// Wanted and Offered are in the limit's unit: devices, MiB, CPU units. Both
	// are 0 where counting makes no sense.
	Wanted, Offered int

	Requests string // "requests 8 GPUs", of the task
	Has      string // "has 4", of the instance
	Place    inventory.Place

	// Fix, Reason and Source are set where they differ from what holds for every
	// shortage of this kind.
	Fix, Reason, Source string
}

// Shortages returns all reasons why one task is not placed on an empty
// instance, in the order of the limits; none when it runs.
func (o *Offer) Shortages(d *Demand) []Shortage {
	var all []Shortage
	add := func(s Shortage, short bool) {
		if short {
			all = append(all, s)
		}
	}
	add(o.isExcluded(d))
	add(o.lacksArchitecture(d))
	add(o.lacksGPUs(d))
	add(o.lacksGPUMemory(d))
	add(o.lacksSharing(d))
	add(o.lacksDevices(d))
	add(o.lacksCPU(d))
	add(o.lacksMemory(d))
	add(o.lacksInterfaces(d))
	add(o.lacksPorts(d))
	return all
}

// isExcluded judges the placement constraints.
func (o *Offer) isExcluded(d *Demand) (Shortage, bool) {
	if len(d.Constraint.members) == 0 {
		return Shortage{}, false
	}
	for _, t := range o.types() {
		if at, excluded := d.Constraint.excludes(t); excluded {
			return Shortage{Limit: LimitConstraint, Certain: true, Place: at, Requests: "has a placement constraint", Has: "does not meet it",
				Fix: "name the instance types that are started, or drop the constraint"}, true
		}
	}
	return Shortage{}, false
}

func (o *Offer) lacksArchitecture(d *Demand) (Shortage, bool) {
	if d.Architecture == "" || slices.Contains(o.Architectures, d.Architecture) {
		return Shortage{}, false
	}
	s := Shortage{Limit: LimitArchitecture, Certain: true, Place: d.Places.Architecture,
		Requests: fmt.Sprintf("is built for %s", d.Architecture), Has: "is not"}
	if len(o.Architectures) > 0 {
		s.Has = fmt.Sprintf("is %s", o.Architectures[0])
	}
	return s, true
}

const (
	// reasonWholeOnFraction is why a whole GPU on a G6f is not certain.
	reasonWholeOnFraction = "ECS does not say whether it places a whole number, or ALL, on a part of a GPU: the task may run, or wait indefinitely. A decimal is not certain either: see ecsgpu-requests-decimal-gpu."
	// reasonGPUMemory is why a share that only the lower estimate of the driver's
	// part leaves is not certain.
	reasonGPUMemory = "the driver keeps a part of each GPU's memory before ECS sees it: up to 3 % has been seen, how much on this GPU is not known, and a share that misses by one MiB is never placed."
)

// lacksGPUs judges the number of GPUs and their kind.
func (o *Offer) lacksGPUs(d *Demand) (Shortage, bool) {
	g, gpus := d.GPU, o.GPUs
	if g.SharedMemoryMiB > 0 {
		gpus += len(o.sharedMiB)
	}
	whole := gpus > 0 && o.GPUFraction == 1
	if g.IsZero() || whole && g.Fraction == 0 && g.Devices <= o.GPUs && !g.Neuron && g.Refused == "" {
		return Shortage{}, false
	}
	s := Shortage{Limit: LimitGPUs, Certain: true, Place: d.Places.GPUs, Requests: "requests " + g.String(), Wanted: max(g.Devices, 1)}
	switch {
	case g.Refused != "":
		s.Wanted, s.Requests, s.Has = 0, "has a GPU request that ECS refuses", "never runs it: "+g.Refused
	case g.Neuron && o.NeuronDevices == 0:
		s.Has = "has none that ECS hands out, which it does on Managed Instances only"
	case g.Neuron:
		return s, false
	case gpus == 0 && o.Undriven != "":
		s.Has = "has none that its image drives"
	case gpus == 0:
		s.Has = "has none"
	case g.Fraction > 0 && (whole || g.Fraction > o.GPUFraction || g.Devices > o.GPUs):
		s.Limit, s.Certain, s.Has = LimitGPUFraction, false, "has "+o.gpusText()
		if whole {
			s.Has = "has whole GPUs"
		}
	case g.Fraction > 0:
		return s, false
	case !whole && (g.All || g.Devices == 1):
		s.Certain, s.Reason, s.Has = false, reasonWholeOnFraction, "has "+o.gpusText()
		s.Fix = fmt.Sprintf("request the fraction (%g), or choose a type with a whole GPU", o.GPUFraction)
	case !whole:
		s.Has = "has " + o.gpusText() // G6f cannot share, either
	case g.Devices > o.GPUs:
		s.Offered, s.Has = o.GPUs, "has "+o.gpusText()
	default:
		return s, false
	}
	if s.Requests == "" {
		s.Requests = "requests " + g.String()
	}
	return s, true
}

// gpusText returns the GPUs of an offer in words.
func (o *Offer) gpusText() string {
	if o.GPUFraction < 1 {
		return fmt.Sprintf("%g of one", o.GPUFraction)
	}
	return fmt.Sprint(o.GPUs)
}

func (o *Offer) lacksGPUMemory(d *Demand) (Shortage, bool) {
	wanted, sure := d.GPU.SharedMemoryMiB, o.sharedRoom(o.GPUMemoryMiB)
	atBest := o.sharedRoom(max(o.GPUMemoryMiB, o.GPUMemoryAtBestMiB))
	if wanted == 0 || !o.hasGPUs() || wanted <= sure {
		return Shortage{}, false
	}
	s := Shortage{Limit: LimitGPUMemory, Certain: wanted > atBest, Place: d.Places.GPUs, Wanted: wanted, Offered: sure,
		Requests: fmt.Sprintf("requests %d MiB of one shared GPU", wanted), Has: fmt.Sprintf("has %d MiB to share in each", atBest)}
	if !s.Certain {
		s.Reason = reasonGPUMemory
		s.Has = fmt.Sprintf("has %d MiB in each at best; only about %d can be counted on", atBest, sure)
	}
	return s, true
}

// lacksSharing judges the image. One that cannot drive the GPUs at all is a
// matter of lacksGPUs.
func (o *Offer) lacksSharing(d *Demand) (Shortage, bool) {
	if d.GPU.SharedMemoryMiB == 0 || !o.hasGPUs() || o.Sharing == nil || o.Sharing.Level == images.Works {
		return Shortage{}, false
	}
	return Shortage{Limit: LimitGPUSharing, Certain: !o.Sharing.OK, Place: d.Places.GPUs, Requests: "shares a GPU by MPS",
		Has: "cannot: " + o.Sharing.Reason, Fix: o.Sharing.Remedy, Source: o.Sharing.Source}, true
}

// lacksDevices judges device files that containers map.
func (o *Offer) lacksDevices(d *Demand) (Shortage, bool) {
	s := Shortage{Limit: LimitDevices, Certain: true}
	switch {
	case d.NeuronDevices > o.NeuronFiles:
		s.Wanted, s.Offered, s.Place = d.NeuronDevices, o.NeuronFiles, d.Places.Neuron
		s.Requests, s.Has = fmt.Sprintf("maps /dev/neuron%d", d.NeuronDevices-1), "has "+counted(o.NeuronFiles, "Neuron device")
	case d.EFADevices > o.EFAFiles:
		s.Wanted, s.Offered, s.Place = d.EFADevices, o.EFAFiles, d.Places.EFA
		s.Requests, s.Has = fmt.Sprintf("maps /dev/infiniband/uverbs%d", d.EFADevices-1), "can have "+counted(o.EFAFiles, "EFA interface")
	default:
		return s, false
	}
	return s, true
}

func (o *Offer) lacksCPU(d *Demand) (Shortage, bool) {
	if d.CPUUnits <= o.CPUUnits {
		return Shortage{}, false
	}
	return Shortage{Limit: LimitCPU, Certain: true, Place: d.Places.CPU, Wanted: d.CPUUnits, Offered: o.CPUUnits,
		Requests: fmt.Sprintf("requests %d CPU units", d.CPUUnits), Has: fmt.Sprintf("has %d", o.CPUUnits)}, true
}

func (o *Offer) lacksMemory(d *Demand) (Shortage, bool) {
	if d.MemoryMiB <= o.MemoryMiB {
		return Shortage{}, false
	}
	atBest := max(o.MemoryMiB, o.MemoryAtBestMiB)
	return Shortage{Limit: LimitMemory, Certain: d.MemoryMiB > atBest, Place: d.Places.Memory, Wanted: d.MemoryMiB, Offered: o.MemoryMiB,
		Requests: fmt.Sprintf("requests %d MiB", d.MemoryMiB),
		Has:      fmt.Sprintf("has less than %d MiB for tasks; only about %d can be counted on", atBest+1, o.MemoryMiB)}, true
}

func (o *Offer) lacksInterfaces(d *Demand) (Shortage, bool) {
	if d.Interfaces <= o.Interfaces {
		return Shortage{}, false
	}
	return Shortage{Limit: LimitInterfaces, Certain: d.Interfaces > max(o.Interfaces, o.InterfacesAtBest), Place: d.Places.NetworkMode,
		Wanted: d.Interfaces, Offered: max(0, o.Interfaces), Requests: "requests a network interface", Has: "has none to spare"}, true
}

func (o *Offer) lacksPorts(d *Demand) (Shortage, bool) {
	for _, p := range d.HostPorts {
		has := "uses it itself"
		if !p.IsReserved() {
			if !slices.Contains(o.HostPorts, p) {
				continue
			}
			has = "gives it to a daemon"
		}
		return Shortage{Limit: LimitPorts, Certain: true, Place: d.Places.Ports[p], Requests: fmt.Sprintf("requests host port %d", p.Number), Has: has}, true
	}
	return Shortage{}, false
}

// counted writes a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
