package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// route is where a task can be sent.
type route struct {
	service *service // nil for a task that somebody runs by hand
	pools   []*pool
	sure    bool // pools is all, and there is at least one
	every   bool // a strategy gives each of the pools its share of the tasks
}

// service is a service with its task and its route.
type service struct {
	*inventory.Service
	survey *survey
	task   *task // nil when it is not in the inventory
	route  route
}

func (s *survey) newService(v *inventory.Service) *service {
	return &service{Service: v, survey: s, task: s.taskByID[v.TaskDefinition.Target]}
}

// speaks is the service's name in a message.
func (v *service) speaks() string { return "service " + v.survey.serviceName(v.Service) }

// isDaemon is whether it runs one task on each instance; unknown counts as yes
// for rules that look at replicas.
func (v *service) isDaemon() bool {
	s, known := v.SchedulingStrategy.Or("REPLICA")
	return !known || s == "DAEMON"
}

// routeOf finds the pools that a service can use.
func (s *survey) routeOf(v *service) route {
	r := route{service: v}
	strategy := v.Strategy
	if strategy.IsAbsent() {
		launchType, known := v.LaunchType.Or("")
		switch {
		case !known || launchType != "" && launchType != "EC2":
			return r
		case launchType == "" && v.Cluster.Resolved():
			strategy = s.strategies[v.Cluster.Target]
		case launchType == "":
			return r // the default strategy of a cluster that is elsewhere
		}
	}
	if strategy.Open {
		return r
	}
	if len(strategy.Items) > 0 {
		return s.byStrategy(r, strategy)
	}
	if !v.Cluster.Resolved() || len(s.inv.Open) > 0 {
		return r
	}
	r.pools = s.poolsOf(v.Cluster.Target)
	r.sure = allClosed(r.pools)
	return r
}

// byStrategy takes the pools of a strategy that get tasks: those with a weight
// or a base.
func (s *survey) byStrategy(r route, strategy inventory.List[inventory.StrategyItem]) route {
	r.sure, r.every = true, true
	for _, item := range strategy.Items {
		weight, weighted := item.Weight.Or(0)
		base, based := item.Base.Or(0)
		if weighted && based && weight == 0 && base == 0 && len(strategy.Items) > 1 {
			continue
		}
		provider, ok := s.providerByID[item.Provider.Target]
		if !ok || s.poolByID[provider.Pool] == nil {
			r.sure = false // Fargate, or a provider from elsewhere
			continue
		}
		r.every = r.every && weighted && based
		r.pools = append(r.pools, s.poolByID[provider.Pool])
	}
	r.sure = r.sure && allClosed(r.pools)
	return r
}

// poolsOf are the pools that are in a cluster, or may be.
func (s *survey) poolsOf(cluster string) []*pool {
	pools, known := s.clusterPools[cluster]
	if known {
		return pools
	}
	for _, p := range s.pools {
		if !p.Cluster.Resolved() || p.Cluster.Target == cluster {
			pools = append(pools, p)
		}
	}
	s.clusterPools[cluster] = pools
	return pools
}

// bareRoute is where a task without a service can be sent: any EC2 pool of the
// template, unless its tasks may go elsewhere.
func (s *survey) bareRoute(t *task) route {
	if s.to != nil {
		return route{pools: s.to, sure: allClosed(s.to)}
	}
	r := route{pools: s.pools}
	r.sure = len(s.inv.Open) == 0 && t.onlyEC2() && allClosed(s.pools) && s.ownsClusters()
	return r
}

// onlyEC2 is whether a task cannot be meant for Fargate, external or Managed
// Instances.
func (t *task) onlyEC2() bool {
	values, complete := inventory.Values(t.Compatibilities)
	if !complete {
		return false
	}
	for _, v := range values {
		if v != "EC2" {
			return false
		}
	}
	return true
}

// ownsClusters is whether every pool joins a cluster of the template: a cluster
// from elsewhere may have other pools.
func (s *survey) ownsClusters() bool {
	for _, p := range s.pools {
		if !p.Cluster.Resolved() {
			return false
		}
	}
	return true
}

func allClosed(pools []*pool) bool {
	for _, p := range pools {
		if !p.closed {
			return false
		}
	}
	return len(pools) > 0
}

// reaches is how a message names the pools of a route.
func (r route) reaches() string {
	called := make([]string, len(r.pools))
	for i, p := range r.pools {
		called[i] = p.name()
	}
	if len(called) == 1 {
		return "pool " + called[0]
	}
	return "pools " + strings.Join(called[:min(len(called), 5)], ", ")
}
