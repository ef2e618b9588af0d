package checks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

const varied = `
Parameters:
  Type: {Type: String, %s AllowedValues: [%s]}
Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: '{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}'
        InstanceType: !Ref Type
        BlockDeviceMappings: [{DeviceName: /dev/xvda, Ebs: {VolumeSize: 100, Encrypted: true}}]
        UserData: {'Fn::Base64': !Sub 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties:
      LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}
      MinSize: '0'
      DesiredCapacity: '2'
      MaxSize: '4'
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: train
      RequiresCompatibilities: [EC2]
      ContainerDefinitions: [{Name: main, Image: 'example/main:1', Memory: 4096, ResourceRequirements: [{Type: GPU, Value: '4'}]}]
`

const withService = `
  Service:
    Type: AWS::ECS::Service
    Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref Task, LaunchType: EC2, DesiredCount: 1}
`

func TestTemplate_variation(t *testing.T) {
	const all = "g6.xlarge, g6.12xlarge, g6.48xlarge"
	for _, c := range []struct {
		name, byDefault, allowed, more string
		want                           []string
	}{
		{"a task by hand fits for other values than the default", "Default: g6.xlarge,", all, "",
			[]string{`info ecsgpu-fit-some-values: task definition "train" fits for Type = g6.12xlarge, g6.48xlarge; with the default g6.xlarge it requests 4 GPUs, but g6.xlarge of Auto Scaling group Group has 1`}},
		{"a task by hand fits for the default only", "Default: g6.12xlarge,", "g6.12xlarge, g6.xlarge", "",
			[]string{`info ecsgpu-fit-some-values: task definition "train" does not fit for Type = g6.xlarge; with g6.xlarge it requests 4 GPUs, but g6.xlarge of Auto Scaling group Group has 1`}},
		{"a service does not fit for the default", "Default: g6.xlarge,", all, withService,
			[]string{`error ecsgpu-fit-gpus: task definition "train" requests 4 GPUs, but g6.xlarge of Auto Scaling group Group has 1; service Service runs it there (for Type = g6.xlarge)`}},
		{"a service does not fit for another value", "Default: g6.12xlarge,", "g6.12xlarge, g6.xlarge", withService,
			[]string{`info ecsgpu-fit-some-values: task definition "train" does not fit for Type = g6.xlarge; with g6.xlarge it requests 4 GPUs, but g6.xlarge of Auto Scaling group Group has 1; service Service runs it there`}},
		{"no value helps", "Default: g6.xlarge,", "g6.xlarge, g5.xlarge", "",
			[]string{`error ecsgpu-fit-gpus: task definition "train" requests 4 GPUs, but g6.xlarge of Auto Scaling group Group has 1`}},
		{"no value helps and there is no default", "", "g6.xlarge, g5.xlarge", "",
			[]string{`error ecsgpu-fit-gpus: task definition "train" requests 4 GPUs, but g6.xlarge of Auto Scaling group Group has 1 (for Type = g6.xlarge, g5.xlarge)`}},
		{"the image drives the default only", "Default: g6.12xlarge,", "g6.12xlarge, g5g.16xlarge", "",
			[]string{
				`warning ecsgpu-image-architecture: g5g.16xlarge of Auto Scaling group Group: al2023-gpu is built for x86_64 and does not boot on g5g.16xlarge, which is arm64 (for Type = g5g.16xlarge)`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range checkText(t, "t.yaml", fmt.Sprintf(varied, c.byDefault, c.allowed)+c.more) {
				got = append(got, fmt.Sprintf("%s %s: %s", f.Severity, f.ID, f.Text()))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestTemplate_givenParameter(t *testing.T) {
	text := fmt.Sprintf(varied, "Default: g6.xlarge,", "g6.xlarge, g6.12xlarge")
	parsed, err := cloudformation.Parse("t.yaml", []byte(text))
	require.NoError(t, err)
	findings, err := Template(parsed, cloudformation.Environment{Parameters: map[string]string{"Type": "g6.12xlarge"}})
	require.NoError(t, err)
	assert.Empty(t, findings, "whoever gives a value has decided")

	_, err = Template(parsed, cloudformation.Environment{Parameters: map[string]string{"Typo": "x"}})
	assert.ErrorContains(t, err, "Typo")
}

func TestDocument_rejects(t *testing.T) {
	_, err := Document("notes.txt", []byte("just text"), cloudformation.Environment{})
	assert.ErrorContains(t, err, "notes.txt:1: ")

	text := fmt.Sprintf(varied, "Default: g6.xlarge,", "g6.xlarge, g6.12xlarge")
	_, err = Document("t.yaml", []byte(text), cloudformation.Environment{Parameters: map[string]string{"Typo": "x"}})
	assert.ErrorContains(t, err, "Typo")
}

func TestTemplate_deterministic(t *testing.T) {
	first := checkFile(t, "../inventory/fromtemplate/testdata/original-tensorflow-test.yaml")
	for range 3 {
		require.Equal(t, first, checkFile(t, "../inventory/fromtemplate/testdata/original-tensorflow-test.yaml"))
	}
	for _, f := range first {
		assert.NotEmpty(t, f.Place.File, f.ID)
		assert.NotZero(t, f.Place.Line, f.ID)
		assert.False(t, strings.Contains(f.Message, "\n"), f.ID)
	}
}
