package ecsgpu_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestPool_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 4})
	template := snapshot.Of(t, stack)
	assert.Equal(t, hardware.KindGPU, pool.Kind())

	launch := template.One("AWS::EC2::LaunchTemplate")
	assert.Equal(t, "g6.12xlarge", launch.Get("LaunchTemplateData.InstanceType"))
	assert.Equal(t, "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}",
		launch.Get("LaunchTemplateData.ImageId"))
	assert.Equal(t, map[string]any{"HttpTokens": "required", "HttpPutResponseHopLimit": 1.0}, launch.Get("LaunchTemplateData.MetadataOptions"))
	assert.Equal(t, map[string]any{"VolumeType": "gp3", "VolumeSize": 100.0, "Encrypted": true, "DeleteOnTermination": true},
		launch.Get("LaunchTemplateData.BlockDeviceMappings.0.Ebs"))
	assert.Nil(t, launch.Get("LaunchTemplateData.KeyName"), "no SSH key")

	group := template.One("AWS::AutoScaling::AutoScalingGroup")
	assert.Equal(t, "0", group.Get("MinSize"))
	assert.Equal(t, "4", group.Get("MaxSize"))
	assert.Nil(t, group.Get("DesiredCapacity"), "managed scaling decides")
	assert.Equal(t, true, group.Get("NewInstancesProtectedFromScaleIn"))
	assert.Nil(t, group.Body["CreationPolicy"])
	assert.Nil(t, group.Body["UpdatePolicy"], "running instances are never replaced by surprise")
	assert.Contains(t, group.Get("Tags"), map[string]any{"Key": "AmazonECSManaged", "Value": "true", "PropagateAtLaunch": true})

	provider := template.One("AWS::ECS::CapacityProvider")
	assert.Equal(t, map[string]any{"Status": "ENABLED", "TargetCapacity": 100.0}, provider.Get("AutoScalingGroupProvider.ManagedScaling"))
	assert.Equal(t, "ENABLED", provider.Get("AutoScalingGroupProvider.ManagedDraining"))
	assert.Equal(t, "ENABLED", provider.Get("AutoScalingGroupProvider.ManagedTerminationProtection"))

	assert.Empty(t, template.Resources("AWS::AutoScaling::LaunchConfiguration"))
	assert.Empty(t, template.Resources("AWS::Lambda::Function"))
}

func TestPool_configuresTheAgent(t *testing.T) {
	for name, test := range map[string]struct {
		props ecsgpu.PoolProps
		want  []string
		not   []string
	}{
		"a CPU pool keeps the agent's own timeouts": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}},
			[]string{"ECS_RESERVED_MEMORY=256\n", "ECS_AWSVPC_BLOCK_IMDS=true\n"},
			[]string{"ECS_ENABLE_GPU_SUPPORT", "ECS_IMAGE_PULL_INACTIVITY_TIMEOUT"},
		},
		"a GPU pool waits for large images": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g5.xlarge"}},
			[]string{"ECS_ENABLE_GPU_SUPPORT=true\n", "ECS_IMAGE_PULL_INACTIVITY_TIMEOUT=10m0s\n", "ECS_CONTAINER_START_TIMEOUT=10m0s\n"}, nil,
		},
		"custom settings": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, Agent: ecsgpu.AgentProps{
				ReservedMemoryMiB: 1024, ImagePullInactivityTimeout: time.Minute, Attributes: map[string]string{"team": "vision", "cost": "high"},
			}},
			[]string{"ECS_RESERVED_MEMORY=1024\n", "ECS_IMAGE_PULL_INACTIVITY_TIMEOUT=1m0s\n", `ECS_INSTANCE_ATTRIBUTES={"cost":"high","ecsgpu.pool":"pool","team":"vision"}` + "\n"}, nil,
		},
		"no memory set aside": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, Agent: ecsgpu.AgentProps{ReservedMemoryMiB: -1}},
			nil, []string{"ECS_RESERVED_MEMORY"},
		},
		"boot commands come last, with the shell's own variables escaped": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, BootCommands: []string{"echo ${HOME}\n", "touch /ready"}},
			[]string{"END\necho ${!HOME}\ntouch /ready\n"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			cluster.AddPool("pool", &test.props)
			script := userData(t, snapshot.Of(t, stack))
			for _, line := range test.want {
				assert.Contains(t, script, line)
			}
			for _, line := range test.not {
				assert.NotContains(t, script, line)
			}
		})
	}
}

