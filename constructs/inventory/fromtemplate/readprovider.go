package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"

	"github.com/ecsgpu/cdk/constructs/fact"
)

func (r *reader) readCapacityProviders() {
	for _, resource := range r.byType[typeCapacityProvider] {
		// Its pool is set later.
		cp := rememberOwn(r.memory, resource.Body, func() *inventory.CapacityProvider { return r.capacityProvider(resource) })
		r.inv.CapacityProviders = append(r.inv.CapacityProviders, cp)
	}
}

func (r *reader) capacityProvider(resource *cloudformation.ResourceValue) *inventory.CapacityProvider {
	p := resource.Properties
	group := p.Get("AutoScalingGroupProvider")
	scaling := group.Get("ManagedScaling")
	return &inventory.CapacityProvider{
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

// managedScaling returns the status, which is ENABLED when the block is there
// without one.
func managedScaling(block cloudformation.Value) inventory.Fact[string] {
	status := upper(block.Get("Status"))
	if status.IsAbsent() && block.IsKnown() {
		status.Value, status.Text = fact.Of("ENABLED"), "ENABLED"
	}
	return status
}

// providerLinks are what capacity providers are linked with.
type providerLinks struct {
	byGroup map[string][]*inventory.CapacityProvider
	cluster map[string]inventory.Link // by provider
}

// providers links each provider once. Associations come before clusters, and the
// first of several wins.
func (r *reader) providers() *providerLinks {
	if r.provided != nil {
		return r.provided
	}
	r.provided = &providerLinks{byGroup: map[string][]*inventory.CapacityProvider{}, cluster: map[string]inventory.Link{}}
	for _, cp := range r.inv.CapacityProviders {
		r.provided.byGroup[cp.Group.Target] = append(r.provided.byGroup[cp.Group.Target], cp)
	}
	for _, a := range r.inv.Associations {
		r.provided.add(a.CapacityProviders, a.Cluster)
	}
	for _, c := range r.inv.Clusters {
		r.provided.add(c.CapacityProviders, inventory.LinkTo(c.LogicalID))
	}
	return r.provided
}

func (l *providerLinks) add(providers inventory.List[inventory.Link], cluster inventory.Link) {
	for _, link := range providers.Items {
		if _, taken := l.cluster[link.Target]; !taken {
			l.cluster[link.Target] = cluster
		}
	}
}

// providersOf returns the providers on a group.
func (r *reader) providersOf(groupID string) []*inventory.CapacityProvider {
	return r.providers().byGroup[groupID]
}

// clusterOf returns the cluster that a provider is associated with.
func (r *reader) clusterOf(cp *inventory.CapacityProvider) inventory.Link {
	if !cp.Cluster.IsAbsent() {
		return cp.Cluster
	}
	return r.providers().cluster[cp.LogicalID]
}
