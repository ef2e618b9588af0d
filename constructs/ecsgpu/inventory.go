package ecsgpu

import (
	"fmt"
	"strconv"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// inventories is the pool as the rules see it: one, or one for each type that a
// parameter allows, its default first.
func (p *Pool) inventories() []*inventory.Pool {
	if !p.chosen() {
		return []*inventory.Pool{p.inventory(p.types)}
	}
	var all []*inventory.Pool
	for _, t := range p.types {
		all = append(all, p.inventory([]hardware.InstanceType{t}))
	}
	return all
}

func (p *Pool) inventory(types []hardware.InstanceType) *inventory.Pool {
	var names []string
	for _, t := range types {
		names = append(names, t.Name)
	}
	launch := &inventory.Launch{
		Kind:         inventory.LaunchTemplate,
		InstanceType: inventory.KnownAt(names[0], "InstanceTypes"),
		Agent:        inventory.AgentConfig{Settings: p.agentFacts()},
	}
	if p.image.SSMParameter != "" {
		launch.Image.SSMParameter = inventory.KnownAt(p.image.SSMParameter, "Image")
	}
	return &inventory.Pool{
		Item:          inventory.Item{LogicalID: p.id},
		Kind:          inventory.AutoScalingGroup,
		Name:          inventory.Known(p.id),
		Membership:    []string{"provider"},
		InstanceTypes: inventory.KnownsAt("InstanceTypes", names...),
		Launch:        launch,
		Min:           inventory.KnownAt(p.props.MinCapacity, "MinCapacity"),
		Max:           inventory.KnownAt(p.props.MaxCapacity, "MaxCapacity"),
	}
}

// agentFacts is what placement depends on of the agent's settings.
func (p *Pool) agentFacts() inventory.Map {
	reserved := max(p.props.Agent.ReservedMemoryMiB, 0)
	return inventory.MapOf(map[string]string{"ECS_RESERVED_MEMORY": strconv.Itoa(reserved)})
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
		offer := t.Pool.offer(instanceType)
		count, _, bounded := offer.Concurrent(&t.request)
		if bounded && (least == 0 || count < least) {
			least = count
		}
	}
	return least
}

// chosen says whether a parameter decides at deployment on one of the types.
func (p *Pool) chosen() bool { return p.props.Parameters.InstanceType != nil }

// offer is what an instance of the pool registers with ECS.
func (p *Pool) offer(t hardware.InstanceType) placement.Offer {
	return placement.OfferOf(t, max(p.props.Agent.ReservedMemoryMiB, 0))
}

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