// userData is the script of the only launch template, before substitution.
func userData(t *testing.T, template snapshot.Template) string {
	script, ok := template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").(string)
	require.True(t, ok, "user data is one Fn::Sub")
	require.True(t, strings.HasPrefix(script, "#!/bin/bash\nset -euo pipefail\n"))
	return script
}

func TestPool_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("cpu", &ecsgpu.PoolProps{
		InstanceTypes: []string{"m7g.large"}, MinCapacity: 1, DesiredCapacity: 2, MaxCapacity: 3,
		TargetCapacityPercent: 80, VolumeGiB: 200, Rollout: ecsgpu.RolloutRolling, InstanceSignals: 2, SignalTimeout: 30 * time.Minute,
	})
	template := snapshot.Of(t, stack)

	launch := template.One("AWS::EC2::LaunchTemplate")
	assert.Contains(t, launch.Get("LaunchTemplateData.ImageId"), "/amazon-linux-2023/arm64/recommended/", "the image follows from the types")
	assert.Equal(t, 200.0, launch.Get("LaunchTemplateData.BlockDeviceMappings.0.Ebs.VolumeSize"))
	group := template.One("AWS::AutoScaling::AutoScalingGroup")
	assert.Equal(t, "2", group.Get("DesiredCapacity"))
	assert.Equal(t, map[string]any{"ResourceSignal": map[string]any{"Count": 2.0, "Timeout": "PT30M"}}, group.Body["CreationPolicy"])
	rolling := group.Body["UpdatePolicy"].(map[string]any)["AutoScalingRollingUpdate"].(map[string]any)
	assert.Equal(t, "PT30M", rolling["PauseTime"])
	assert.Equal(t, true, rolling["WaitOnResourceSignals"])
	assert.Contains(t, userData(t, template), "group='"+group.LogicalID+"'")
	assert.Equal(t, 80.0, template.One("AWS::ECS::CapacityProvider").Get("AutoScalingGroupProvider.ManagedScaling.TargetCapacity"))
}

