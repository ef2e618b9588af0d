package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func (r *reader) readClusters() {
	r.inv.Clusters = readAll(r, typeCluster, r.cluster)
	r.inv.Associations = readAll(r, typeAssociation, r.association)
}

func (r *reader) association(resource *cloudformation.ResourceValue) *inventory.Association {
	p := resource.Properties
	return &inventory.Association{
		Item:              item(resource),
		Cluster:           r.link(p.Get("Cluster"), clusterCategory),
		CapacityProviders: r.links(p.Get("CapacityProviders"), providerCategory),
		DefaultStrategy:   r.strategy(p.Get("DefaultCapacityProviderStrategy")),
	}
}

func (r *reader) cluster(resource *cloudformation.ResourceValue) *inventory.Cluster {
	p := resource.Properties
	return &inventory.Cluster{
		Item:              item(resource),
		Name:              text(p.Get("ClusterName")),
		CapacityProviders: r.links(p.Get("CapacityProviders"), providerCategory),
		DefaultStrategy:   r.strategy(p.Get("DefaultCapacityProviderStrategy")),
		ContainerInsights: containerInsights(p.Get("ClusterSettings")),
	}
}

func (r *reader) strategy(v cloudformation.Value) inventory.List[inventory.StrategyItem] {
	return blocks(v, func(item cloudformation.Value) inventory.StrategyItem {
		return inventory.StrategyItem{
			Provider: r.link(item.Get("CapacityProvider"), providerCategory),
			Weight:   within(item.Get("Weight"), strategyPart),
			Base:     within(item.Get("Base"), strategyBase),
		}
	})
}

func containerInsights(settings cloudformation.Value) inventory.Fact[string] {
	for _, setting := range settings.Items() {
		if name, ok := setting.Get("Name").Text(); ok && name == "containerInsights" {
			return text(setting.Get("Value"))
		}
	}
	if !settings.Complete() {
		return inventory.NotKnown[string]("the cluster's settings are known at deployment")
	}
	return inventory.Fact[string]{}
}
