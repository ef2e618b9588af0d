package placement

import (
	"math"
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// Offer is what one empty container instance registers with ECS. Figures are
// what can be counted on; those named AtBest are what there may be, and a task
// between the two may or may not be placed.
type Offer struct {
	InstanceType  string
	Architectures []hardware.Architecture

	// anyOf are the instance types that the offer is the least of; see smallest.
	anyOf []hardware.InstanceType

	CPUUnits int // 1024 per vCPU

	MemoryMiB       int // see Schedulable
	MemoryAtBestMiB int // Default: MemoryMiB

	// GPUs is the number of devices that ECS hands out, each to one task unless
	// tasks share it. A fractional instance has one device.
	GPUs int

	// GPUFraction is the part of a GPU that each device is: 1 for whole ones,
	// 0.125 to 0.5 for G6f and Gr6f.
	GPUFraction float64

	// GPUMemoryMiB is the memory of each device that tasks can share, less what
	// the driver keeps; see hardware.InstanceType.SchedulableGPUMemory.
	GPUMemoryMiB       int
	GPUMemoryAtBestMiB int // Default: GPUMemoryMiB

	// NeuronDevices is the number of Neuron devices that ECS hands out: on
	// Managed Instances only, and all to one task.
	NeuronDevices int

	// NeuronFiles and EFAFiles are the device files that containers may map.
	NeuronFiles, EFAFiles int

	// Interfaces is how many tasks in awsvpc mode get a network interface of
	// their own: those of network card 0 less the instance's own. ECS documents
	// no choice of card, and EC2 attaches to card 0 unless it is told otherwise.
	Interfaces       int
	InterfacesAtBest int // of all cards. Default: Interfaces

	// sharedMiB is the memory in use on each GPU that daemons share. These are not
	// among GPUs: only tasks that share get the rest of them.
	sharedMiB []int

	// HostPorts are taken by daemons; see also HostPort.IsReserved.
	HostPorts []HostPort

	// Undriven says why the image cannot drive the GPUs, which are then none.
	Undriven string

	// Sharing is what the image makes of sharing by NVIDIA MPS; nil when the
	// image is not known.
	Sharing *images.Support
}

// OfferOf returns what an instance of the type registers, with a cautious
// estimate of its memory. It takes for granted that the image drives the GPUs,
// that the instance itself uses one network interface, and that the account has
// not turned on ENI trunking, as is ECS's default.
func OfferOf(t hardware.InstanceType, reservedMiB int) Offer {
	o := Offer{
		InstanceType:  t.Name,
		Architectures: t.Architectures,
		CPUUnits:      t.VCPUs * 1024,
		MemoryMiB:     Schedulable(t, reservedMiB), MemoryAtBestMiB: SchedulableAtBest(t, reservedMiB),
		EFAFiles: t.EFAInterfaces, NeuronFiles: neuronDevices(t),
		Interfaces: max(0, t.NetworkCardZeroInterfaces-1), InterfacesAtBest: max(0, t.MaxNetworkInterfaces-1),
	}
	if t.IsNVIDIA() {
		o.GPUs = int(math.Ceil(t.GPUs))
		o.GPUFraction = min(1, t.GPUs)
		o.GPUMemoryMiB, o.GPUMemoryAtBestMiB = t.SchedulableGPUMemory()
	}
	return o
}

func neuronDevices(t hardware.InstanceType) int {
	n := 0
	for _, a := range t.Accelerators {
		if a.Kind == hardware.AcceleratorKindNeuron {
			n += a.Count
		}
	}
	return n
}

// AtBest returns the offer with all that there may be.
func (o Offer) AtBest() Offer {
	o.MemoryMiB, o.GPUMemoryMiB = max(o.MemoryMiB, o.MemoryAtBestMiB), max(o.GPUMemoryMiB, o.GPUMemoryAtBestMiB)
	o.Interfaces = max(o.Interfaces, o.InterfacesAtBest)
	return o
}

// less returns the offer without what a daemon takes that it has no shortage for.
func (o Offer) less(d *Demand) Offer {
	o.CPUUnits -= d.CPUUnits
	o.MemoryMiB -= d.MemoryMiB
	o.MemoryAtBestMiB = max(0, o.MemoryAtBestMiB-d.MemoryMiB)
	o.Interfaces -= d.Interfaces
	o.InterfacesAtBest = max(0, o.InterfacesAtBest-d.Interfaces)
	o.HostPorts = slices.Concat(o.HostPorts, d.HostPorts)
	switch {
	case d.GPU.All:
		o.GPUs = 0
	case d.GPU.SharedMemoryMiB > 0:
		o.share(d.GPU.SharedMemoryMiB)
	default:
		o.GPUs -= d.GPU.Devices
	}
	if d.GPU.Neuron {
		o.NeuronDevices = 0
	}
	return o
}

// share gives a daemon memory of a GPU that daemons share already, or else of one
// that no task then gets whole.
func (o *Offer) share(memoryMiB int) {
	o.sharedMiB = slices.Clone(o.sharedMiB)
	for i, used := range o.sharedMiB {
		if used+memoryMiB <= o.GPUMemoryMiB {
			o.sharedMiB[i] += memoryMiB
			return
		}
	}
	o.GPUs--
	o.sharedMiB = append(o.sharedMiB, memoryMiB)
}

// hasGPUs reports whether there is a GPU for tasks that share.
func (o *Offer) hasGPUs() bool { return o.GPUs > 0 || len(o.sharedMiB) > 0 }

// sharedRoom returns the most memory of one GPU that a sharing task gets, where
// each GPU has so much.
func (o *Offer) sharedRoom(eachMiB int) int {
	if o.GPUs > 0 || len(o.sharedMiB) == 0 {
		return eachMiB
	}
	return eachMiB - slices.Min(o.sharedMiB)
}

// types returns the instance types of an offer, as placement constraints see them.
func (o *Offer) types() []hardware.InstanceType {
	if len(o.anyOf) > 0 {
		return o.anyOf
	}
	return []hardware.InstanceType{{Name: o.InstanceType, Architectures: o.Architectures}}
}

// smallest returns the offer that every one of the offers covers: the least of
// each figure, and whatever keeps a task from one of them.
func smallest(offers []Offer) Offer {
	least := offers[0]
	for _, o := range offers[1:] {
		least.anyOf = slices.Concat(least.types(), o.types())
		least.InstanceType = ""
		least.Architectures = slices.DeleteFunc(slices.Clone(least.Architectures), func(a hardware.Architecture) bool {
			return !slices.Contains(o.Architectures, a)
		})
		least.CPUUnits = min(least.CPUUnits, o.CPUUnits)
		least.MemoryMiB, least.MemoryAtBestMiB = min(least.MemoryMiB, o.MemoryMiB), min(least.MemoryAtBestMiB, o.MemoryAtBestMiB)
		least.GPUs, least.GPUFraction = min(least.GPUs, o.GPUs), min(least.GPUFraction, o.GPUFraction)
		least.GPUMemoryMiB = min(least.GPUMemoryMiB, o.GPUMemoryMiB)
		least.GPUMemoryAtBestMiB = min(least.GPUMemoryAtBestMiB, o.GPUMemoryAtBestMiB)
		least.NeuronDevices, least.NeuronFiles = min(least.NeuronDevices, o.NeuronDevices), min(least.NeuronFiles, o.NeuronFiles)
		least.EFAFiles = min(least.EFAFiles, o.EFAFiles)
		least.Interfaces, least.InterfacesAtBest = min(least.Interfaces, o.Interfaces), min(least.InterfacesAtBest, o.InterfacesAtBest)
		least.sharedMiB = moreUsed(least.sharedMiB, o.sharedMiB)
		least.HostPorts = slices.Concat(least.HostPorts, o.HostPorts)
		if o.Sharing != nil && (least.Sharing == nil || least.Sharing.OK && (!o.Sharing.OK || least.Sharing.Level == images.Works)) {
			least.Sharing = o.Sharing
		}
	}
	return least
}

// moreUsed returns the shared GPUs that both have, with what is used of either.
func moreUsed(a, b []int) []int {
	var used []int
	for i := range min(len(a), len(b)) {
		used = append(used, max(a[i], b[i]))
	}
	return used
}

// Concurrent returns how many tasks run at once on one instance, and what keeps
// the next one out. It is false when nothing limits them, because the task
// reserves nothing that is known.
func (o *Offer) Concurrent(d *Demand) (n int, limitedBy Limit, bounded bool) {
	if shortages := o.Shortages(d); len(shortages) > 0 {
		return 0, shortages[0].Limit, true
	}
	n = math.MaxInt
	take := func(count int, l Limit) {
		if count < n {
			n, limitedBy = count, l
		}
	}
	if count, limit, ok := o.concurrentOnGPUs(d.GPU); ok {
		take(count, limit)
	}
	if d.CPUUnits > 0 {
		take(o.CPUUnits/d.CPUUnits, LimitCPU)
	}
	if d.MemoryMiB > 0 {
		take(o.MemoryMiB/d.MemoryMiB, LimitMemory)
	}
	if d.Interfaces > 0 {
		take(o.Interfaces/d.Interfaces, LimitInterfaces)
	}
	if len(d.HostPorts) > 0 {
		take(1, LimitPorts)
	}
	if d.Constraint.Distinct {
		take(1, LimitConstraint)
	}
	if limitedBy == NoLimit {
		return 0, NoLimit, false
	}
	return n, limitedBy, true
}

func (o *Offer) concurrentOnGPUs(d GPUDemand) (int, Limit, bool) {
	switch {
	case d.All, d.Neuron:
		return 1, LimitGPUs, true
	case d.SharedMemoryMiB > 0:
		n := o.GPUs * (o.GPUMemoryMiB / d.SharedMemoryMiB)
		for _, used := range o.sharedMiB {
			n += max(0, o.GPUMemoryMiB-used) / d.SharedMemoryMiB
		}
		return n, LimitGPUMemory, true
	case d.Devices > 0:
		return o.GPUs / d.Devices, LimitGPUs, true
	}
	return 0, NoLimit, false
}
