package fromtemplate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func variants(t testing.TB, tpl *cloudformation.Template, env cloudformation.Environment) []Variant {
	t.Helper()
	all, err := Variants(tpl, env)
	require.NoError(t, err)
	var list []Variant
	for v := range all {
		list = append(list, v)
	}
	return list
}

func labels(list []Variant) []string {
	var labels []string
	for _, v := range list {
		labels = append(labels, v.Parameter+"="+v.Value)
	}
	return labels
}

func TestVariants_defaults(t *testing.T) {
	list := variants(t, load(t, "original-tensorflow-test.yaml"), ohio)
	assert.Len(t, list, 1+23+6, "the default, and each other allowed value of both instance types")
	assert.Empty(t, list[0].Parameter)
	gpuType := func(inv *inventory.Inventory) string {
		name, _ := inv.Pool("ECSGPUAutoScalingGroup").InstanceTypes.Items[0].Get()
		return name
	}
	assert.Equal(t, "p3.2xlarge", gpuType(list[0].Inventory))
	last := list[len(list)-1]
	assert.Equal(t, "GPUInstanceType", last.Parameter)
	assert.Equal(t, "p3dn.24xlarge", last.Value)
	assert.Equal(t, "p3dn.24xlarge", gpuType(last.Inventory))
	assert.Equal(t, "p3.2xlarge", gpuType(list[0].Inventory), "variants do not share what they read")
}

func TestVariants_overrides(t *testing.T) {
	env := ohio
	env.Parameters = map[string]string{"GPUInstanceType": "p3.16xlarge", "InstanceType": "c5.large"}
	list := variants(t, load(t, "original-tensorflow-test.yaml"), env)
	assert.Len(t, list, 1, "what the user has decided is not varied")
}

func TestVariants_rejects(t *testing.T) {
	env := cloudformation.Environment{Parameters: map[string]string{"Nothing": "x"}}
	_, err := Variants(load(t, "original-tensorflow-test.yaml"), env)
	assert.ErrorContains(t, err, "parameter Nothing does not exist")
}

func TestVariants_onlyOfWhatMatters(t *testing.T) {
	text := `
Parameters:
  Used: {Type: String, Default: a, AllowedValues: [a, b]}
  Decides: {Type: String, Default: "no", AllowedValues: ["no", "yes"]}
  Chooses: {Type: String, Default: x, AllowedValues: [x, z]}
  Topic: {Type: String, Default: a, AllowedValues: [a, b]}
  Unused: {Type: String, Default: a, AllowedValues: [a, b]}
  Short: {Type: String, Default: ab, AllowedValues: [ab, toolong], MaxLength: 3}
  Free: {Type: String, Default: a}
Conditions:
  Extra: !Equals [!Ref Decides, "yes"]
  Z: !Equals [!Ref Chooses, z]
Resources:
  Topic: {Type: "AWS::SQS::Queue", Properties: {QueueName: !Ref Topic}}
  Cluster: {Type: "AWS::ECS::Cluster", Properties: {ClusterName: !Sub "${Used}-${Short}-${Free}"}}
  More: {Type: "AWS::ECS::Cluster", Condition: Extra}
  Choice: {Type: "AWS::ECS::Cluster", Properties: {ClusterName: !If [Z, z, !Ref "AWS::NoValue"]}}
`
	tpl, err := cloudformation.Parse("t.yaml", []byte(text))
	require.NoError(t, err)
	list := variants(t, tpl, ohio)
	assert.Equal(t, []string{"=", "Used=b", "Decides=yes", "Chooses=z"}, labels(list))
	assert.NotNil(t, list[2].Inventory.Cluster("More"), "what the default leaves out is varied too")
	for range variants(t, tpl, ohio)[:1] {
		break // an iteration may stop early
	}
}

// The larger the template, the fewer variants of it are read. This one is made
// large by a comment, and would have 200.
func TestVariants_areBounded(t *testing.T) {
	text := "Parameters:\n  P: {Type: String, Default: v0, AllowedValues: ["
	for i := range 200 {
		text += fmt.Sprintf("v%d, ", i)
	}
	text += "]}\nResources:\n  C: {Type: 'AWS::ECS::Cluster', Properties: {ClusterName: !Ref P}}\n"
	text += "# " + strings.Repeat("-", cloudformation.MaxBytes*9/10) + "\n"
	tpl, err := cloudformation.Parse("t.yaml", []byte(text))
	require.NoError(t, err)
	bound := 1 + maxVariantWork/tpl.Size
	require.Less(t, bound, 150)
	assert.Len(t, variants(t, tpl, ohio), bound)
}

// 150 variants of a template of 25 resources are to be read well below 50 ms.
func BenchmarkVariants(b *testing.B) {
	data := "Parameters:\n  T: {Type: String, Default: t0, AllowedValues: ["
	for i := range 150 {
		data += fmt.Sprintf("t%d, ", i)
	}
	data += "]}\n" + fleet(5, "!Ref T")
	tpl, err := cloudformation.Parse("t.yaml", []byte(data))
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		all, err := Variants(tpl, ohio)
		require.NoError(b, err)
		for range all {
			n++
		}
		require.Equal(b, 150, n)
	}
}

// fleet returns a template of n times five resources.
func fleet(n int, instanceType string) string {
	text := "Resources:\n"
	for i := range n {
		text += fmt.Sprintf(`  Cluster%[1]d: {Type: "AWS::ECS::Cluster", Properties: {ClusterName: c%[1]d}}
  Launch%[1]d:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}"
        InstanceType: %[2]s
        MetadataOptions: {HttpTokens: required, HttpPutResponseHopLimit: 2}
        BlockDeviceMappings: [{DeviceName: /dev/xvda, Ebs: {Encrypted: true, VolumeSize: 100, VolumeType: gp3}}]
        UserData:
          Fn::Base64: !Sub |
            #!/bin/bash
            echo ECS_CLUSTER=${Cluster%[1]d} >> /etc/ecs/ecs.config
            echo ECS_ENABLE_SPOT_INSTANCE_DRAINING=true >> /etc/ecs/ecs.config
  Group%[1]d:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {LaunchTemplate: {LaunchTemplateId: !Ref Launch%[1]d, Version: 1}, MinSize: 0, MaxSize: 4}
  Provider%[1]d:
    Type: AWS::ECS::CapacityProvider
    Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group%[1]d, ManagedScaling: {Status: ENABLED, TargetCapacity: 100}}}
  Task%[1]d:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: !Sub "${AWS::StackName}-%[1]d"
      ContainerDefinitions:
        - Name: train
          Image: !Sub "${AWS::AccountId}.dkr.ecr.${AWS::Region}.amazonaws.com/train:latest"
          Memory: 4096
          Cpu: 1024
          ResourceRequirements: [{Type: GPU, Value: "1"}]
          Environment: [{Name: A, Value: b}, {Name: REGION, Value: !Ref "AWS::Region"}]
          LogConfiguration: {LogDriver: awslogs, Options: {awslogs-group: x, awslogs-region: !Ref "AWS::Region"}}
`, i, instanceType)
	}
	return text
}

// The growth from 50 to 500 resources should be tenfold: linear.
func BenchmarkRead(b *testing.B) {
	for _, resources := range []int{50, 500} {
		b.Run(fmt.Sprintf("resources=%d", resources), func(b *testing.B) {
			data := []byte(fleet(resources/5, "g5.xlarge"))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				tpl, err := cloudformation.Parse("t.yaml", data)
				require.NoError(b, err)
				inv, err := Read(tpl, ohio)
				require.NoError(b, err)
				require.Len(b, inv.Pools, resources/5)
			}
		})
	}
}
