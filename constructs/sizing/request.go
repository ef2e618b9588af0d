package sizing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Request is what one task takes from the instance it runs on. The zero value
// takes nothing.
type Request struct {
	Family string

	// CPUUnits is 1024 per vCPU: the task's figure, or else the sum of its
	// containers'. A task without either reserves nothing.
	CPUUnits int

	// MemoryMiB is the task's figure, or else the sum of its containers':
	// of each the reservation if there is one, or else the hard limit.
	MemoryMiB int

	GPU GPUDemand

	// Interfaces is 1 for a task in awsvpc mode, which gets a network interface
	// of its own, and 0 for others.
	Interfaces int

	// HostPorts are the fixed ports of the host that the task occupies, sorted.
	HostPorts []HostPort

	// Architecture is that of the runtime platform. Default: any.
	Architecture hardware.Architecture

	// Unknown names the fields that are known only at deployment, sorted. They
	// count as nothing, so that results are upper bounds.
	Unknown []string

	// Faults say which numbers cannot be read, and why. They count as nothing, too.
	Faults []string
}

// GPUDemand is what the containers of one task ask of the GPUs of an instance.
// The zero value asks for none.
type GPUDemand struct {
	// Devices is the number of GPUs that no other task gets. Clashes with All
	// and SharedMemoryMiB.
	Devices int

	// All takes every GPU of the instance.
	All bool

	// Fraction, above 0 and below 1, asks for Devices on a fractional instance
	// (G6f, Gr6f) that has at least this part of a GPU; see
	// inventory.FractionsUncertain. Whether a fraction can be split further is
	// not documented, so each device serves one container.
	Fraction float64

	// SharedMemoryMiB is memory of one GPU that tasks share by NVIDIA MPS. All
	// sharing containers of a task land on the same GPU.
	SharedMemoryMiB int

	// Neuron takes every Neuron device of a Managed Instances host.
	Neuron bool

	// Refused says why ECS takes no such request; empty when it does.
	Refused string
}

// IsZero reports that no GPU is asked for.
func (d GPUDemand) IsZero() bool { return d == GPUDemand{} }

// HostPort is a fixed port of the host.
type HostPort struct {
	Protocol string // tcp or udp
	Number   int
}

// reservedHostPorts are the container instance's own: SSH, Docker, the agent.
// Source: Amazon ECS API reference, PortMapping.
var reservedHostPorts = []int{22, 2375, 2376, 51678, 51679, 51680}

// IsReserved reports that no task can have the port, because the instance has it.
func (p HostPort) IsReserved() bool {
	return p.Protocol == "tcp" && slices.Contains(reservedHostPorts, p.Number)
}

// RequestOf is what a task of the definition reserves.
func RequestOf(t *inventory.TaskDefinition) Request {
	b := requestBuilder{task: t}
	b.request.Family = familyOf(t)
	b.request.CPUUnits = b.sum("cpu", t.CPUUnits, func(c *inventory.Container) inventory.Fact[int] { return c.CPUUnits })
	b.request.MemoryMiB = b.sum("memory", t.MemoryMiB, containerMemory)
	b.request.GPU = b.gpus()
	b.network()
	b.platform()
	if !t.Containers.Complete() {
		b.unknown("containers")
	}
	slices.Sort(b.request.Unknown)
	b.request.Unknown = slices.Compact(b.request.Unknown)
	return b.request
}

// familyOf is the family, or the logical id when CloudFormation makes the name.
func familyOf(t *inventory.TaskDefinition) string {
	if family, ok := t.Family.Get(); ok {
		return family
	}
	return t.Label()
}

// containerMemory is what placement counts of a container: the reservation if
// it has one.
func containerMemory(c *inventory.Container) inventory.Fact[int] {
	if !c.MemoryReservationMiB.IsAbsent() {
		return c.MemoryReservationMiB
	}
	return c.MemoryMiB
}

type requestBuilder struct {
	task    *inventory.TaskDefinition
	request Request
}

func (b *requestBuilder) unknown(field string) {
	b.request.Unknown = append(b.request.Unknown, field)
}

