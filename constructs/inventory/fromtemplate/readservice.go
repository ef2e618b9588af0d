package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func (r *reader) readServices() {
	r.inv.Services = readAll(r, typeService, r.service)
}

func (r *reader) service(resource *cloudformation.ResourceValue) *inventory.Service {
	p := resource.Properties
	deployment := p.Get("DeploymentConfiguration")
	network := p.Get("NetworkConfiguration", "AwsvpcConfiguration")
	return &inventory.Service{
		Item:                          item(resource),
		Name:                          text(p.Get("ServiceName")),
		Cluster:                       r.link(p.Get("Cluster"), clusterCategory),
		TaskDefinition:                r.link(p.Get("TaskDefinition"), taskDefinitionCategory),
		LaunchType:                    upper(p.Get("LaunchType")),
		Strategy:                      r.strategy(p.Get("CapacityProviderStrategy")),
		DesiredCount:                  within(p.Get("DesiredCount"), natural),
		SchedulingStrategy:            upper(p.Get("SchedulingStrategy")),
		DeploymentController:          upper(p.Get("DeploymentController", "Type")),
		MinimumHealthyPercent:         within(deployment.Get("MinimumHealthyPercent"), natural),
		MaximumPercent:                within(deployment.Get("MaximumPercent"), natural),
		CircuitBreaker:                truth(deployment.Get("DeploymentCircuitBreaker", "Enable")),
		Rollback:                      truth(deployment.Get("DeploymentCircuitBreaker", "Rollback")),
		AvailabilityZoneRebalancing:   upper(p.Get("AvailabilityZoneRebalancing")),
		PlacementStrategies:           blocks(p.Get("PlacementStrategies"), placementStrategy),
		PlacementConstraints:          blocks(p.Get("PlacementConstraints"), placementConstraint),
		HealthCheckGracePeriodSeconds: within(p.Get("HealthCheckGracePeriodSeconds"), natural),
		LoadBalancers:                 count(p.Get("LoadBalancers")),
		Subnets:                       r.links(network.Get("Subnets"), subnetCategory),
		SecurityGroups:                r.links(network.Get("SecurityGroups"), securityGroupCategory),
		PlatformVersion:               text(p.Get("PlatformVersion")),
	}
}

// count returns how many items a list has.
func count(v cloudformation.Value) inventory.Fact[int] {
	f := factOf(v, "a list", func(v cloudformation.Value) (int, bool) {
		return v.Len(), v.Kind() == cloudformation.ListKind && v.Complete()
	})
	return f
}
