package sizing

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// runs reports whether a service may start tasks on the pool: it is in the same
// cluster, and its strategy, or else the cluster's, names the pool's provider.
// What is known only at deployment counts as permitted.
func (p *Pool) runs(x *index, s *inventory.Service) bool {
	if s.Cluster.Target != "" && p.ClusterID != "" && s.Cluster.Target != p.ClusterID {
		return false
	}
	launchType, _ := s.LaunchType.Or("")
	if strings.EqualFold(launchType, "FARGATE") || strings.EqualFold(launchType, "EXTERNAL") {
		return false
	}
	if len(s.Strategy.Items) == 0 && launchType == "" {
		return x.defaultNames(p)
	}
	return p.in(s.Strategy)
}

// in reports whether a strategy sends tasks to the pool. An empty one sends
// them to every instance of the cluster.
func (p *Pool) in(strategy inventory.List[inventory.StrategyItem]) bool {
	if len(strategy.Items) == 0 || strategy.Open {
		return true
	}
	return slices.ContainsFunc(strategy.Items, func(i inventory.StrategyItem) bool {
		if i.Provider.Target != "" {
			return slices.Contains(p.Providers, i.Provider.Target)
		}
		name, known := i.Provider.Get()
		return !known || name == p.Name && name != ""
	})
}
