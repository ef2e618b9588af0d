package fromtemplate

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

func (r *reader) readPools() {
	for _, resource := range r.byType[typeGroup] {
		p := r.groupPool(resource)
		providers := r.providersOf(p.LogicalID)
		if p.Membership = r.membership(p, len(providers) > 0); len(p.Membership) > 0 {
			r.addPool(p, providers)
		}
	}
	for _, resource := range r.byType[typeInstance] {
		p := r.instancePool(resource)
		if p.Membership = r.membership(p, false); len(p.Membership) > 0 {
			r.addPool(p, nil)
		}
	}
	for _, cp := range r.inv.CapacityProviders {
		if cp.ManagedInstances {
			r.addPool(r.managedPool(cp), []*inventory.CapacityProvider{cp})
		}
	}
	r.readWarmPools()
	r.readScalingPolicies()
}

// addPool links a pool with its capacity providers and its cluster.
func (r *reader) addPool(p *inventory.Pool, providers []*inventory.CapacityProvider) {
	for _, cp := range providers {
		cp.Pool = p.LogicalID
		p.CapacityProviders = append(p.CapacityProviders, cp.LogicalID)
		if p.Name.IsAbsent() || !cp.Name.IsAbsent() {
			p.Name = cp.Name
		}
	}
	p.Cluster = r.poolCluster(p, providers)
	r.inv.Pools = append(r.inv.Pools, p)
}

// poolCluster returns the cluster that the instances' agent names, else the one
// that a capacity provider is associated with.
func (r *reader) poolCluster(p *inventory.Pool, providers []*inventory.CapacityProvider) inventory.Link {
	named := inventory.Link{Fact: inventory.NotKnown[string]("its launch template is not in the template")}
	if p.Launch != nil {
		named = r.linkFact(p.Launch.Agent.Cluster(), clusterCategory)
	}
	if named.Resolved() || named.IsKnown() {
		return named
	}
	for _, cp := range providers {
		if link := r.clusterOf(cp); !link.IsAbsent() {
			return link
		}
	}
	return named
}

// membership returns what says that the instances join ECS.
func (r *reader) membership(p *inventory.Pool, hasProvider bool) []string {
	var why []string
	for _, l := range p.Launches() {
		if l.Agent.IsConfigured() {
			why = append(why, "agent")
		}
		if _, ok := l.Image.Recognise(); ok {
			why = append(why, "image")
		}
		if r.runsECS(l.InstanceProfile) {
			why = append(why, "role")
		}
	}
	if hasProvider {
		why = append(why, "provider")
	}
	slices.Sort(why)
	return slices.Compact(why)
}

// runsECS reports whether the role of an instance profile lets instances register with ECS.
func (r *reader) runsECS(profile inventory.Link) bool {
	ip := r.inv.InstanceProfile(profile.Target)
	if ip == nil {
		return false
	}
	for _, link := range ip.Roles.Items {
		role := r.inv.Role(link.Target)
		if role != nil && (role.HasManagedPolicy("AmazonEC2ContainerServiceforEC2Role") || role.Allows("ecs:RegisterContainerInstance")) {
			return true
		}
	}
	return false
}

func (r *reader) groupPool(resource *cloudformation.ResourceValue) *inventory.Pool {
	// What it starts is said by other resources too, and may differ.
	pool := rememberOwn(r.memory, resource.Body, func() *inventory.Pool { return r.group(resource) })
	if mixed := resource.Properties.Get("MixedInstancesPolicy"); pool.MixedInstancesPolicy {
		r.setMixed(pool, mixed)
	} else {
		r.setLaunch(pool, resource.Properties)
	}
	return pool
}

// group returns a group without what it starts.
func (r *reader) group(resource *cloudformation.ResourceValue) *inventory.Pool {
	g := resource.Properties
	return &inventory.Pool{
		Item: item(resource), Kind: inventory.AutoScalingGroup,
		Name: text(g.Get("AutoScalingGroupName")),
		Min:  within(g.Get("MinSize"), natural), Max: within(g.Get("MaxSize"), natural), Desired: within(g.Get("DesiredCapacity"), natural),
		NewInstancesProtectedFromScaleIn: truth(g.Get("NewInstancesProtectedFromScaleIn")),
		Subnets:                          r.links(g.Get("VPCZoneIdentifier"), subnetCategory),
		AvailabilityZones:                texts(g.Get("AvailabilityZones")),
		PlacementGroup:                   r.link(g.Get("PlacementGroup"), placementGroupCategory),
		DeletionProtection:               text(g.Get("DeletionProtection")),
		ReplacingUpdate:                  truth(resource.UpdatePolicy.Get("AutoScalingReplacingUpdate", "WillReplace")),
		SignalCount:                      whole(resource.CreationPolicy.Get("ResourceSignal", "Count")),
		SignalTimeout:                    text(resource.CreationPolicy.Get("ResourceSignal", "Timeout")),
		UpdatePolicy:                     slices.Sorted(slices.Values(resource.UpdatePolicy.Keys())),
		MixedInstancesPolicy:             !g.Get("MixedInstancesPolicy").IsAbsent(),
	}
}

