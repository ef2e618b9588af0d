package inventory

// PoolKind is what starts the instances of a pool.
type PoolKind string

const (
	AutoScalingGroup PoolKind = "auto-scaling-group"
	ManagedInstances PoolKind = "managed-instances"
	SingleInstance   PoolKind = "instance" // an AWS::EC2::Instance that joins a cluster
)

// Pool is one source of container instances: an Auto Scaling group with its
// launch template or launch configuration and the capacity provider on it, a
// Managed Instances provider, or a lone instance.
//
// A group belongs here when something says that its instances join ECS: a
// capacity provider, the agent's configuration, an ECS-optimized image, or the
// ECS managed policy on its role. Membership says which.
type Pool struct {
	Item
	Kind       PoolKind
	Name       Fact[string] // capacity provider's name, else the group's; else unknown: use Label
	Membership []string     // why this is a pool, sorted: agent, image, provider, role

	Cluster           Link     // that its instances join
	CapacityProviders []string // logical ids, see Inventory.CapacityProvider

	// What it starts.
	InstanceTypes List[Fact[string]] // all that it may start; empty when Requirements decide
	Requirements  *InstanceRequirements
	Launch        *Launch // nil when it is not in the template; see Options for overrides
	Overrides     []Override

	// How many.
	Min     Fact[int]
	Max     Fact[int]
	Desired Fact[int]

	NewInstancesProtectedFromScaleIn Fact[bool] // Default: false
	WarmPool                         *WarmPool

	// How it buys. The launch's MarketType holds when there is no mixed instances policy.
	MixedInstancesPolicy        bool
	OnDemandBase                Fact[int]    // Default: 0
	OnDemandPercentageAboveBase Fact[int]    // 0 to 100. Default: 100
	SpotAllocationStrategy      Fact[string] // Default: lowest-price

	Subnets           List[Link]
	AvailabilityZones List[Fact[string]]
	PlacementGroup    Link
	ScalingPolicies   []string // logical ids of scaling policies on the group that are not ECS's own

	UpdatePolicy       []string     // names of the policies in UpdatePolicy, sorted, e.g. AutoScalingRollingUpdate
	ReplacingUpdate    Fact[bool]   // AutoScalingReplacingUpdate.WillReplace
	SignalCount        Fact[int]    // CreationPolicy.ResourceSignal.Count
	SignalTimeout      Fact[string] // ISO 8601, for example PT15M
	DeletionProtection Fact[string] // none, prevent-force-deletion, prevent-all-deletion
}

// Override is one row of a mixed instances policy.
type Override struct {
	InstanceType     Fact[string]
	WeightedCapacity Fact[string]
	Requirements     *InstanceRequirements
	Launch           *Launch // its own launch template; nil for the pool's
}

// Option is one instance type that a pool may start, with what it is started with.
type Option struct {
	InstanceType Fact[string]
	Launch       *Launch // may be nil
}

// Options pairs each instance type of the pool with its launch. An override may
// bring its own launch template, with another image.
func (p *Pool) Options() []Option {
	if len(p.Overrides) == 0 {
		options := make([]Option, 0, len(p.InstanceTypes.Items))
		for _, t := range p.InstanceTypes.Items {
			options = append(options, Option{InstanceType: t, Launch: p.Launch})
		}
		return options
	}
	var options []Option
	for _, o := range p.Overrides {
		launch := p.Launch
		if o.Launch != nil {
			launch = o.Launch
		}
		t := o.InstanceType
		if t.IsAbsent() && launch != nil && o.Requirements == nil {
			t = launch.InstanceType
		}
		if !t.IsAbsent() {
			options = append(options, Option{InstanceType: t, Launch: launch})
		}
	}
	return options
}

// Launches returns the different launch templates or configurations of the pool.
func (p *Pool) Launches() []*Launch {
	var launches []*Launch
	if p.Launch != nil {
		launches = append(launches, p.Launch)
	}
	for _, o := range p.Overrides {
		if o.Launch != nil && o.Launch != p.Launch {
			launches = append(launches, o.Launch)
		}
	}
	return launches
}

// WarmPool is an AWS::AutoScaling::WarmPool on a pool's group.
type WarmPool struct {
	Item
	State          Fact[string] // Stopped, Running, Hibernated. Default: Stopped
	MinSize        Fact[int]
	ReuseOnScaleIn Fact[bool] // ECS does not support true
}

// ScalingPolicy is a scaling policy or scheduled action on an Auto Scaling group.
type ScalingPolicy struct {
	Item
	Group Link
	Type  Fact[string]
}
