package ecsgpu

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// inventory is the task definition as the rules see it, each field with the
// name of its prop.
func (p TaskDefinitionProps) inventory() *inventory.TaskDefinition {
	task := &inventory.TaskDefinition{
		Family:          inventory.KnownAt(p.Family, "Family"),
		NetworkMode:     inventory.KnownAt(string(p.networkMode()), "NetworkMode"),
		Compatibilities: inventory.Knowns("EC2"),
		CPUUnits:        optionalFact(p.CPUUnits, "CPUUnits"),
		MemoryMiB:       optionalFact(p.MemoryMiB, "MemoryMiB"),
	}
	var all []*inventory.Container
	for i, c := range p.Containers {
		all = append(all, c.inventory(fmt.Sprintf("Containers[%d].", i)))
	}
	task.Containers = inventory.ListOf(all...)
	return task
}

func (c Container) inventory(prefix string) *inventory.Container {
	container := &inventory.Container{
		Name:                 inventory.KnownAt(c.Name, prefix+"Name"),
		CPUUnits:             optionalFact(c.CPUUnits, prefix+"CPUUnits"),
		MemoryMiB:            optionalFact(c.MemoryMiB, prefix+"MemoryMiB"),
		MemoryReservationMiB: optionalFact(c.MemoryReservationMiB, prefix+"MemoryReservationMiB"),
		SharedMemoryMiB:      optionalFact(c.SharedMemoryMiB, prefix+"SharedMemoryMiB"),
	}
	if !c.GPUs.IsZero() {
		container.GPURequests = inventory.KnownsAt(prefix+"GPUs", c.GPUs)
	}
	var ports []inventory.PortMapping
	for _, port := range c.Ports {
		ports = append(ports, inventory.PortMapping{
			ContainerPort: inventory.Known(port.Container),
			HostPort:      optionalFact(port.Host, prefix+"Ports"),
		})
	}
	container.PortMappings = inventory.ListOf(ports...)
	return container
}

// optionalFact is absent for a number that was left out.
func optionalFact(n int, prop string) inventory.Fact[int] {
	if n == 0 {
		return inventory.Fact[int]{}
	}
	return inventory.KnownAt(n, prop)
}

// fits says why no instance of the pool could ever run the task. Managed
// scaling judges a pool by its smallest type, so every type must do; of the
// types that a parameter allows, one is enough, because the deployment chooses.
func (p TaskDefinitionProps) fits(all *problems) {
	if p.Pool == nil || len(*all) > 0 {
		return
	}
	request := sizing.RequestOf(p.inventory())
	var reasons []string
	for _, t := range p.Pool.types {
		if shortages := p.Pool.offer(t).Shortages(request); len(shortages) > 0 {
			reasons = append(reasons, fmt.Sprintf("%s %s", t.Name, describe(shortages)))
		}
	}
	if len(reasons) == 0 || (p.Pool.chosen() && len(reasons) < len(p.Pool.types)) {
		return
	}
	all.add("the task never fits pool %q: %s; %s", p.Pool.id, strings.Join(reasons, ", "), p.Pool.wouldDo(request))
}

// tasksPerInstance is how many of these tasks run at once on the pool's
// smallest instance, or on the default of a parameter; 0 when nothing limits
// them, or when the task fits none but other values of the parameter.
func (t *TaskDefinition) tasksPerInstance() int {
	types := t.Pool.types
	if t.Pool.chosen() {
		types = types[:1]
	}
	least := 0
	for _, instanceType := range types {
		count, _, bounded := t.Pool.offer(instanceType).Concurrent(t.request)
		if bounded && (least == 0 || count < least) {
			least = count
		}
	}
	return least
}

// chosen says whether a parameter decides at deployment on one of the types.
func (p *Pool) chosen() bool { return p.props.Parameters.InstanceType != nil }

// offer is what an instance of the pool registers with ECS.
func (p *Pool) offer(t hardware.InstanceType) sizing.Offer {
	return sizing.OfferOf(t, max(p.props.Agent.ReservedMemoryMiB, 0))
}

// describe says what a task wants and an instance lacks.
func describe(shortages []sizing.Shortage) string {
	var all []string
	for _, s := range shortages {
		if s.Wanted == 0 {
			all = append(all, "lacks "+inWords(s.Limit))
		} else {
			all = append(all, fmt.Sprintf("has %d of %d %s", s.Offered, s.Wanted, inWords(s.Limit)))
		}
	}
	return strings.Join(all, " and ")
}

// inWords is a limit with its unit.
func inWords(limit sizing.Limit) string {
	switch limit {
	case sizing.LimitArchitecture:
		return "the architecture"
	case sizing.LimitGPUs:
		return "GPUs"
	case sizing.LimitGPUMemory:
		return "MiB of GPU memory"
	case sizing.LimitCPU:
		return "CPU units"
	case sizing.LimitMemory:
		return "MiB of memory"
	case sizing.LimitInterfaces:
		return "network interfaces for awsvpc tasks"
	case sizing.LimitPorts:
		return "a port that the task wants, which the instance itself uses"
	}
	return string(limit)
}

// wouldDo names the cheapest types on offer that would run the task.
func (p *Pool) wouldDo(request sizing.Request) string {
	need := hardware.Need{Architecture: p.types[0].Architectures[0], Kind: p.Kind(), Fractional: request.GPU.Fraction > 0}
	if !request.GPU.IsZero() {
		need.Kind = hardware.GPUKind
	}
	var names []string
	for _, t := range hardware.Select(need) {
		if len(names) < 3 && len(p.offer(t).Shortages(request)) == 0 {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return "no instance type on offer would do"
	}
	return "the cheapest types that would do: " + strings.Join(names, ", ")
}
