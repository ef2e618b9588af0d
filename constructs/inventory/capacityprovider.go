package inventory

// CapacityProvider is an AWS::ECS::CapacityProvider, on an Auto Scaling group or
// on Managed Instances.
type CapacityProvider struct {
	Item
	Name    Fact[string]
	Cluster Link   // Managed Instances only
	Group   Link   // the Auto Scaling group; absent for Managed Instances
	Pool    string // logical id of the pool it scales; empty when that is not in the inventory

	ManagedScaling               Fact[string] // ENABLED, DISABLED. Default: DISABLED without a ManagedScaling block
	TargetCapacityPercent        Fact[int]    // 1 to 100. Default: 100
	MinimumStep                  Fact[int]    // 1 to 10000 instances. Default: 1
	MaximumStep                  Fact[int]    // 1 to 10000 instances. Default: 10000
	InstanceWarmupSeconds        Fact[int]    // 0 to 10000. Default: 300
	ManagedTerminationProtection Fact[string] // ENABLED, DISABLED. Default: DISABLED
	ManagedDraining              Fact[string] // ENABLED, DISABLED. Default: ENABLED
	ManagedInstances             bool
}
