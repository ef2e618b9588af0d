package sizing

import (
	"math"
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// UnlimitedInterfaces says that the number of network interfaces does not limit
// the tasks of an instance.
const UnlimitedInterfaces = -1

// Offer is what one empty container instance registers with ECS.
type Offer struct {
	InstanceType  string
	Architectures []hardware.Architecture

	CPUUnits  int // 1024 per vCPU
	MemoryMiB int // schedulable, see Schedulable

	// GPUs is the number of devices that ECS hands out, each to one task unless
	// tasks share it. A fractional instance has one device.
	GPUs int

	// GPUFraction is the part of a GPU that each device is: 1 for whole ones,
	// 0.125 to 0.5 for G6f and Gr6f.
	GPUFraction float64

	// GPUMemoryMiB is the memory of each device that tasks can share, cautiously
	// estimated; see hardware.InstanceType.SchedulableGPUMemory.
	GPUMemoryMiB int

	// NeuronDevices is the number of Neuron devices that ECS hands out: on
	// Managed Instances only, and all to one task.
	NeuronDevices int

	// Interfaces is how many awsvpc tasks certainly can have a network interface
	// of their own, those of network card 0, or UnlimitedInterfaces.
	Interfaces int
}

// OfferOf is what an instance of the type registers, with a cautious estimate
// of its memory. It takes for granted that the image drives the GPUs, that the
// instance itself uses one network interface, and that the account has not
// turned on ENI trunking, as is ECS's default.
func OfferOf(t hardware.InstanceType, reservedMiB int) Offer {
	offer := Offer{
		InstanceType:  t.Name,
		Architectures: t.Architectures,
		CPUUnits:      t.VCPUs * 1024,
		MemoryMiB:     Schedulable(t, reservedMiB),
		Interfaces:    max(0, t.NetworkCardZeroInterfaces-1),
	}
	if t.IsNVIDIA() {
		offer.GPUs = int(math.Ceil(t.GPUs))
		offer.GPUFraction = min(1, t.GPUs)
		offer.GPUMemoryMiB, _ = t.SchedulableGPUMemory()
	}
	return offer
}

// Fits reports whether one task runs on an instance of the type, with a
// cautious estimate of its memory.
func Fits(r Request, t hardware.InstanceType, reservedMiB int) bool {
	return len(OfferOf(t, reservedMiB).Shortages(r)) == 0
}

// Shortage is one thing that a task asks for and an empty instance lacks.
// Wanted and Offered are in the limit's unit: devices, MiB, CPU units; both are
// 0 where counting makes no sense.
type Shortage struct {
	Limit           Limit
	Wanted, Offered int
}

// Shortages are all the reasons why one task does not run on an empty instance,
// in the order of Limits; none when it runs.
func (o Offer) Shortages(r Request) []Shortage {
	var all []Shortage
	add := func(short bool, s Shortage) {
		if short {
			all = append(all, s)
		}
	}
	add(!o.boots(r), Shortage{Limit: LimitArchitecture})
	all = append(all, o.gpuShortage(r.GPU)...)
	add(r.CPUUnits > o.CPUUnits, Shortage{LimitCPU, r.CPUUnits, o.CPUUnits})
	add(r.MemoryMiB > o.MemoryMiB, Shortage{LimitMemory, r.MemoryMiB, o.MemoryMiB})
	add(o.Interfaces >= 0 && r.Interfaces > o.Interfaces, Shortage{LimitInterfaces, r.Interfaces, max(0, o.Interfaces)})
	add(slices.ContainsFunc(r.HostPorts, HostPort.IsReserved), Shortage{Limit: LimitPorts})
	return all
}

func (o Offer) boots(r Request) bool {
	return r.Architecture == "" || slices.Contains(o.Architectures, r.Architecture)
}

func (o Offer) gpuShortage(d GPUDemand) []Shortage {
	short := func(l Limit, wanted, offered int) []Shortage { return []Shortage{{l, wanted, offered}} }
	whole := o.GPUs > 0 && o.GPUFraction == 1
	switch {
	case d.IsZero():
		return nil
	case d.Refused != "":
		return short(LimitGPUs, 0, 0)
	case d.Neuron && o.NeuronDevices == 0, d.All && !whole:
		return short(LimitGPUs, 1, 0)
	case d.SharedMemoryMiB > 0 && !whole: // G6f cannot share
		return short(LimitGPUs, 1, 0)
	case d.SharedMemoryMiB > o.GPUMemoryMiB:
		return short(LimitGPUMemory, d.SharedMemoryMiB, o.GPUMemoryMiB)
	case d.Fraction > 0 && (whole || d.Fraction > o.GPUFraction),
		d.Fraction == 0 && d.Devices > 0 && !whole:
		return short(LimitGPUs, d.Devices, 0)
	case d.Devices > o.GPUs:
		return short(LimitGPUs, d.Devices, o.GPUs)
	}
	return nil
}

// Concurrent is how many tasks of a kind run at once on one instance, and what
// keeps the next one out. It is false when nothing limits them, because the
// task reserves nothing that is known.
func (o Offer) Concurrent(r Request) (n int, limitedBy Limit, bounded bool) {
	if shortages := o.Shortages(r); len(shortages) > 0 {
		return 0, shortages[0].Limit, true
	}
	n = math.MaxInt
	take := func(count int, l Limit) {
		if count < n {
			n, limitedBy = count, l
		}
	}
	if count, limit, ok := o.concurrentOnGPUs(r.GPU); ok {
		take(count, limit)
	}
	if r.CPUUnits > 0 {
		take(o.CPUUnits/r.CPUUnits, LimitCPU)
	}
	if r.MemoryMiB > 0 {
		take(o.MemoryMiB/r.MemoryMiB, LimitMemory)
	}
	if r.Interfaces > 0 && o.Interfaces >= 0 {
		take(o.Interfaces/r.Interfaces, LimitInterfaces)
	}
	if len(r.HostPorts) > 0 {
		take(1, LimitPorts)
	}
	if limitedBy == NoLimit {
		return 0, NoLimit, false
	}
	return n, limitedBy, true
}

func (o Offer) concurrentOnGPUs(d GPUDemand) (int, Limit, bool) {
	switch {
	case d.All, d.Neuron:
		return 1, LimitGPUs, true
	case d.SharedMemoryMiB > 0:
		return o.GPUs * (o.GPUMemoryMiB / d.SharedMemoryMiB), LimitGPUMemory, true
	case d.Devices > 0:
		return o.GPUs / d.Devices, LimitGPUs, true
	}
	return 0, NoLimit, false
}
