package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func TestWarmPool_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2, WarmPool: &ecsgpu.WarmPool{}})
	template := snapshot.Of(t, stack)
	warm := template.One("AWS::AutoScaling::WarmPool")
	assert.Equal(t, "Stopped", warm.Get("PoolState"))
	assert.Equal(t, 0.0, warm.Get("MinSize"))
	assert.Nil(t, warm.Get("MaxGroupPreparedCapacity"))
	assert.Nil(t, warm.Get("InstanceReusePolicy"), "ECS knows no return to the warm pool")
	assert.Equal(t, template.One("AWS::AutoScaling::AutoScalingGroup").LogicalID, warm.Get("AutoScalingGroupName.Ref"))
	assert.Contains(t, userData(t, template), "ECS_WARM_POOLS_CHECK=true\n")
}

func TestWarmPool_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 4,
		WarmPool: &ecsgpu.WarmPool{MinSize: 1, MaxPrepared: 2, State: ecsgpu.WarmPoolStateRunning}})
	warm := snapshot.Of(t, stack).One("AWS::AutoScaling::WarmPool")
	assert.Equal(t, "Running", warm.Get("PoolState"))
	assert.Equal(t, 1.0, warm.Get("MinSize"))
	assert.Equal(t, 2.0, warm.Get("MaxGroupPreparedCapacity"))
}

func TestWarmPool_rejects(t *testing.T) {
	const several = "WarmPool: EC2 Auto Scaling has no warm pools for several instance types or spot; give one type, on demand"
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"several types":      {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge", "g5.xlarge"}, WarmPool: &ecsgpu.WarmPool{}}, []string{several}},
		"types by selection": {ecsgpu.PoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, WarmPool: &ecsgpu.WarmPool{}}, []string{several}},
		"spot instances":     {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, Purchase: ecsgpu.Spot(""), WarmPool: &ecsgpu.WarmPool{}}, []string{several}},
		"a capacity block": {
			ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, Zone: 1, Purchase: ecsgpu.CapacityBlock("cr-0123456789abcdef0"), WarmPool: &ecsgpu.WarmPool{}},
			[]string{"WarmPool clashes with a capacity block, for which EC2 Auto Scaling has no warm pools; leave one out"},
		},
		"sizes and a state that do not exist": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, WarmPool: &ecsgpu.WarmPool{MinSize: 3, MaxPrepared: 2, State: "Asleep"}},
			[]string{"WarmPool.MaxPrepared must be at least MinSize (3), got 2", `WarmPool.State must be "Stopped" or "Running", got "Asleep"`},
		},
		"a size below zero": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, WarmPool: &ecsgpu.WarmPool{MinSize: -1}},
			[]string{"WarmPool.MinSize and MaxPrepared must not be negative, got -1 and 0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}
