package inventory

// Cluster is an AWS::ECS::Cluster.
type Cluster struct {
	Item
	Name              Fact[string]
	CapacityProviders List[Link] // written on the cluster itself
	DefaultStrategy   List[StrategyItem]
	ContainerInsights Fact[string] // disabled, enabled, enhanced
}

// Association is an AWS::ECS::ClusterCapacityProviderAssociations. A cluster has at most one.
type Association struct {
	Item
	Cluster           Link
	CapacityProviders List[Link]
	DefaultStrategy   List[StrategyItem]
}

// StrategyItem is one capacity provider in a strategy.
type StrategyItem struct {
	Provider Link      // of a capacity provider; the text is FARGATE or FARGATE_SPOT for Fargate
	Weight   Fact[int] // 0 to 1000. Default: 0 (API), 1 (console)
	Base     Fact[int] // 0 to 100000. Default: 0
}

// Association returns the association of a cluster with its capacity providers,
// or nil.
func (inv *Inventory) Association(clusterID string) *Association {
	for _, a := range inv.Associations {
		if clusterID != "" && a.Cluster.Target == clusterID {
			return a
		}
	}
	return nil
}

// DefaultStrategy returns the default capacity provider strategy of a cluster, written
// on the association or on the cluster. It is open for a cluster that is not in the
// inventory, and when an association may be another cluster's or this one's.
func (inv *Inventory) DefaultStrategy(clusterID string) List[StrategyItem] {
	if a := inv.Association(clusterID); a != nil {
		return a.DefaultStrategy
	}
	c := inv.Cluster(clusterID)
	if c == nil {
		return List[StrategyItem]{Open: true}
	}
	strategy := c.DefaultStrategy
	for _, a := range inv.Associations {
		strategy.Open = strategy.Open || a.Cluster.IsUnknown() && !a.Cluster.Resolved()
	}
	return strategy
}
