package checks

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const numbersTemplate = `Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: job
      ContainerDefinitions: [{Name: main, Image: x, Memory: 1024, %s}]
  Service:
    Type: AWS::ECS::Service
    Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref Task, %s}
`

// numbersIn are the findings on numbers when a container and a service have more.
func numbersIn(t *testing.T, container, service string) map[string]Severity {
	found := map[string]Severity{}
	for _, f := range checkText(t, "t.yaml", fmt.Sprintf(numbersTemplate, container, service)) {
		if f.ID == "ecsgpu-template-number" || f.ID == "ecsgpu-template-number-form" {
			found[f.Message] = f.Severity
		}
	}
	return found
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]struct {
		severity Severity
		says     string
	}{
		"NaN": {Error, `got "NaN"`}, ".nan": {Error, `got ".nan"`}, "''": {Error, `got ""`}, "true": {Error, `got "true"`}, "five": {Error, `got "five"`},
		"0.5": {Error, `got "0.5"`}, "-1": {Error, `got "-1"`}, "2147483648": {Error, `got "2147483648"`}, "1e30": {Error, `got "1e30"`},
		"1000000000000000000000000000000": {Error, "got \"1000000000000000000000000000000\""}, "9223372036854775807": {Error, "9223372036854775807"}, "[1]": {Error, "got a list"},
		"'1_000'": {Warning, `is written "1_000"`}, "1_000": {Warning, "not documented"}, "' 5 '": {Warning, `is written " 5 "`}, "0x10": {Warning, "0x10"},
		"'+3'": {Warning, "+3"}, "'5.0'": {Warning, "5.0"}, "010": {Warning, "010"},
		"0": {}, "5": {}, "'5'": {}, "2147483647": {}, "!Ref Cluster": {}, "!GetAtt Cluster.Arn": {},
	} {
		t.Run(text, func(t *testing.T) {
			found := numbersIn(t, "Essential: true", "DesiredCount: "+text)
			if want.severity == "" {
				assert.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			for message, severity := range found {
				assert.Equal(t, want.severity, severity, message)
				assert.Contains(t, message, "DesiredCount of service ")
				assert.Contains(t, message, want.says)
			}
		})
	}
}

func TestNumbers_ofEveryProperty(t *testing.T) {
	for property, container := range map[string]string{
		"Cpu": "Cpu: -1", "MemoryReservation": "MemoryReservation: 1e18", "SharedMemorySize": "LinuxParameters: {SharedMemorySize: NaN}",
		"Swappiness": "LinuxParameters: {Swappiness: 101}", "ContainerPort": "PortMappings: [{ContainerPort: 65536}]", "SoftLimit": "Ulimits: [{Name: x, SoftLimit: '', HardLimit: 1}]",
	} {
		found := numbersIn(t, container, "DesiredCount: 1")
		require.Len(t, found, 1, property)
		for message := range found {
			assert.Contains(t, message, property+` of container "main" of task definition "job" must be a whole number`)
		}
	}
}

func TestSizes(t *testing.T) {
	for sizes, want := range map[string]string{
		"MinSize: 9, MaxSize: 5":                        "has the minimum 9 above its maximum 5",
		"MinSize: 0, MaxSize: 5, DesiredCapacity: 1000": "has the desired capacity 1000 above its maximum 5",
		"MinSize: 2, MaxSize: 5, DesiredCapacity: 1":    "has the desired capacity 1 below its minimum 2",
		"MinSize: 5, MaxSize: 5, DesiredCapacity: 5":    "",
		"MinSize: !Ref Least, MaxSize: 5":               "",
		"MinSize: 9, MaxSize: !Ref Least":               "",
	} {
		text := "Parameters: {Least: {Type: Number}}\nResources:\n  Cluster: {Type: AWS::ECS::Cluster}\n  Launch: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {InstanceType: g6.xlarge, UserData: !Base64 {'Fn::Sub': 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}}}}\n" +
			"  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}, " + sizes + "}}\n"
		var said []string
		for _, f := range checkText(t, "t.yaml", text) {
			if f.ID == "ecsgpu-scaling-sizes" {
				said = append(said, f.Message)
			}
		}
		if want == "" {
			assert.Empty(t, said, sizes)
			continue
		}
		require.Len(t, said, 1, sizes)
		assert.Contains(t, said[0], want)
	}
}
