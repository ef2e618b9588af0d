package ecsgpu

import (
	"strconv"

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
