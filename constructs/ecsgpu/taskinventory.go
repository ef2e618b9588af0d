package ecsgpu

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// checkRules applies the rules that every template is held to. A finding names
// the prop that causes it. Of several pools that the task's pool can turn out
// to be, one on which it runs is enough.
func (p TaskDefinitionProps) checkRules(all *problems) {
	if len(*all) > 0 {
		return // about half a task definition there is nothing reliable to say
	}
	var pools []*inventory.Pool
	switch {
	case p.Pool != nil:
		pools = p.Pool.inventories()
	case p.ManagedPool != nil:
		pools = p.ManagedPool.inventories()
	default:
		all.addFindings(checks.Task(p.inventory()))
		return
	}
	var first problems
	for i, pool := range pools {
		var found problems
		found.addFindings(checks.Task(p.inventory(), pool))
		if len(found) == 0 {
			return
		}
		if i == 0 {
			first = found
		}
	}
	*all = append(*all, first...)
}

// addFindings takes the findings that are errors.
func (p *problems) addFindings(findings []checks.Finding) {
	for _, finding := range findings {
		if finding.Severity == checks.Error {
			*p = append(*p, finding)
		}
	}
}

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
	task.PlacementConstraints = p.Placement.inventory()
	return task
}

func (p Placement) inventory() inventory.List[inventory.PlacementConstraint] {
	var all []inventory.PlacementConstraint
	for _, expression := range p.expressions() {
		all = append(all, inventory.PlacementConstraint{
			Type: inventory.Known("memberOf"), Expression: inventory.KnownAt(expression, "Placement"),
		})
	}
	return inventory.ListOf(all...)
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
