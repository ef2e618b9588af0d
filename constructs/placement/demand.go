package placement

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Demand is what one task requests of the instance that it runs on. The zero
// value requests nothing.
type Demand struct {
	Family string

	// CPUUnits is 1024 per vCPU: the task's figure, or else the sum of its
	// containers'. A task without either reserves nothing.
	CPUUnits int

	// MemoryMiB is the task's figure, or else the sum of its containers':
	// of each the reservation if there is one, or else the hard limit.
	MemoryMiB int

	GPU GPUDemand

	// NeuronDevices and EFADevices are how many device files of the host
	// containers map: /dev/neuron0 and on, /dev/infiniband/uverbs0 and on.
	NeuronDevices, EFADevices int

	// Interfaces is 1 for a task in awsvpc mode, which gets a network interface
	// of its own, and 0 for others.
	Interfaces int

	// HostPorts are the fixed ports of the host that the task occupies, sorted.
	HostPorts []HostPort

	// Architecture is that of the runtime platform. Default: any.
	Architecture hardware.Architecture

	// Constraint is what the placement constraints require.
	Constraint Constraint

	// Unknown names the fields that are known only at deployment, sorted. They
	// count as nothing, so that results are upper bounds.
	Unknown []string

	// Faults say which numbers cannot be read, and why. They count as nothing, too.
	Faults []string

	// Places are where the figures are written.
	Places Places
}

// Places say where the figures of a demand are written.
type Places struct {
	CPU, Memory, GPUs, Neuron, EFA, Architecture, NetworkMode inventory.Place

	Ports map[HostPort]inventory.Place
}

// DemandOf returns what a task of the definition requests.
func DemandOf(t *inventory.TaskDefinition) Demand {
	b := demandBuilder{task: t}
	b.demand.Family = familyOf(t)
	b.demand.CPUUnits = b.sum("cpu", &b.demand.Places.CPU, t.CPUUnits, func(c *inventory.Container) inventory.Fact[int] { return c.CPUUnits })
	b.demand.MemoryMiB = b.sum("memory", &b.demand.Places.Memory, t.MemoryMiB, containerMemory)
	b.demand.GPU = b.gpus()
	b.devices()
	b.demand.Constraint = ConstraintOf(t.PlacementConstraints)
	b.network()
	b.platform()
	if !t.Containers.Complete() {
		b.unknown("containers")
	}
	slices.Sort(b.demand.Unknown)
	b.demand.Unknown = slices.Compact(b.demand.Unknown)
	return b.demand
}

// familyOf returns the family, or the logical id when CloudFormation makes the
// name.
func familyOf(t *inventory.TaskDefinition) string {
	if family, ok := t.Family.Get(); ok {
		return family
	}
	return t.Label()
}

// containerMemory returns what placement counts of a container: the reservation
// if it has one.
func containerMemory(c *inventory.Container) inventory.Fact[int] {
	if !c.MemoryReservationMiB.IsAbsent() {
		return c.MemoryReservationMiB
	}
	return c.MemoryMiB
}

type demandBuilder struct {
	task   *inventory.TaskDefinition
	demand Demand
}

func (b *demandBuilder) unknown(field string) {
	b.demand.Unknown = append(b.demand.Unknown, field)
}

// sum returns the task's own figure, or else that of its containers together, and
// sets where it is written.
func (b *demandBuilder) sum(field string, at *inventory.Place, whole inventory.Fact[int], part func(*inventory.Container) inventory.Fact[int]) int {
	if !whole.IsAbsent() {
		*at = whole.Place
		return b.figure(field, whole)
	}
	total := 0
	for _, c := range b.task.Containers.Items {
		f := part(c)
		place(at, f.Place)
		total += b.figure(field, f)
	}
	return total
}

func (b *demandBuilder) figure(field string, f inventory.Fact[int]) int {
	n, ok := f.Or(0)
	switch {
	case !ok && f.Fault != nil:
		b.demand.Faults = append(b.demand.Faults, field+" "+f.Fault.Message)
		return 0
	case !ok:
		b.unknown(field)
		return 0
	}
	return max(0, n)
}

func (b *demandBuilder) gpus() GPUDemand {
	var d GPUDemand
	for _, c := range b.task.Containers.Items {
		if !c.GPURequests.Complete() {
			b.unknown("gpus")
		}
		for _, fact := range c.GPURequests.Items {
			request, ok := fact.Get()
			if !ok {
				b.unknown("gpus")
				continue
			}
			d.add(request)
			place(&b.demand.Places.GPUs, fact.Place)
		}
	}
	d.refuseClashes()
	return d
}

