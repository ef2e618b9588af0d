package placement_test

import (
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// pool is a pool of a cluster under test, in props.
type pool struct {
	name              string
	types             []string
	min, desired, max int
	scaling           bool
}

// cluster returns an inventory of pools and tasks.
func cluster(pools []pool, tasks ...*inventory.TaskDefinition) *inventory.Inventory {
	inv := &inventory.Inventory{TaskDefinitions: tasks, Clusters: []*inventory.Cluster{{Item: inventory.Item{LogicalID: "Cluster"}}}}
	for _, p := range pools {
		from := &inventory.Pool{
			Item: inventory.Item{LogicalID: p.name}, Kind: inventory.AutoScalingGroup, Name: inventory.Known(p.name), Cluster: inventory.LinkTo("Cluster"),
			InstanceTypes: inventory.Knowns(p.types...),
			Min:           inventory.Known(p.min), Desired: inventory.Known(p.desired), Max: inventory.Known(p.max),
		}
		if p.scaling {
			id := p.name + "Provider"
			from.CapacityProviders = []string{id}
			inv.CapacityProviders = append(inv.CapacityProviders, &inventory.CapacityProvider{
				Item: inventory.Item{LogicalID: id}, Pool: p.name, ManagedScaling: inventory.Known("ENABLED"),
			})
		}
		inv.Pools = append(inv.Pools, from)
	}
	return inv
}

// task returns a task definition of one container.
func task(family string, gpus, cpuUnits, memoryMiB int) *inventory.TaskDefinition {
	c := &inventory.Container{Name: inventory.Known("main")}
	if gpus > 0 {
		c.GPURequests = inventory.Knowns(inventory.WholeGPUs(gpus))
	}
	return &inventory.TaskDefinition{
		Item: inventory.Item{LogicalID: family}, Family: inventory.Known(family),
		CPUUnits: inventory.Known(cpuUnits), MemoryMiB: inventory.Known(memoryMiB),
		Containers: inventory.ListOf(c),
	}
}
