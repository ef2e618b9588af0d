package fromtemplate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// userDataOf reads user data as a template has it.
func userDataOf(t testing.TB, userData string) *inventory.Launch {
	t.Helper()
	text := `
Parameters: {Open: {Type: String}, Empty: {Type: String, Default: ""}}
Resources:
  Cluster: {Type: "AWS::ECS::Cluster"}
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}"
        UserData: ` + userData + `
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: 1}, MinSize: 0, MaxSize: 1}
`
	tpl, err := cloudformation.Parse("t.yaml", []byte(text))
	require.NoError(t, err)
	inv, err := Read(tpl, ohio)
	require.NoError(t, err)
	require.Len(t, inv.Pools, 1)
	return inv.Pools[0].Launch
}

func TestAgentConfig_holesOfTheTemplate(t *testing.T) {
	cases := map[string]struct{ userData, want string }{
		"a reference":                {"!Base64 {'Fn::Sub': \"echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"a part of a value":          {"!Base64 {'Fn::Sub': \"echo ECS_CLUSTER=x-${Open}-y >> /etc/ecs/ecs.config\"}", "ECS_CLUSTER=? x-${Open}-y (it holds ${Open})"},
		"a shell variable":           {"!Base64 {'Fn::Sub': \"A=${Cluster}\\necho ECS_CLUSTER=${!A} >> /etc/ecs/ecs.config\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"in Bottlerocket's settings": {"!Base64 {'Fn::Sub': \"[settings.ecs]\\ncluster = '${Cluster}'\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"in cloud-config":            {"!Base64 {'Fn::Sub': \"#cloud-config\\nruncmd:\\n- echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\\n\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"a line of its own":          {"!Base64 {'Fn::Sub': \"echo ECS_X=1 >> /etc/ecs/ecs.config\\n${Open}\\n\"}", "ECS_X=? 1 (the script may change it); …"},
		"a line in the settings":     {"!Base64 {'Fn::Sub': \"cat >> /etc/ecs/ecs.config <<E\\nECS_X=1\\nx ${Open}\\nE\\n\"}", "ECS_X=? 1 (the script may change it); …"},
		"a line that is empty":       {"!Base64 {'Fn::Sub': \"echo ECS_X=1 >> /etc/ecs/ecs.config\\n${Empty}\\n\"}", "ECS_X=1"},
		"a text that is not known":   {"!If [Nothing, a, b]", "…"},
		"an import":                  {"!ImportValue script", "…"},
		"a parameter":                {"!Ref Open", "…"},
		"text that is not encoded":   {"\"#!/bin/bash\"", "…"},
		"text that is encoded":       {"ZWNobyBFQ1NfQ0xVU1RFUj1hID4+IC9ldGMvZWNzL2Vjcy5jb25maWcK", "ECS_CLUSTER=a"},
		"none":                       {"!Ref AWS::NoValue", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			l := userDataOf(t, c.userData)
			assert.Equal(t, c.want, describeSettings(l.Agent))
		})
	}
	l := userDataOf(t, "!Base64 {'Fn::Sub': \"echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\"}")
	f := l.Agent.Cluster()
	assert.Equal(t, []cloudformation.Reference{{LogicalID: "Cluster"}}, f.References)
	assert.Equal(t, "Resources.Launch.Properties.LaunchTemplateData.UserData", f.Place.Path)
}

func TestAgentConfig_typedSettings(t *testing.T) {
	a := userDataOf(t, "!Base64 \"cat > /etc/ecs/ecs.config <<EOF\\nECS_CLUSTER=a\\nECS_RESERVED_MEMORY=512\\n"+
		"ECS_ENABLE_SPOT_INSTANCE_DRAINING=true\\nECS_WARM_POOLS_CHECK=false\\nECS_ENABLE_GPU_SUPPORT=maybe\\n"+
		"ECS_INSTANCE_ATTRIBUTES={'a':'b'}\\nEOF\"").Agent
	reserved, ok := a.ReservedMemoryMiB().Get()
	assert.True(t, ok)
	assert.Equal(t, 512, reserved)
	draining, _ := a.SpotDraining().Get()
	assert.True(t, draining)
	warm, ok := a.WarmPoolsCheck().Get()
	assert.True(t, ok)
	assert.False(t, warm)
	assert.True(t, a.GPUSupport().IsUnknown(), "text that is no boolean is not known as one")
	assert.Equal(t, "maybe", a.GPUSupport().Text)
	attributes, _ := a.Attributes().Get()
	assert.Equal(t, `{'a':'b'}`, attributes)
	assert.True(t, a.BlocksIMDS().IsAbsent())
}