// setLaunch sets what a group without a mixed instances policy starts.
func (r *reader) setLaunch(pool *inventory.Pool, g cloudformation.Value) {
	if spec := g.Get("LaunchTemplate"); !spec.IsAbsent() {
		pool.Launch = r.launchOf(spec)
	} else {
		name := r.link(g.Get("LaunchConfigurationName"), launchConfigCategory)
		pool.Launch = r.launch(name.Target)
	}
	takeTypes(pool, pool.Launch)
}

// takeTypes takes the instance type, or the requirements, of the launch. A
// launch that is not in the template may start anything.
func takeTypes(p *inventory.Pool, l *inventory.Launch) {
	if l == nil {
		p.InstanceTypes.Open = true
		return
	}
	p.Requirements = l.Requirements
	if !l.InstanceType.IsAbsent() {
		p.InstanceTypes = inventory.ListOf(l.InstanceType)
		p.InstanceTypes.Place = l.InstanceType.Place
	}
}

func (r *reader) setMixed(pool *inventory.Pool, mixed cloudformation.Value) {
	distribution := mixed.Get("InstancesDistribution")
	pool.OnDemandBase = within(distribution.Get("OnDemandBaseCapacity"), natural)
	pool.OnDemandPercentageAboveBase = within(distribution.Get("OnDemandPercentageAboveBaseCapacity"), percentage)
	pool.SpotAllocationStrategy = text(distribution.Get("SpotAllocationStrategy"))
	pool.Launch = r.launchOf(mixed.Get("LaunchTemplate", "LaunchTemplateSpecification"))

	elsewhere := false // some row's type stands in a launch template that is not in this template
	rows := blocks(mixed.Get("LaunchTemplate", "Overrides"), func(v cloudformation.Value) inventory.Override {
		o, missing := r.override(v)
		elsewhere = elsewhere || missing
		return o
	})
	if len(rows.Items) == 0 && !rows.Open {
		takeTypes(pool, pool.Launch)
		return
	}
	pool.Overrides = rows.Items
	pool.InstanceTypes = inventory.List[inventory.Fact[string]]{Open: rows.Open || elsewhere, Set: true, Place: rows.Place}
	for _, o := range rows.Items {
		if o.Requirements != nil {
			pool.Requirements = o.Requirements
		}
	}
	for _, option := range pool.Options() {
		pool.InstanceTypes.Items = append(pool.InstanceTypes.Items, option.InstanceType)
	}
}

// override reads a row; missing says that its instance type stands in a launch
// template that is not in this template.
func (r *reader) override(v cloudformation.Value) (o inventory.Override, missing bool) {
	o = inventory.Override{
		InstanceType:     text(v.Get("InstanceType")),
		WeightedCapacity: text(v.Get("WeightedCapacity")),
		Requirements:     requirements(v.Get("InstanceRequirements")),
	}
	if spec := v.Get("LaunchTemplateSpecification"); !spec.IsAbsent() {
		o.Launch = r.launchOf(spec)
		if o.Launch == nil {
			o.Launch, missing = unreadLaunch(spec), o.InstanceType.IsAbsent() && o.Requirements == nil
		}
	}
	return o, missing
}

// unreadLaunch stands for a launch template that is not in this template.
func unreadLaunch(spec cloudformation.Value) *inventory.Launch {
	open := "its launch template is not in the template"
	return &inventory.Launch{Kind: inventory.LaunchTemplate, Item: inventory.Item{Place: spec.Place()},
		InstanceType: inventory.NotKnown[string](open), UserData: inventory.NotKnown[string](open), MarketType: inventory.NotKnown[string](open),
		Image: inventory.Image{ID: inventory.NotKnown[string](open), SSMParameter: inventory.NotKnown[string](open)},
		Agent: inventory.AgentConfig{Settings: inventory.Map{Open: true}}, HTTPTokens: inventory.NotKnown[string](open),
		BlockDevices: inventory.List[inventory.BlockDevice]{Open: true}, NetworkInterfaces: inventory.List[inventory.NetworkInterface]{Open: true},
		SecurityGroups: inventory.List[inventory.Link]{Open: true}, KeyName: inventory.NotKnown[string](open)}
}

