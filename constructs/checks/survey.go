package checks

import (
	"cmp"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// survey is an inventory with what several rules derive from it, each derived
// once.
type survey struct {
	inv      *inventory.Inventory
	pools    []*pool
	tasks    []*task
	services []*service

	poolByID     map[string]*pool
	taskByID     map[string]*task
	providerByID map[string]*inventory.CapacityProvider
	clusterByID  map[string]*inventory.Cluster
	strategies   map[string]inventory.List[inventory.StrategyItem] // default strategy by cluster
	associations map[string][]*inventory.Association               // by cluster

	// to is where every task goes, when the caller says so instead of services.
	to []*pool

	// Names are made when the first message needs one.
	poolNames, serviceNames map[string]string

	advice adviser
	judged []verdict
	items  map[string]inventory.Item
	done   bool

	pairs, unrouted int                // see pairing
	clusterPools    map[string][]*pool // that are in a cluster, or may be

	faulty   []number // numbers with a fault, in the order of pools, strategies, services, tasks
	numbered bool
}

func newSurvey(inv *inventory.Inventory) *survey {
	s := &survey{
		inv:      inv,
		advice:   adviser{},
		poolByID: map[string]*pool{}, taskByID: map[string]*task{},
		providerByID: map[string]*inventory.CapacityProvider{},
		clusterByID:  map[string]*inventory.Cluster{},
		strategies:   map[string]inventory.List[inventory.StrategyItem]{},
		associations: map[string][]*inventory.Association{},
		clusterPools: map[string][]*pool{},
	}
	for _, c := range inv.CapacityProviders {
		s.providerByID[c.LogicalID] = c
	}
	for _, p := range inv.Pools {
		view := s.newPool(p)
		s.pools = append(s.pools, view)
		s.poolByID[p.LogicalID] = view
	}
	s.readClusters()
	for _, d := range inv.TaskDefinitions {
		view := s.newTask(d)
		s.tasks = append(s.tasks, view)
		s.taskByID[d.LogicalID] = view
	}
	for _, v := range inv.Services {
		s.services = append(s.services, s.newService(v))
	}
	s.sendTasks()
	return s
}

func (s *survey) poolName(p *inventory.Pool) string {
	if s.poolNames == nil {
		s.poolNames = s.inv.PoolNames()
	}
	return cmp.Or(s.poolNames[p.LogicalID], p.Label())
}

func (s *survey) serviceName(v *inventory.Service) string {
	if s.serviceNames == nil {
		s.serviceNames = s.inv.ServiceNames()
	}
	return cmp.Or(s.serviceNames[v.LogicalID], v.Label())
}

func (s *survey) readClusters() {
	for _, c := range s.inv.Clusters {
		s.clusterByID[c.LogicalID] = c
		s.strategies[c.LogicalID] = c.DefaultStrategy
	}
	for _, a := range s.inv.Associations {
		if id := a.Cluster.Target; id != "" {
			s.associations[id] = append(s.associations[id], a)
			s.strategies[id] = a.DefaultStrategy
		}
	}
}

// sendTasks links tasks, services and pools: where each task may run.
func (s *survey) sendTasks() {
	for _, v := range s.services {
		v.route = s.pairing(s.routeOf(v))
		if v.task != nil {
			v.task.services = append(v.task.services, v)
			v.task.routes = append(v.task.routes, v.route)
		}
	}
	for _, t := range s.tasks {
		if len(t.services) == 0 {
			t.routes = []route{s.pairing(s.bareRoute(t))}
		}
	}
}