// sum is the task's own figure, or else that of its containers together.
func (b *requestBuilder) sum(field string, whole inventory.Fact[int], part func(*inventory.Container) inventory.Fact[int]) int {
	if !whole.IsAbsent() {
		return b.figure(field, whole)
	}
	total := 0
	for _, c := range b.task.Containers.Items {
		total += b.figure(field, part(c))
	}
	return total
}

func (b *requestBuilder) figure(field string, f inventory.Fact[int]) int {
	n, ok := f.Or(0)
	switch {
	case !ok && f.Fault != nil:
		b.request.Faults = append(b.request.Faults, field+" "+f.Fault.Message)
		return 0
	case !ok:
		b.unknown(field)
		return 0
	}
	return max(0, n)
}

func (b *requestBuilder) gpus() GPUDemand {
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
		}
	}
	d.refuseClashes()
	return d
}

func (d *GPUDemand) add(r inventory.GPURequest) {
	if err := r.Validate(); err != nil {
		d.Refused = cmp.Or(d.Refused, err.Error())
		return
	}
	switch r.Kind() {
	case inventory.GPURequestWhole:
		d.Devices += int(r.GPUs())
	case inventory.GPURequestAll:
		d.All = true
	case inventory.GPURequestFraction:
		d.Devices++
		d.Fraction = max(d.Fraction, r.GPUs())
	case inventory.GPURequestShared:
		d.SharedMemoryMiB += r.MemoryMiB()
	case inventory.GPURequestNeuronDevice:
		d.Neuron = true
	}
}

// refuseClashes knows ECS's rule that the containers of a task ask in one way.
func (d *GPUDemand) refuseClashes() {
	ways := 0
	for _, asked := range []bool{d.All, d.Neuron, d.Devices > 0, d.SharedMemoryMiB > 0} {
		if asked {
			ways++
		}
	}
	if ways > 1 {
		d.Refused = cmp.Or(d.Refused, "all containers of a task must ask for GPUs in the same way")
	}
}

func (b *requestBuilder) network() {
	mode, ok := b.task.NetworkMode.Or("bridge")
	if !ok {
		b.unknown("networkMode")
		return
	}
	if mode == "awsvpc" {
		b.request.Interfaces = 1
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
	slices.SortFunc(b.request.HostPorts, func(x, y HostPort) int {
		return cmp.Or(cmp.Compare(x.Number, y.Number), cmp.Compare(x.Protocol, y.Protocol))
	})
	b.request.HostPorts = slices.Compact(b.request.HostPorts)
}

func (b *requestBuilder) port(m inventory.PortMapping, host bool) {
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
		b.request.HostPorts = append(b.request.HostPorts, HostPort{Protocol: protocol, Number: number})
	}
}

func (b *requestBuilder) platform() {
	name, ok := b.task.Architecture.Or("")
	if !ok {
		b.unknown("architecture")
		return
	}
	if name == "" {
		return
	}
	if a, err := hardware.ParseArchitecture(name); err == nil {
		b.request.Architecture = a
	}
}

// String is the request as a person says it: "4 GPUs, 1 vCPU, 8192 MiB".
func (r Request) String() string {
	text := fmt.Sprintf("%s vCPU, %s", VCPUText(r.CPUUnits), MemoryText(r.MemoryMiB))
	if r.GPU.IsZero() {
		return text
	}
	return r.GPU.String() + ", " + text
}

// String is the demand as a person says it: "4 GPUs".
func (d GPUDemand) String() string {
	switch {
	case d.All:
		return "all GPUs"
	case d.Neuron:
		return "all Neuron devices"
	case d.SharedMemoryMiB > 0:
		return fmt.Sprintf("%d MiB of a shared GPU", d.SharedMemoryMiB)
	case d.Fraction > 0 && d.Devices == 1:
		return fmt.Sprintf("%g GPU", d.Fraction)
	case d.Fraction > 0:
		return fmt.Sprintf("%d x %g GPU", d.Devices, d.Fraction)
	case d.Devices == 1:
		return "1 GPU"
	case d.Devices > 1:
		return fmt.Sprintf("%d GPUs", d.Devices)
	}
	return "no GPU"
}
