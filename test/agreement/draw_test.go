package agreement

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

var types = []string{"g4dn.xlarge", "g5.xlarge", "g5.12xlarge", "g6f.2xlarge", "p4d.24xlarge", "c5.2xlarge", "m7g.large", "inf2.xlarge"}

// draw draws the parts of an inventory.
type draw struct{ *rapid.T }

func (d draw) number(low, high int) int { return rapid.IntRange(low, high).Draw(d.T, "number") }
func (d draw) chance(percent int) bool  { return d.number(1, 100) <= percent }

func pick[V any](d draw, values ...V) V { return rapid.SampledFrom(values).Draw(d.T, "pick") }

// item returns an item that findings name by its id.
func item(id string) inventory.Item { return inventory.Item{LogicalID: id, ConstructPath: id} }

// inventory draws a cluster with pools, tasks and services.
func (d draw) inventory() *inventory.Inventory {
	inv := &inventory.Inventory{Clusters: []*inventory.Cluster{{Item: item("Cluster")}}}
	for i := range d.number(1, 3) {
		d.pool(inv, fmt.Sprint("Pool", i))
	}
	if d.chance(50) {
		inv.Clusters[0].DefaultStrategy = d.strategy(inv)
	}
	for i := range d.number(1, 4) {
		id := fmt.Sprint("Task", i)
		inv.TaskDefinitions = append(inv.TaskDefinitions, d.task(id))
		for n := range d.number(0, 2) {
			inv.Services = append(inv.Services, d.service(inv, fmt.Sprint("Service", i, n), id))
		}
	}
	return inv
}

func (d draw) pool(inv *inventory.Inventory, id string) {
	p := &inventory.Pool{
		Item: item(id), Kind: inventory.AutoScalingGroup, Name: inventory.Known(id), Cluster: inventory.LinkTo("Cluster"),
		InstanceTypes: inventory.Knowns(pick(d, types...)),
	}
	switch d.number(0, 3) {
	case 0:
		p.InstanceTypes = inventory.Knowns(p.InstanceTypes.Items[0].Text, pick(d, types...))
	case 1:
		p.InstanceTypes, p.Requirements = inventory.Knowns[string](), d.requirements()
	}
	most := d.number(0, 4)
	desired := d.number(0, most)
	p.Min, p.Desired, p.Max = inventory.Known(d.number(0, desired)), inventory.Known(desired), inventory.Known(most)
	provider := &inventory.CapacityProvider{Item: item(id + "Provider"), Pool: id}
	if d.chance(20) {
		p.Kind, provider.ManagedInstances = inventory.ManagedInstances, true
	} else if d.chance(75) {
		provider.ManagedScaling = inventory.Known("ENABLED")
	}
	if p.Kind == inventory.ManagedInstances || d.chance(85) {
		p.CapacityProviders = []string{provider.LogicalID}
		inv.CapacityProviders = append(inv.CapacityProviders, provider)
	}
	inv.Pools = append(inv.Pools, p)
}

func (d draw) requirements() *inventory.InstanceRequirements {
	r := &inventory.InstanceRequirements{AllowedInstanceTypes: inventory.Knowns(pick(d, "g5.*", "g6.*", "c5.*"))}
	if d.chance(50) {
		r.VCpuCount.Min, r.VCpuCount.Max = inventory.Known(4), inventory.Known(pick(d, 8, 48))
	}
	return r
}

func (d draw) task(id string) *inventory.TaskDefinition {
	c := &inventory.Container{Name: inventory.Known("main")}
	switch d.number(0, 9) {
	case 0, 1, 2:
		c.GPURequests = inventory.Knowns(inventory.WholeGPUs(pick(d, 1, 1, 4, 8, 16)))
	case 3:
		c.GPURequests = inventory.Knowns(inventory.AllGPUs())
	case 4, 5:
		c.GPURequests = inventory.Knowns(inventory.SharedGPU(pick(d, 1000, 12000, 15800, 22000, 50000), 0))
	case 6:
		c.GPURequests = inventory.Knowns(inventory.FractionalGPU(0.25))
	case 7:
		c.GPURequests = inventory.Knowns(inventory.NeuronDevices("ALL"))
	}
	t := &inventory.TaskDefinition{
		Item: item(id), Family: inventory.Known(id), CPUUnits: inventory.Known(pick(d, 0, 256, 4096, 5000, 60000)),
		MemoryMiB:       inventory.Known(pick(d, 64, 512, 7500, 15000, 15500, 16384, 100000)),
		Compatibilities: inventory.Knowns("EC2"), Containers: inventory.ListOf(c),
	}
	switch d.number(0, 5) {
	case 0:
		t.NetworkMode = inventory.Known("awsvpc")
	case 1:
		c.PortMappings = inventory.ListOf(inventory.PortMapping{ContainerPort: inventory.Known(80), HostPort: inventory.Known(pick(d, 0, 22, 8080, 8080))})
	case 2:
		t.NetworkMode = inventory.Known("host")
		c.PortMappings = inventory.ListOf(inventory.PortMapping{ContainerPort: inventory.Known(8080)})
	}
	if d.chance(15) {
		t.Architecture = inventory.Known(pick(d, "X86_64", "ARM64"))
	}
	if d.chance(25) {
		t.PlacementConstraints = d.constraints()
	}
	return t
}

func (d draw) constraints() inventory.List[inventory.PlacementConstraint] {
	if d.chance(30) {
		return inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("distinctInstance")})
	}
	return inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.Known(pick(d,
		"attribute:ecs.instance-type == g5.xlarge", "attribute:ecs.instance-type != g5.xlarge",
		"attribute:ecs.instance-type =~ g5.*", "attribute:ecs.instance-type in [c5.2xlarge, g4dn.xlarge]", "attribute:rack == 7"))})
}

func (d draw) strategy(inv *inventory.Inventory) inventory.List[inventory.StrategyItem] {
	items := inventory.ListOf[inventory.StrategyItem]()
	for _, c := range inv.CapacityProviders {
		if d.chance(60) {
			items.Items = append(items.Items, inventory.StrategyItem{
				Provider: inventory.LinkTo(c.LogicalID), Weight: inventory.Known(d.number(0, 3)), Base: inventory.Known(pick(d, 0, 0, 2)),
			})
		}
	}
	return items
}

func (d draw) service(inv *inventory.Inventory, id, task string) *inventory.Service {
	s := &inventory.Service{
		Item: item(id), Cluster: inventory.LinkTo("Cluster"), TaskDefinition: inventory.LinkTo(task), DesiredCount: inventory.Known(d.number(0, 4)),
	}
	switch d.number(0, 3) {
	case 0:
		s.LaunchType = inventory.Known(pick(d, "EC2", "EC2", "FARGATE"))
	case 1, 2:
		s.Strategy = d.strategy(inv)
	}
	if d.chance(15) {
		s.SchedulingStrategy = inventory.Known("DAEMON")
	}
	if d.chance(20) {
		s.PlacementConstraints = d.constraints()
	}
	return s
}
