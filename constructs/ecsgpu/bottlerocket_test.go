package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

// toml is the user data of a pool of Bottlerocket instances.
func toml(t *testing.T, props ecsgpu.PoolProps) string {
	stack, cluster := newCluster(t)
	props.InstanceTypes, props.MaxCapacity = []string{"g5g.xlarge"}, 2
	cluster.AddPool("pool", &props)
	text, ok := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").(string)
	assert.True(t, ok)
	return text
}

func TestBottlerocket_defaults(t *testing.T) {
	assert.Regexp(t, `^\[settings.ecs\]
cluster = "\$\{Cluster\w+\}"
awsvpc-block-imds = true
reserved-memory = 256

\[settings.ecs.instance-attributes\]
"ecsgpu.pool" = "pool"
$`, toml(t, ecsgpu.PoolProps{}))
}

func TestBottlerocket_overrides(t *testing.T) {
	spot := toml(t, ecsgpu.PoolProps{Purchase: ecsgpu.Spot(""), DesiredCapacity: 1, InstanceSignals: 1,
		Agent: ecsgpu.AgentProps{Attributes: map[string]string{"team": "vision"}}})
	assert.Contains(t, spot, "enable-spot-instance-draining = true\n")
	assert.Contains(t, spot, "\"team\" = \"vision\"\n")
	assert.Regexp(t, `\[settings.cloudformation\]
should-signal = true
stack-name = "\$\{AWS::StackName\}"
logical-resource-id = "ClusterpoolAutoScalingGroup\w+"
`, spot)
	assert.Contains(t, toml(t, ecsgpu.PoolProps{WarmPool: &ecsgpu.WarmPool{}}), "[settings.autoscaling]\nshould-wait = true\n")
	assert.NotContains(t, toml(t, ecsgpu.PoolProps{Agent: ecsgpu.AgentProps{ReservedMemoryMiB: -1}}), "reserved-memory")
}

// Container images live on the second volume.
func TestBottlerocket_hasTwoVolumes(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}, MaxCapacity: 1, VolumeGiB: 200})
	launch := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate")
	var sizes []any
	for _, path := range []string{"0.DeviceName", "0.Ebs.VolumeSize", "1.DeviceName", "1.Ebs.VolumeSize"} {
		sizes = append(sizes, launch.Get("LaunchTemplateData.BlockDeviceMappings."+path))
	}
	assert.Equal(t, []any{"/dev/xvda", 2.0, "/dev/xvdb", 200.0}, sizes)
}
