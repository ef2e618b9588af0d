package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGPUCheck_defaults(t *testing.T) {
	assert.Contains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}}), "count-gpus 4\n")
	assert.Contains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.xlarge"}}), "count-gpus 1\n", "a fraction of a GPU is one device")
	assert.Contains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.48xlarge", "g6.xlarge", "g6.2xlarge"}}), "count-gpus 1 8=g6.48xlarge\n")
}

// An instance that lacks GPUs asks how many of its group were replaced before.
func TestGPUCheck_permissions(t *testing.T) {
	for _, test := range []struct {
		props  ecsgpu.PoolProps
		allows bool
	}{
		{ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}, true},
		{ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, AllowMissingGPUs: true}, false},
		{ecsgpu.PoolProps{InstanceTypes: []string{"c5.xlarge"}}, false},
	} {
		stack, cluster := newCluster(t)
		test.props.MaxCapacity = 1
		cluster.AddPool("pool", &test.props)
		assert.Equal(t, test.allows, strings.Contains(string(snapshot.Of(t, stack).Text()), "autoscaling:DescribeScalingActivities"), "%v", test.props)
	}
}

func TestGPUCheck_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		props      ecsgpu.PoolProps
		terminates any
	}{
		"checked, and ended by its own shutdown": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}, "terminate"},
		"told not to":                            {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, AllowMissingGPUs: true}, nil},
		"without GPUs":                           {ecsgpu.PoolProps{InstanceTypes: []string{"c5.xlarge"}}, nil},
		"with Neuron devices":                    {ecsgpu.PoolProps{InstanceTypes: []string{"inf2.xlarge"}}, nil},
		"Bottlerocket, which runs no scripts":    {ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			pool := cluster.AddPool("pool", &test.props)
			launch := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate")
			assert.Equal(t, test.terminates, launch.Get("LaunchTemplateData.InstanceInitiatedShutdownBehavior"))
			if pool.Image().OS != images.Bottlerocket {
				script, ok := launch.Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").(string)
				require.True(t, ok)
				assert.Equal(t, test.terminates != nil, strings.Contains(script, "count-gpus"))
			}
		})
	}
}
