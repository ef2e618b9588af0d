package ecsgpu_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGPUMetrics_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)
	assert.NotContains(t, userData(t, template), "cloudwatch", "metrics are billed")
	assert.Nil(t, template.One("AWS::AutoScaling::AutoScalingGroup").Get("MetricsCollection"))
}

func TestGPUMetrics_overrides(t *testing.T) {
	const folder = "/opt/aws/amazon-cloudwatch-agent/etc/gpu.json"
	pool := ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, GPUMetrics: true}
	m := newMachine(t).hasGPUs(1)
	code, calls := m.boot(t, bootScriptOf(t, pool))
	assert.Zero(t, code)
	assert.Equal(t, []string{
		"yum install -y amazon-cloudwatch-agent",
		"amazon-cloudwatch-agent-ctl -a fetch-config -m ec2 -s -c file:" + folder,
	}, calls)

	text, err := os.ReadFile(m.root + folder)
	require.NoError(t, err)
	var config struct {
		Metrics struct {
			Namespace        string
			AppendDimensions map[string]string `json:"append_dimensions"`
		}
	}
	require.NoError(t, json.Unmarshal(text, &config))
	assert.Equal(t, "ecsgpu", config.Metrics.Namespace)
	assert.Equal(t, "${aws:AutoScalingGroupName}", config.Metrics.AppendDimensions["AutoScalingGroupName"],
		"a variable of the agent, neither of CloudFormation nor of the shell")

	t.Run("an instance with a broken GPU does not come so far", func(t *testing.T) {
		_, calls := newMachine(t).hasGPUs(0).boot(t, bootScriptOf(t, pool))
		assert.Equal(t, poweroff, calls[len(calls)-1])
		assert.NotContains(t, calls, "yum install -y amazon-cloudwatch-agent")
	})
}

func TestGPUMetrics_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"a pool without GPUs": {ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}},
			[]string{"GPUMetrics needs NVIDIA GPUs, and the pool is cpu"}},
		"Bottlerocket": {ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}},
			[]string{"GPUMetrics installs a package of Amazon Linux at boot, which bottlerocket-2-nvidia-arm64 cannot; use an Amazon Linux image"}},
		"another system": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"},
			Image: custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "580", OS: images.OtherLinux})},
			[]string{"GPUMetrics installs a package of Amazon Linux at boot, which custom ami-0123456789abcdef0 cannot; use an Amazon Linux image"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity, test.props.GPUMetrics = 1, true
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}
