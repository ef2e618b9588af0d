package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// What the scripts do is tested under a real systemd, in test/boot.

// bootScriptOf returns the template of a pool's user data.
func bootScriptOf(t *testing.T, props ecsgpu.PoolProps) string {
	t.Helper()
	stack, cluster := newCluster(t)
	if props.MaxCapacity == 0 {
		props.MaxCapacity = 1
	}
	cluster.AddPool("pool", &props)
	return userData(t, snapshot.Of(t, stack))
}

// A command may name what CloudFormation knows only at deployment; it becomes a
// variable of the one Fn::Sub.
func TestBootScript_takesReferences(t *testing.T) {
	stack, cluster := newCluster(t)
	bucket := awss3.Bucket_FromBucketName(stack, jsii.String("Data"), awscdk.Fn_ImportValue(jsii.String("data-bucket")))
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1,
		BootCommands: []string{"aws s3 cp s3://" + *bucket.BucketName() + "/setup /tmp/setup", "bash /tmp/setup ${HOME}"}})
	sub := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").([]any)
	assert.Contains(t, sub[0], "\n${Command0}\nbash /tmp/setup ${!HOME}\n")
	assert.Equal(t, map[string]any{"Command0": map[string]any{"Fn::Join": []any{"", []any{
		"aws s3 cp s3://", map[string]any{"Fn::ImportValue": "data-bucket"}, "/setup /tmp/setup",
	}}}}, sub[1])
}

func TestLocalDisks_defaults(t *testing.T) {
	assert.NotContains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}), "local-disks", "the disks are left alone")
}

func TestLocalDisks_overrides(t *testing.T) {
	for use, directory := range map[ecsgpu.LocalDisks]string{
		ecsgpu.LocalDisksForDocker: "/var/lib/docker", ecsgpu.LocalDisksForTasks: "/local",
	} {
		script := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: use})
		assert.Contains(t, script, "ExecStart=/opt/ecsgpu/local-disks "+directory+"\n")
	}
}

func TestLocalDisks_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"a type without disks": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, LocalDisks: ecsgpu.LocalDisksForTasks},
			[]string{"LocalDisks: c5.large has no disks of its own; types that do: ecsgpu instances --nvme 1"},
		},
		"an unknown use": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: "swap"},
			[]string{`LocalDisks must be empty, "docker" or "tasks", got "swap"`},
		},
		"instances that wait stopped, and lose what is on their disks": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: ecsgpu.LocalDisksForDocker, WarmPool: &ecsgpu.WarmPool{}},
			[]string{`LocalDisks clash with WarmPool.State "Stopped": stopping an instance empties its disks; set State "Running"`},
		},
		"Bottlerocket, which runs no scripts": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}, BootCommands: []string{"true"}},
			[]string{"BootCommands and LocalDisks need a script at boot, which bottlerocket-2-nvidia-arm64 does not run; use an Amazon Linux image"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}

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