// device is a device file that only some instance types have.
var device = regexp.MustCompile(`^/dev/(neuron|infiniband/uverbs)([0-9]{1,3})$`)

// devices counts the device files that containers map, which the host must have.
func (b *demandBuilder) devices() {
	d := &b.demand
	for _, c := range b.task.Containers.Items {
		for _, item := range c.Devices.Items {
			path, _ := item.HostPath.Get()
			match := device.FindStringSubmatch(path)
			if match == nil {
				continue
			}
			n, _ := strconv.Atoi(match[2]) // three digits at most
			if match[1] == "neuron" {
				d.NeuronDevices = max(d.NeuronDevices, n+1)
				place(&d.Places.Neuron, item.HostPath.Place)
			} else {
				d.EFADevices = max(d.EFADevices, n+1)
				place(&d.Places.EFA, item.HostPath.Place)
			}
		}
	}
}

// place sets a place that is not set yet.
func place(at *inventory.Place, p inventory.Place) {
	if at.Path == "" {
		*at = p
	}
}

func (b *demandBuilder) network() {
	mode, ok := b.task.NetworkMode.Or("bridge")
	b.demand.Places.NetworkMode = b.task.NetworkMode.Place
	if !ok {
		b.unknown("networkMode")
		return
	}
	if mode == "awsvpc" {
		b.demand.Interfaces = 1
		return
	}
	if mode != "host" && mode != "bridge" && mode != "default" {
		return
	}
	for _, c := range b.task.Containers.Items {
		for _, m := range c.PortMappings.Items {
			b.port(m, mode == "host")
		}
	}
	slices.SortFunc(b.demand.HostPorts, func(x, y HostPort) int {
		return cmp.Or(cmp.Compare(x.Number, y.Number), cmp.Compare(x.Protocol, y.Protocol))
	})
	b.demand.HostPorts = slices.Compact(b.demand.HostPorts)
}

func (b *demandBuilder) port(m inventory.PortMapping, host bool) {
	fact := m.HostPort
	if host && fact.IsAbsent() {
		fact = m.ContainerPort
	}
	number, ok := fact.Or(0)
	protocol, known := m.Protocol.Or("tcp")
	if !ok || !known {
		b.unknown("ports")
		return
	}
	if number > 0 { // 0 is a port that Docker chooses
		port := HostPort{Protocol: protocol, Number: number}
		if b.demand.Places.Ports == nil {
			b.demand.Places.Ports = map[HostPort]inventory.Place{}
		}
		b.demand.Places.Ports[port] = fact.Place
		b.demand.HostPorts = append(b.demand.HostPorts, port)
	}
}

func (b *demandBuilder) platform() {
	name, ok := b.task.Architecture.Or("")
	if !ok {
		b.unknown("architecture")
		return
	}
	if name == "" {
		return
	}
	if a, err := hardware.ParseArchitecture(name); err == nil {
		b.demand.Architecture, b.demand.Places.Architecture = a, b.task.Architecture.Place
	}
}

// With returns the demand with the constraints of a service added.
func (d Demand) With(service Constraint) Demand {
	d.Constraint = d.Constraint.and(service)
	return d
}

// AtLeast returns a demand that an instance meets only if it meets both, apart
// from constraints and ports.
func (d Demand) AtLeast(e Demand) Demand {
	d.CPUUnits, d.MemoryMiB = max(d.CPUUnits, e.CPUUnits), max(d.MemoryMiB, e.MemoryMiB)
	d.NeuronDevices, d.EFADevices = max(d.NeuronDevices, e.NeuronDevices), max(d.EFADevices, e.EFADevices)
	d.Interfaces = max(d.Interfaces, e.Interfaces)
	if d.Architecture == "" {
		d.Architecture = e.Architecture
	}
	if e.GPU.weight() > d.GPU.weight() {
		d.GPU = e.GPU
	}
	return d
}

// Compare orders demands by how hard they are to place, the hardest first.
func (d *Demand) Compare(other *Demand) int {
	return cmp.Or(cmp.Compare(other.GPU.weight(), d.GPU.weight()), cmp.Compare(other.MemoryMiB, d.MemoryMiB),
		cmp.Compare(other.CPUUnits, d.CPUUnits), cmp.Compare(d.Family, other.Family))
}

// String returns the demand as a person writes it: "4 GPUs, 1 vCPU, 8192 MiB".
func (d Demand) String() string {
	text := fmt.Sprintf("%s vCPU, %s", VCPUText(d.CPUUnits), MemoryText(d.MemoryMiB))
	if d.GPU.IsZero() {
		return text
	}
	return d.GPU.String() + ", " + text
}