func TestPool_picksTypesBySelection(t *testing.T) {
	for name, test := range map[string]struct {
		selection hardware.Selection
		want      []string
	}{
		"a GPU of 24 GB": {hardware.Selection{MinGPUMemoryMiB: 22000, MaxUSDPerHour: 1.3, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.Exactly(1), AllowedInstanceTypes: []string{"g5.*", "g6.*", "gr6.*"}}},
			[]string{"g6.xlarge", "g6.2xlarge", "g5.xlarge", "g5.2xlarge"}},
		"eight Hopper GPUs": {hardware.Selection{Generations: []hardware.Generation{hardware.Hopper}, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(8)}},
			[]string{"p5.48xlarge", "p5en.48xlarge", "p5e.48xlarge"}},
		"as many GPUs as the cheapest has": {hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(2), AllowedInstanceTypes: []string{"g5.*", "g6.*"}}},
			[]string{"g6.12xlarge", "g5.12xlarge", "g6.24xlarge", "g5.24xlarge"}},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			cluster.AddPool("pool", &ecsgpu.PoolProps{Selection: &test.selection, MaxCapacity: 1})
			template := snapshot.Of(t, stack)
			var types []string
			for _, each := range template.One("AWS::AutoScaling::AutoScalingGroup").Get("MixedInstancesPolicy.LaunchTemplate.Overrides").([]any) {
				types = append(types, each.(map[string]any)["InstanceType"].(string))
			}
			assert.Equal(t, test.want, types)
			assert.Equal(t, test.want[0], template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.InstanceType"))
		})
	}
	t.Run("at most ten of one kind", func(t *testing.T) {
		_, cluster := newCluster(t)
		types := cluster.AddPool("pool", &ecsgpu.PoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, MaxCapacity: 1}).InstanceTypes()
		require.Len(t, types, 10)
		for _, each := range types {
			assert.True(t, each.SupportsArchitecture(hardware.X86_64), "most images are for x86_64; %s", each.Name)
		}
	})
	t.Run("arm64 when asked", func(t *testing.T) {
		_, cluster := newCluster(t)
		pool := cluster.AddPool("pool", &ecsgpu.PoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, Architecture: hardware.ARM64, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, MaxCapacity: 1})
		assert.Equal(t, "g5g.xlarge", pool.InstanceTypes()[0].Name)
	})
	t.Run("no type that the image may not drive", func(t *testing.T) {
		_, cluster := newCluster(t)
		pool := cluster.AddPool("pool", &ecsgpu.PoolProps{Selection: &hardware.Selection{Generations: []hardware.Generation{hardware.Blackwell}, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, MaxCapacity: 1})
		assert.Equal(t, "g7e.2xlarge", pool.InstanceTypes()[0].Name, "G7 is cheaper, and needs a driver that the image does not have")
	})
}

