package inventory

import "github.com/ecsgpu/cdk/constructs/template"

func (r *reader) readCapacityProviders() {
	for _, resource := range r.byType[typeCapacityProvider] {
		// Its pool is set later.
		cp := rememberOwn(r.memory, resource.Body, func() *CapacityProvider { return r.capacityProvider(resource) })
		r.inv.CapacityProviders = append(r.inv.CapacityProviders, cp)
	}
}

func (r *reader) capacityProvider(resource *template.ResourceValue) *CapacityProvider {
	p := resource.Properties
	group := p.Get("AutoScalingGroupProvider")
	scaling := group.Get("ManagedScaling")
	return &CapacityProvider{
		Item:    item(resource),
		Name:    text(p.Get("Name")),
		Cluster: r.link(p.Get("ClusterName"), clusterCategory),
		Group:   r.link(group.Get("AutoScalingGroupArn"), groupCategory),

		ManagedScaling:               managedScaling(scaling),
		TargetCapacityPercent:        within(scaling.Get("TargetCapacity"), targetPercent),
		MinimumStep:                  within(scaling.Get("MinimumScalingStepSize"), scalingStep),
		MaximumStep:                  within(scaling.Get("MaximumScalingStepSize"), scalingStep),
		InstanceWarmupSeconds:        within(scaling.Get("InstanceWarmupPeriod"), warmupSeconds),
		ManagedTerminationProtection: upper(group.Get("ManagedTerminationProtection")),
		ManagedDraining:              upper(group.Get("ManagedDraining")),
		ManagedInstances:             !p.Get("ManagedInstancesProvider").IsAbsent(),
	}
}

// managedScaling is the status, which is ENABLED when the block is there without one.
func managedScaling(block template.Value) Fact[string] {
	status := upper(block.Get("Status"))
	if status.IsAbsent() && block.IsKnown() {
		status.state, status.value, status.Text = Stated, "ENABLED", "ENABLED"
	}
	return status
}

// providersOf are the providers on a group.
func (r *reader) providersOf(groupID string) []*CapacityProvider {
	var providers []*CapacityProvider
	for _, cp := range r.inv.CapacityProviders {
		if cp.Group.Target == groupID {
			providers = append(providers, cp)
		}
	}
	return providers
}

// clusterOf is the cluster that a provider is associated with.
func (r *reader) clusterOf(cp *CapacityProvider) Link {
	if !cp.Cluster.IsAbsent() {
		return cp.Cluster
	}
	for _, a := range r.inv.Associations {
		if holds(a.CapacityProviders, cp.LogicalID) {
			return a.Cluster
		}
	}
	for _, c := range r.inv.Clusters {
		if holds(c.CapacityProviders, cp.LogicalID) {
			return LinkTo(c.LogicalID)
		}
	}
	return Link{}
}

func holds(links List[Link], target string) bool {
	for _, link := range links.Items {
		if link.Target == target {
			return true
		}
	}
	return false
}
