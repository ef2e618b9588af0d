package placement

import (
	"math/bits"
	"slices"
)

// Instance is an offer with tasks on it. It keeps what ECS keeps: no device has
// two tasks unless they share it, and nothing exceeds the offer.
type Instance struct {
	offer      *Offer
	cpuUnits   int // left, as all that follows
	memoryMiB  int
	interfaces int
	gpus       GPUSet
	sharedMiB  []int // used on each device that tasks share; nil until one does
	neuron     int
	ports      []HostPort
	tasks      int
}

// NewInstance returns an instance without tasks.
func NewInstance(o *Offer) *Instance {
	i := &Instance{}
	i.reset(o)
	return i
}

func (i *Instance) reset(o *Offer) {
	*i = Instance{
		offer: o, cpuUnits: o.CPUUnits, memoryMiB: o.MemoryMiB, interfaces: o.Interfaces,
		gpus: firstGPUs(o.GPUs), neuron: o.NeuronDevices,
	}
	if len(o.sharedMiB) > 0 {
		i.sharedMiB = slices.Concat(make([]int, o.GPUs), o.sharedMiB)
	}
}

// Offer returns what the instance had when it was empty.
func (i *Instance) Offer() *Offer { return i.offer }

// Tasks returns the number of tasks on the instance.
func (i *Instance) Tasks() int { return i.tasks }

// FreeCPUUnits, FreeMemoryMiB and FreeGPUs are what no task has.
func (i *Instance) FreeCPUUnits() int  { return i.cpuUnits }
func (i *Instance) FreeMemoryMiB() int { return i.memoryMiB }
func (i *Instance) FreeGPUs() GPUSet   { return i.gpus }

// Fits reports whether another task runs beside those that are there.
func (i *Instance) Fits(r *Demand) bool {
	return i.hasRoom(r) && len(i.offer.Shortages(r)) == 0
}

// hasRoom does what Fits does, for a request that an empty instance is known to fit.
func (i *Instance) hasRoom(r *Demand) bool {
	return r.CPUUnits <= i.cpuUnits && r.MemoryMiB <= i.memoryMiB &&
		r.Interfaces <= i.interfaces &&
		i.hasGPUs(&r.GPU) && !i.portTaken(r)
}

func (i *Instance) hasGPUs(d *GPUDemand) bool {
	switch {
	case d.All:
		return i.gpus == firstGPUs(i.offer.GPUs)
	case d.Neuron:
		return i.neuron > 0
	case d.SharedMemoryMiB > 0:
		return i.gpus != 0 || i.sharedDevice(d.SharedMemoryMiB) >= 0
	}
	return d.Devices <= i.gpus.Count()
}

func (i *Instance) portTaken(r *Demand) bool {
	return slices.ContainsFunc(r.HostPorts, func(p HostPort) bool { return slices.Contains(i.ports, p) })
}

// sharedDevice returns the fullest shared device with that much memory left, or -1.
func (i *Instance) sharedDevice(memoryMiB int) int {
	best := -1
	for device, used := range i.sharedMiB {
		if used > 0 && used+memoryMiB <= i.offer.GPUMemoryMiB && (best < 0 || used > i.sharedMiB[best]) {
			best = device
		}
	}
	return best
}

// Place puts a task on the instance and returns its devices. It is false, and
// nothing has changed, when there is no room.
func (i *Instance) Place(r *Demand) (GPUSet, bool) {
	if !i.Fits(r) {
		return 0, false
	}
	return i.take(r), true
}

// take does what Place does, for a request that is known to have room.
func (i *Instance) take(r *Demand) GPUSet {
	i.cpuUnits -= r.CPUUnits
	i.memoryMiB -= r.MemoryMiB
	i.interfaces -= r.Interfaces
	i.ports = append(i.ports, r.HostPorts...)
	i.tasks++
	return i.takeGPUs(&r.GPU)
}

func (i *Instance) takeGPUs(d *GPUDemand) GPUSet {
	var taken GPUSet
	switch {
	case d.All:
		taken = i.gpus
	case d.Neuron:
		i.neuron = 0
	case d.SharedMemoryMiB > 0:
		return i.share(d.SharedMemoryMiB)
	default:
		taken = i.gpus.lowest(d.Devices)
	}
	i.gpus &^= taken
	return taken
}

// share prefers a device that tasks share already, so that whole ones stay free.
func (i *Instance) share(memoryMiB int) GPUSet {
	if i.sharedMiB == nil {
		i.sharedMiB = make([]int, i.offer.GPUs)
	}
	device := i.sharedDevice(memoryMiB)
	if device < 0 {
		device = bits.TrailingZeros32(uint32(i.gpus))
		i.gpus &^= 1 << device
	}
	i.sharedMiB[device] += memoryMiB
	return 1 << device
}

// Remove takes a task off the instance that Place put there with these devices.
func (i *Instance) Remove(r *Demand, gpus GPUSet) {
	i.cpuUnits += r.CPUUnits
	i.memoryMiB += r.MemoryMiB
	i.interfaces += r.Interfaces
	i.ports = slices.DeleteFunc(i.ports, func(p HostPort) bool { return slices.Contains(r.HostPorts, p) })
	i.tasks--
	if r.GPU.Neuron {
		i.neuron = i.offer.NeuronDevices
	}
	if r.GPU.SharedMemoryMiB == 0 {
		i.gpus |= gpus
		return
	}
	device := bits.TrailingZeros32(uint32(gpus))
	if i.sharedMiB[device] -= r.GPU.SharedMemoryMiB; i.sharedMiB[device] == 0 {
		i.gpus |= gpus
	}
}