// launchOf returns the launch template that a specification names by id or by name.
func (r *reader) launchOf(spec cloudformation.Value) *inventory.Launch {
	link := r.firstLink(spec, launchTemplateCategory, "LaunchTemplateId", "LaunchTemplateName")
	return r.launch(link.Target)
}

func (r *reader) instancePool(resource *cloudformation.ResourceValue) *inventory.Pool {
	one := inventory.Fact[int]{Value: fact.Of(1), Text: "1", Place: resource.Place}
	pool := &inventory.Pool{Item: item(resource), Kind: inventory.SingleInstance, Min: one, Max: one, Desired: one,
		Launch: r.instanceLaunch(resource)}
	pool.Subnets = r.links(resource.Properties.Get("SubnetId"), subnetCategory)
	takeTypes(pool, pool.Launch)
	if own := text(resource.Properties.Get("InstanceType")); !own.IsAbsent() {
		pool.InstanceTypes = inventory.ListOf(own)
	}
	return pool
}

func (r *reader) managedPool(cp *inventory.CapacityProvider) *inventory.Pool {
	resource, _ := r.ev.Resource(cp.LogicalID)
	launch := resource.Properties.Get("ManagedInstancesProvider", "InstanceLaunchTemplate")
	network := launch.Get("NetworkConfiguration")
	pool := &inventory.Pool{
		Item: cp.Item, Kind: inventory.ManagedInstances, Membership: []string{"provider"},
		Requirements: requirements(launch.Get("InstanceRequirements")),
		Subnets:      r.links(network.Get("Subnets"), subnetCategory),
		Launch: &inventory.Launch{
			Item: cp.Item, Kind: inventory.InlineLaunch,
			MarketType:      marketType(launch.Get("CapacityOptionType")),
			InstanceProfile: r.link(launch.Get("Ec2InstanceProfileArn"), profileCategory),
			SecurityGroups:  r.links(network.Get("SecurityGroups"), securityGroupCategory),
			BlockDevices: inventory.ListOf(inventory.BlockDevice{SizeGiB: whole(launch.Get("StorageConfiguration", "StorageSizeGiB")),
				Encrypted: inventory.Known(true)}),
		},
	}
	return pool
}

// marketType returns CapacityOptionType in the words of a launch template,
// where absence means on demand.
func marketType(v cloudformation.Value) inventory.Fact[string] {
	f := inventory.Convert(text(v), "", func(s string) (string, bool) { return strings.ToLower(s), true })
	if market, known := f.Get(); known && market == "on_demand" {
		return inventory.Fact[string]{Place: f.Place, Parameters: f.Parameters}
	}
	return f
}

func (r *reader) readWarmPools() {
	for _, resource := range r.byType[typeWarmPool] {
		p := resource.Properties
		group := r.link(p.Get("AutoScalingGroupName"), groupCategory)
		if pool := r.inv.Pool(group.Target); pool != nil {
			pool.WarmPool = &inventory.WarmPool{Item: item(resource), State: text(p.Get("PoolState")), MinSize: within(p.Get("MinSize"), natural),
				ReuseOnScaleIn: truth(p.Get("InstanceReusePolicy", "ReuseOnScaleIn"))}
		}
	}
}

func (r *reader) readScalingPolicies() {
	for _, resourceType := range []string{typeScalingPolicy, typeScheduledAction} {
		for _, resource := range r.byType[resourceType] {
			policy := remember(r.memory, resource.Body, func() *inventory.ScalingPolicy { return r.scalingPolicy(resource) })
			r.inv.ScalingPolicies = append(r.inv.ScalingPolicies, policy)
			if pool := r.inv.Pool(policy.Group.Target); pool != nil {
				pool.ScalingPolicies = append(pool.ScalingPolicies, policy.LogicalID)
			}
		}
	}
}

func (r *reader) scalingPolicy(resource *cloudformation.ResourceValue) *inventory.ScalingPolicy {
	return &inventory.ScalingPolicy{Item: item(resource), Type: text(resource.Properties.Get("PolicyType")),
		Group: r.link(resource.Properties.Get("AutoScalingGroupName"), groupCategory)}
}
