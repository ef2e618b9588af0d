package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func TestGPUMetrics_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)
	assert.NotContains(t, userData(t, template), "cloudwatch", "metrics are billed")
	assert.Nil(t, template.One("AWS::AutoScaling::AutoScalingGroup").Get("MetricsCollection"))
}

func TestGPUMetrics_overrides(t *testing.T) {
	script := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, GPUMetrics: true})
	assert.Contains(t, script, `"namespace": "ecsgpu"`)
	assert.Less(t, strings.Index(script, "systemctl start ecsgpu-gpus.service"), strings.Index(script, "amazon-cloudwatch-agent-ctl"),
		"the agent starts when there is a driver to ask")
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