func TestPool_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"nothing": {
			ecsgpu.PoolProps{},
			[]string{
				`InstanceTypes is required, for example []string{"g6.12xlarge"}`,
				"MaxCapacity must be at least 1, got 0; a group with a maximum of 0 can never launch",
			},
		},
		"a type that does not exist": {
			ecsgpu.PoolProps{InstanceTypes: []string{"m5.2large"}, MaxCapacity: 1},
			[]string{`InstanceTypes[0]: "m5.2large" is not a known instance type; nearest: m5.2xlarge, m5.large, m5.xlarge`},
		},
		"GPUs that ECS does not know": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g4ad.xlarge"}, MaxCapacity: 1},
			[]string{"InstanceTypes[0]: ECS cannot hand out the Radeon Pro V520 of g4ad.xlarge; it knows NVIDIA GPUs and Neuron devices"},
		},
		"a selection that contradicts itself": {
			ecsgpu.PoolProps{Selection: &hardware.Selection{Kind: hardware.KindCPU, NVLink: true, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(-1)}}, MaxCapacity: 1},
			[]string{"Selection: AcceleratorCount must have limits of 0 or more, got -1", "Selection: Kind: must be gpu or empty because other fields concern GPUs, got \"cpu\""},
		},
		"a selection that nothing meets": {
			ecsgpu.PoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(64)}}, MaxCapacity: 1},
			[]string{"Selection: no instance type on offer meets it; loosen it, and try it with ecsgpu instances"},
		},
		"types and a selection": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, MaxCapacity: 1},
			[]string{"InstanceTypes, Selection and Parameters.InstanceType clash; give one of them"},
		},
		"attributes that ECS does not take": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1, Agent: ecsgpu.AgentProps{
				Attributes: map[string]string{"empty": "", "cost": "${Price}", "ecsgpu.pool": "mine", "my team": "vision", "end": "blank "}}},
			[]string{
				`Agent.Attributes: a value must have 1 to 128 letters, digits, - _ . / \ : @ and spaces, which are not at its ends, got "cost" = "${Price}"`,
				`Agent.Attributes: ecsgpu.pool is set to the pool's id and cannot be "mine"`,
				`Agent.Attributes: a value must have 1 to 128 letters, digits, - _ . / \ : @ and spaces, which are not at its ends, got "empty" = ""`,
				`Agent.Attributes: a value must have 1 to 128 letters, digits, - _ . / \ : @ and spaces, which are not at its ends, got "end" = "blank "`,
				`Agent.Attributes: a name must have 1 to 128 letters, digits and - _ . / \, got "my team"`,
			},
		},
		"timeouts that the agent does not take": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1, Agent: ecsgpu.AgentProps{
				ImagePullInactivityTimeout: 30 * time.Second, ContainerStartTimeout: 10 * time.Second}},
			[]string{
				"Agent.ImagePullInactivityTimeout must be at least 1m, got 30s; the agent uses 1m instead",
				"Agent.ContainerStartTimeout must be at least 45s, got 10s; the agent uses 45s instead",
			},
		},
		"timeouts that are no time": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1, Agent: ecsgpu.AgentProps{
				ImagePullInactivityTimeout: 600, ContainerStartTimeout: -time.Second}},
			[]string{
				"Agent.ImagePullInactivityTimeout must be whole seconds, such as 30*time.Second, and not negative, got 600ns",
				"Agent.ContainerStartTimeout must be whole seconds, such as 30*time.Second, and not negative, got -1s",
			},
		},
		"settings that Bottlerocket does not pass on": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}, MaxCapacity: 1, Agent: ecsgpu.AgentProps{
				ContainerStartTimeout: time.Minute, Attributes: map[string]string{"share": `\\nas\models`}}},
			[]string{
				"Agent.ImagePullInactivityTimeout and Agent.ContainerStartTimeout have no settings on bottlerocket-2-nvidia-arm64; leave them out, or use an Amazon Linux image",
				`Agent.Attributes: bottlerocket-2-nvidia-arm64 takes no backslash, got "share" = "\\\\nas\\models"`,
			},
		},
		"types of two kinds": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge", "c5.xlarge"}, MaxCapacity: 1},
			[]string{"InstanceTypes must be of one kind: g6.xlarge is gpu, c5.xlarge is cpu; give each kind its own pool"},
		},
		"types of two architectures": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.xlarge", "c7g.xlarge"}, MaxCapacity: 1},
			[]string{"InstanceTypes must be of one architecture: c5.xlarge is [x86_64], c7g.xlarge is [arm64]; give each its own pool"},
		},
		"sizes that contradict each other": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MinCapacity: 3, MaxCapacity: 2, DesiredCapacity: 5},
			[]string{
				"MaxCapacity must be at least MinCapacity (3), got 2",
				"DesiredCapacity must be between MinCapacity (3) and MaxCapacity (2), got 5",
			},
		},
		"waiting for instances that nothing launches": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 2, InstanceSignals: 1},
			[]string{"InstanceSignals must be between 0 and the number of instances at creation (0), got 1"},
		},
		"CPU work by default on GPU instances": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1, Default: true},
			[]string{"Default must not be set on a gpu pool: CPU work without a capacity provider would fill its instances; tasks name the pool instead"},
		},
		"a reserve that the agent ignores": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1, Agent: ecsgpu.AgentProps{ReservedMemoryMiB: 70000}},
			[]string{"Agent.ReservedMemoryMiB must be at most 65535, got 70000; the agent ignores more and reserves nothing"},
		},
		"single values out of range": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1, TargetCapacityPercent: 101, VolumeGiB: 8, Rollout: "now", SignalTimeout: 999 * time.Minute},
			[]string{
				"SignalTimeout must be whole minutes up to 12h0m0s, the limit of CloudFormation, got 16h39m0s",
				"TargetCapacityPercent must be between 1 and 100, got 101",
				"VolumeGiB must be between 30 (the size of the image) and 65536, got 8",
				`Rollout must be "manual" or "rolling", got "now"`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}

func TestPool_rejectsAnIDThatNoExpressionCanName(t *testing.T) {
	_, cluster := newCluster(t)
	requireRefused(t, func() {
		cluster.AddPool("my pool", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1})
	}, `a pool's id must be 1 to 128 letters, digits, underscores, dots or hyphens, got "my pool"`)
}
