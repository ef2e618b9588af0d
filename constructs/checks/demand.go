package checks

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// demand is what a task certainly asks of one instance. Unknown parts count as
// nothing, so it is a lower bound.
type demand struct {
	gpus       float64 // whole GPUs
	allGPUs    bool
	fraction   float64 // of a GPU, the largest that a container asks for
	sharedMiB  int     // of one GPU, by MPS
	gpusAt     inventory.Place
	cpuUnits   int
	cpuAt      inventory.Place
	memoryMiB  int
	memoryAt   inventory.Place
	neuron     int // devices /dev/neuron0 to neuron-1
	neuronAt   inventory.Place
	efaDevices int // /dev/infiniband/uverbs0 to efaDevices-1
	efaAt      inventory.Place

	architecture   hardware.Architecture // empty when any will do
	architectureAt inventory.Place

	constraints []constraint
}

// constraint is a memberOf constraint and where it is written.
type constraint struct {
	inventory.PlacementExpression
	at inventory.Place
}

// asksForGPUs is whether it needs an instance with NVIDIA GPUs.
func (d demand) asksForGPUs() bool {
	return d.gpus > 0 || d.allGPUs || d.fraction > 0 || d.sharedMiB > 0
}

func demandOf(t *inventory.TaskDefinition) demand {
	var d demand
	for _, c := range t.Containers.Items {
		d.addGPUs(c)
		d.addDevices(c)
		d.cpuUnits += atLeastZero(c.CPUUnits)
		d.memoryMiB += reserves(c)
		d.cpuAt, d.memoryAt = firstPlace(d.cpuAt, c.CPUUnits.Place), firstPlace(d.memoryAt, memoryPlace(c))
	}
	if cpu, ok := t.CPUUnits.Get(); ok {
		d.cpuUnits, d.cpuAt = cpu, t.CPUUnits.Place
	}
	if memory, ok := t.MemoryMiB.Get(); ok {
		d.memoryMiB, d.memoryAt = memory, t.MemoryMiB.Place
	}
	if text, ok := t.Architecture.Get(); ok {
		if a, err := hardware.ParseArchitecture(text); err == nil {
			d.architecture, d.architectureAt = a, t.Architecture.Place
		}
	}
	d.constrain(t.PlacementConstraints)
	return d
}

// constrain adds the memberOf constraints.
func (d *demand) constrain(l inventory.List[inventory.PlacementConstraint]) {
	for _, c := range l.Items {
		if e, ok := c.MemberOf(); ok {
			d.constraints = append(d.constraints, constraint{e, c.Expression.Place})
		}
	}
}

func (d *demand) addGPUs(c *inventory.Container) {
	for _, f := range c.GPURequests.Items {
		r, ok := f.Get()
		if !ok || r.Type() != "GPU" || r.Kind() == inventory.GPURequestInvalid {
			continue
		}
		switch r.Kind() {
		case inventory.GPURequestWhole:
			d.gpus += r.GPUs()
		case inventory.GPURequestAll:
			d.allGPUs = true
		case inventory.GPURequestFraction:
			d.fraction = max(d.fraction, r.GPUs())
		case inventory.GPURequestShared:
			d.sharedMiB += r.MemoryMiB()
		}
		d.gpusAt = firstPlace(d.gpusAt, f.Place)
	}
}

// device is a device file that only some instance types have.
var device = regexp.MustCompile(`^/dev/(neuron|infiniband/uverbs)([0-9]{1,3})$`)

func (d *demand) addDevices(c *inventory.Container) {
	for _, item := range c.Devices.Items {
		path, ok := item.HostPath.Get()
		match := device.FindStringSubmatch(path)
		if !ok || match == nil {
			continue
		}
		n, err := strconv.Atoi(match[2])
		if err != nil {
			continue
		}
		if strings.HasPrefix(match[1], "neuron") {
			d.neuron, d.neuronAt = max(d.neuron, n+1), firstPlace(d.neuronAt, item.HostPath.Place)
		} else {
			d.efaDevices, d.efaAt = max(d.efaDevices, n+1), firstPlace(d.efaAt, item.HostPath.Place)
		}
	}
}

// reserves is what ECS sets aside for a container: its reservation, else its
// limit.
func reserves(c *inventory.Container) int {
	if c.MemoryReservationMiB.IsAbsent() {
		return atLeastZero(c.MemoryMiB)
	}
	return atLeastZero(c.MemoryReservationMiB)
}

func memoryPlace(c *inventory.Container) inventory.Place {
	if c.MemoryReservationMiB.IsAbsent() {
		return c.MemoryMiB.Place
	}
	return c.MemoryReservationMiB.Place
}

func atLeastZero(f inventory.Fact[int]) int {
	n, _ := f.Get()
	return max(n, 0)
}

func firstPlace(places ...inventory.Place) inventory.Place {
	for _, p := range places {
		if p.Path != "" {
			return p
		}
	}
	return inventory.Place{}
}
