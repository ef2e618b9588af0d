package placement

import (
	"cmp"
	"fmt"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

const (
	// maxPairs is how many pairs of a route and a pool or an instance type are
	// judged: as many as tasks and pools a template of CloudFormation's resources
	// can have, four times.
	maxPairs = cloudformation.MaxResources * cloudformation.MaxResources
	// maxZones is as many as a Region can name: they end in a letter.
	maxZones = 26
)

// View is an inventory as ECS's scheduler sees it: what the pools offer, what
// the tasks request, and which services may send tasks where. Treat it as
// read-only.
type View struct {
	*inventory.Inventory
	Pools    []*Pool
	Tasks    []*Task
	Services []*Service

	// Unrouted is how many tasks and services were left out, because all
	// together have too many pairs with instance types.
	Unrouted int

	poolByID     map[string]*Pool
	taskByID     map[string]*Task
	providerByID map[string]*inventory.CapacityProvider
	strategies   map[string]inventory.List[inventory.StrategyItem] // default strategy by cluster
	handOrder    []int                                             // see ByHand
	toCluster    map[string]Route                                  // to any instance of a cluster
	foreign      bool                                              // some pool joins a cluster that is not here, and may have other pools
	pairs        int
}

// NewView looks at an inventory.
func NewView(inv *inventory.Inventory) *View { return newView(inv, (*View).route) }

// NewViewOf looks at an inventory as NewView does, for tasks that are all sent to
// the same pools instead of where services send them.
func NewViewOf(inv *inventory.Inventory) *View { return newView(inv, (*View).sendAll) }

func newView(inv *inventory.Inventory, send func(*View)) *View {
	v := &View{Inventory: inv,
		poolByID: map[string]*Pool{}, taskByID: map[string]*Task{}, providerByID: map[string]*inventory.CapacityProvider{},
		strategies: map[string]inventory.List[inventory.StrategyItem]{}, toCluster: map[string]Route{}}
	for _, c := range inv.CapacityProviders {
		v.providerByID[c.LogicalID] = c
	}
	v.readPools()
	v.readStrategies()
	for _, d := range inv.TaskDefinitions {
		t := &Task{TaskDefinition: d, Demand: DemandOf(d)}
		v.Tasks = append(v.Tasks, t)
		v.taskByID[d.LogicalID] = t
	}
	v.readServices()
	send(v)
	v.runDaemons()
	return v
}

func (v *View) readPools() {
	names, zones := v.PoolNames(), zonesOf(v.Inventory)
	for _, from := range v.Inventory.Pools {
		p := &Pool{Pool: from, Number: len(v.Pools), Title: cmp.Or(names[from.LogicalID], from.Label()), ClusterID: v.clusterOf(from),
			Size: sizesOf(from), Zones: zones(from)}
		for _, id := range from.CapacityProviders {
			if provider := v.providerByID[id]; provider != nil {
				p.Providers = append(p.Providers, provider)
			}
		}
		p.readSizes()
		p.readOptions()
		p.Scaling = scalingOf(p.Providers)
		v.Pools = append(v.Pools, p)
		v.poolByID[from.LogicalID] = p
		v.foreign = v.foreign || p.ClusterID == ""
	}
}

// clusterOf returns the cluster that the pool's instances join. A template with
// one cluster leaves no doubt.
func (v *View) clusterOf(p *inventory.Pool) string {
	if p.Cluster.Target == "" && len(v.Clusters) == 1 && !p.Cluster.IsKnown() {
		return v.Clusters[0].LogicalID
	}
	return p.Cluster.Target
}

// zonesOf returns a function that counts the availability zones of a pool.
func zonesOf(inv *inventory.Inventory) func(*inventory.Pool) int {
	subnets := map[string]*inventory.Subnet{}
	for _, s := range inv.Subnets {
		subnets[s.LogicalID] = s
	}
	return func(p *inventory.Pool) int {
		zones := map[string]bool{}
		for _, link := range p.Subnets.Items {
			zone := link.Target
			if subnet := subnets[link.Target]; subnet != nil && subnet.AvailabilityZone.Text != "" {
				zone = subnet.AvailabilityZone.Text
			}
			zones[zone] = true
		}
		return min(max(1, len(p.AvailabilityZones.Items), len(zones)), maxZones)
	}
}

// readStrategies finds the default strategies; an association's holds.
func (v *View) readStrategies() {
	for _, c := range v.Clusters {
		v.strategies[c.LogicalID] = c.DefaultStrategy
	}
	for _, a := range v.Associations {
		if id := a.Cluster.Target; id != "" {
			v.strategies[id] = a.DefaultStrategy
		}
	}
}

func (v *View) readServices() {
	names := v.ServiceNames()
	for _, s := range v.Inventory.Services {
		service := &Service{Service: s, Title: cmp.Or(names[s.LogicalID], s.Label()), Task: v.taskByID[s.TaskDefinition.Target]}
		if service.Task != nil {
			service.Demand = service.Task.Demand.With(ConstraintOf(s.PlacementConstraints))
			service.Task.Services = append(service.Task.Services, service)
		}
		v.Services = append(v.Services, service)
	}
}

// TaskByID returns the task with that logical id, or nil.
func (v *View) TaskByID(logicalID string) *Task { return v.taskByID[logicalID] }

// ProviderByID returns the capacity provider with that logical id, or nil.
func (v *View) ProviderByID(logicalID string) *inventory.CapacityProvider {
	return v.providerByID[logicalID]
}

// DefaultStrategy returns the default strategy of a cluster, by its logical id.
func (v *View) DefaultStrategy(cluster string) inventory.List[inventory.StrategyItem] {
	return v.strategies[cluster]
}

// runDaemons takes from each instance what its daemons take. Those that are not
// placed take nothing, nor do those of which it is not known whether they run in
// the pool.
func (v *View) runDaemons() {
	for _, s := range v.Services {
		if s.IsDaemon() != fact.Yes || s.Task == nil {
			continue
		}
		for _, p := range s.Route.Pools() {
			if !s.runsIn(p) {
				p.note("each instance may run the daemon %s (%s), which is not counted", s.Demand.Family, s.Demand)
				continue
			}
			runs := false
			for i := range p.Options {
				o := &p.Options[i].Offer
				if p.Options[i].Known && len(o.Shortages(&s.Demand)) == 0 {
					*o, runs = o.less(&s.Demand), true
				}
			}
			if runs {
				p.note("each instance runs the daemon %s (%s)", s.Demand.Family, s.Demand)
			}
		}
	}
}

// Left returns a sentence on how many tasks and services were not judged; empty
// for none.
func (v *View) Left() string {
	if v.Unrouted == 0 {
		return ""
	}
	return fmt.Sprintf("%d of the tasks and services were not held against the pools: all together have more than %d pairs with instance types", v.Unrouted, maxPairs)
}
