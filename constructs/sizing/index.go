package sizing

import (
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// index finds what pools and services refer to, so that sizing looks at each
// item of an inventory once.
type index struct {
	tasks      map[string]*inventory.TaskDefinition
	subnets    map[string]*inventory.Subnet
	providers  map[string]*inventory.CapacityProvider
	strategies map[string]inventory.List[inventory.StrategyItem] // default ones by cluster, as they are asked for
	inDefault  map[*Pool]bool                                    // whether its cluster's default strategy names the pool
	inv        *inventory.Inventory
}

func newIndex(inv *inventory.Inventory) *index {
	x := &index{inv: inv,
		tasks: map[string]*inventory.TaskDefinition{}, subnets: map[string]*inventory.Subnet{}, providers: map[string]*inventory.CapacityProvider{},
		strategies: map[string]inventory.List[inventory.StrategyItem]{}, inDefault: map[*Pool]bool{}}
	for _, t := range inv.TaskDefinitions {
		x.tasks[t.LogicalID] = t
	}
	for _, s := range inv.Subnets {
		x.subnets[s.LogicalID] = s
	}
	for _, p := range inv.CapacityProviders {
		x.providers[p.LogicalID] = p
	}
	return x
}

// defaultNames reports whether the default strategy of the pool's cluster sends
// tasks to the pool.
func (x *index) defaultNames(p *Pool) bool {
	named, known := x.inDefault[p]
	if !known {
		strategy, read := x.strategies[p.ClusterID]
		if !read {
			strategy = x.inv.DefaultStrategy(p.ClusterID)
			x.strategies[p.ClusterID] = strategy
		}
		named = p.in(strategy)
		x.inDefault[p] = named
	}
	return named
}

// daemon is a daemon service with what it takes of each instance.
type daemon struct {
	service *inventory.Service
	request placement.Demand
}

func (x *index) daemons() []daemon {
	var daemons []daemon
	for _, s := range x.inv.Services {
		scheduling, _ := s.SchedulingStrategy.Or("REPLICA")
		if task := x.tasks[s.TaskDefinition.Target]; scheduling == "DAEMON" && task != nil {
			daemons = append(daemons, daemon{s, placement.DemandOf(task)})
		}
	}
	return daemons
}
