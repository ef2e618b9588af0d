package placement

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Route is where tasks are sent.
//
// ECS sends the tasks of a capacity provider strategy to its providers: as many
// as the base says first, the others in proportion to the weights; a provider of
// weight 0 gets none of these. A task waits at its provider, and managed scaling
// starts instances for it there. The strategy is the service's, or else the
// cluster's default. Without one, and for launch type EC2, a task may run on any
// instance of the cluster, and nothing starts instances for it.
//
// Sources: Amazon ECS API reference, CapacityProviderStrategyItem and
// CreateService; Amazon ECS developer guide, "Automatically manage Amazon ECS
// capacity with cluster auto scaling" (as of 2026-11).
type Route struct {
	Service *Service // nil for a task that somebody runs by hand

	// Shares are the pools that get tasks, in the order of the strategy.
	Shares []Share

	// Known says that Shares are all there are, that what they may start is
	// known, and that there is one at least.
	Known bool

	// ByStrategy says that each pool gets its share, and grows for it. Otherwise
	// ECS chooses among the instances of all of them.
	ByStrategy bool

	// Elsewhere says that tasks go, in part or all, to Fargate, to external
	// instances, or to providers that the inventory does not have.
	Elsewhere bool
}

// Share is a pool's part of the tasks of a route.
type Share struct {
	Pool         *Pool
	Base, Weight int
	Known        bool // base and weight are known
}

// Pools returns the pools of a route.
func (r Route) Pools() []*Pool {
	pools := make([]*Pool, len(r.Shares))
	for i, s := range r.Shares {
		pools[i] = s.Pool
	}
	return pools
}

// Split returns how many of n tasks go to each share. It is false when that
// cannot be told: ECS then chooses, or weights are unknown. How ECS rounds is
// not documented; here the last tasks go where most is missing from the exact
// proportion, the first in the order of the strategy.
func (r Route) Split(n int) ([]int, bool) {
	counts, weights := make([]int, len(r.Shares)), 0
	if !r.ByStrategy || r.Elsewhere {
		return nil, false
	}
	for i, s := range r.Shares {
		if !s.Known {
			return nil, false
		}
		counts[i] = min(s.Base, n)
		n -= counts[i]
		weights += s.Weight
	}
	if weights == 0 {
		if len(counts) == 1 {
			counts[0] += n // a single provider gets all
		}
		return counts, true
	}
	left := n
	missing := make([]int, len(r.Shares)) // of a task, in parts of the sum of weights
	for i, s := range r.Shares {
		counts[i] += n * s.Weight / weights
		left -= n * s.Weight / weights
		missing[i] = n * s.Weight % weights
	}
	for range left {
		most := 0
		for i := range missing {
			if missing[i] > missing[most] {
				most = i
			}
		}
		counts[most]++
		missing[most] = 0
	}
	return counts, true
}

// route finds where services and tasks are sent.
func (v *View) route() {
	for _, s := range v.Services {
		s.Route = v.bounded(v.routeOf(s))
		if s.Route.ByStrategy || !s.Route.Known {
			for _, share := range s.Route.Shares {
				share.Pool.Sought = true
			}
		}
	}
	for _, t := range v.Tasks {
		if len(t.Services) == 0 {
			t.Route = v.bounded(v.byHand(t))
		}
	}
}

// sendAll sends every task to every pool.
func (v *View) sendAll() {
	for _, t := range v.Tasks {
		t.Route = v.toAny("")
	}
}

// bounded returns a route, or one of which nothing is said, because too many
// tasks and services come before it.
func (v *View) bounded(r Route) Route {
	pairs := v.pairs
	for _, s := range r.Shares {
		if pairs += max(1, len(s.Pool.Options)); pairs > maxPairs {
			v.Unrouted++
			return Route{Service: r.Service}
		}
	}
	v.pairs = pairs
	return r
}

// toAny returns the route to any instance that is in a cluster, or may be; to all
// for a cluster that is not in the inventory. Routes share their pools: there may
// be thousands of both.
func (v *View) toAny(cluster string) Route {
	r, known := v.toCluster[cluster]
	if known {
		return r
	}
	r.Known = true
	for _, p := range v.Pools {
		if cluster == "" || p.ClusterID == "" || p.ClusterID == cluster {
			r.Shares = append(r.Shares, Share{Pool: p, Known: true})
			r.Known = r.Known && p.Closed
		}
	}
	r.Known = r.Known && len(r.Shares) > 0
	v.toCluster[cluster] = r
	return r
}

func (v *View) routeOf(s *Service) Route {
	strategy := s.Strategy
	if strategy.IsAbsent() {
		launchType, known := s.LaunchType.Or("")
		switch {
		case !known || strings.EqualFold(launchType, "FARGATE") || strings.EqualFold(launchType, "EXTERNAL"):
			return Route{Service: s, Elsewhere: true}
		case launchType == "" && s.Cluster.Resolved():
			strategy = v.strategies[s.Cluster.Target]
		case launchType == "" && !s.Cluster.IsAbsent():
			return v.anywhere(s, false) // a cluster that is elsewhere may have a default strategy
		}
	}
	switch {
	case strategy.Open:
		return v.anywhere(s, false)
	case len(strategy.Items) > 0:
		return v.byStrategy(s, strategy)
	}
	return v.anywhere(s, s.Cluster.Resolved() && len(v.Open) == 0)
}

// anywhere returns the route to any instance of the service's cluster.
func (v *View) anywhere(s *Service, known bool) Route {
	r := v.toAny(s.Cluster.Target)
	r.Service, r.Known = s, r.Known && known
	return r
}

// byStrategy takes the pools of a strategy that get tasks.
func (v *View) byStrategy(s *Service, strategy inventory.List[inventory.StrategyItem]) Route {
	r := Route{Service: s, Known: true, ByStrategy: true}
	for _, item := range strategy.Items {
		share := Share{}
		var weighted, based bool
		share.Weight, weighted = item.Weight.Or(0)
		share.Base, based = item.Base.Or(0)
		share.Known = weighted && based
		if share.Known && share.Weight == 0 && share.Base == 0 && len(strategy.Items) > 1 {
			continue
		}
		share.Pool = v.ProvidedBy(item.Provider)
		if share.Pool == nil {
			r.Known, r.Elsewhere = false, true
			continue
		}
		r.Known = r.Known && share.Pool.Closed
		r.Shares = append(r.Shares, share)
	}
	r.Known = r.Known && len(r.Shares) > 0
	return r
}

// ProvidedBy returns the pool behind a provider that a list names; nil when
// it is not in the inventory.
func (v *View) ProvidedBy(link inventory.Link) *Pool {
	if provider := v.providerByID[link.Target]; provider != nil {
		return v.poolByID[provider.Pool]
	}
	return nil
}

// byHand returns where a task without a service can be sent: to any pool of the
// template, with a strategy that names its provider.
func (v *View) byHand(t *Task) Route {
	r := v.toAny("")
	r.Known = r.Known && len(v.Open) == 0 && t.onlyEC2() && !v.foreign
	return r
}

// Pairs returns how many pairs of a route and an instance type there are: a
// measure of the work to judge the tasks.
func (v *View) Pairs() int { return v.pairs }
