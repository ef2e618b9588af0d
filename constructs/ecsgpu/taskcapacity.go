package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// hasCapacity says whether the task names what it runs on.
func (t *TaskDefinition) hasCapacity() bool { return t.Pool != nil || t.ManagedPool != nil }

// cluster is the cluster of the task's pool.
func (t *TaskDefinition) cluster() *Cluster {
	if t.ManagedPool != nil {
		return t.ManagedPool.Cluster
	}
	return t.Pool.Cluster
}

// strategy sends tasks to the task's pool and nowhere else.
func (t *TaskDefinition) strategy() []any {
	provider := t.provider()
	return []any{&awsecs.CfnService_CapacityProviderStrategyItemProperty{CapacityProvider: provider.Ref(), Weight: ptr(1.0)}}
}

func (t *TaskDefinition) provider() awsecs.CfnCapacityProvider {
	if t.ManagedPool != nil {
		return t.ManagedPool.CapacityProvider
	}
	return t.Pool.CapacityProvider
}

// subnetIDs are the subnets that the pool launches in.
func (t *TaskDefinition) subnetIDs() *[]*string {
	if t.ManagedPool != nil {
		return t.cluster().Network.SubnetIDs()
	}
	return t.Pool.subnetIDs()
}

// poolName is what the pool is called in messages.
func (t *TaskDefinition) poolName() string {
	if t.ManagedPool != nil {
		return t.ManagedPool.id
	}
	return t.Pool.id
}

// types are what the catalogue knows of the pool's types.
func (t *TaskDefinition) types() []hardware.InstanceType {
	if t.ManagedPool != nil {
		return t.ManagedPool.types
	}
	return t.Pool.types
}
