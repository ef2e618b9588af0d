package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// Container is one container of a [TaskDefinition].
type Container struct {
	// Name is unique in the task: up to 255 letters, digits, underscores and
	// hyphens. Required.
	Name string
	// Image is repository:tag or repository@digest, in a registry or in ECR.
	// Required.
	Image string
	// GPUs is what the container asks of the instance's GPUs. All containers
	// of a task that ask must ask in the same way.
	// Default: none; the container then cannot see a GPU.
	GPUs GPURequest
	// CPUUnits is the container's share of CPU in units of 1/1024 vCPU. A
	// container that feeds a GPU needs enough of it.
	// Default: 0, what is left.
	CPUUnits int
	// MemoryMiB is a hard limit: a container that exceeds it is killed.
	// Default: 0, the task's MemoryMiB is the limit.
	MemoryMiB int
	// MemoryReservationMiB is what ECS sets aside for the container when it
	// may use more. At most MemoryMiB.
	// Default: 0, MemoryMiB is set aside.
	MemoryReservationMiB int
	// NonEssential lets the task go on when this container stops.
	// Default: false.
	NonEssential bool
	// EntryPoint replaces the image's entry point.
	// Default: the image's own.
	EntryPoint []string
	// Command replaces the image's command.
	// Default: the image's own.
	Command []string
	// Environment are environment variables. ECS sets NVIDIA_VISIBLE_DEVICES
	// itself for a container with GPUs, and overwrites it here.
	// Default: none.
	Environment map[string]string
}

// containers renders the container definitions.
func (t *TaskDefinition) containers(all []Container) []any {
	var rendered []any
	for _, c := range all {
		rendered = append(rendered, t.container(c))
	}
	return rendered
}

func (t *TaskDefinition) container(c Container) *awsecs.CfnTaskDefinition_ContainerDefinitionProperty {
	return &awsecs.CfnTaskDefinition_ContainerDefinitionProperty{
		Name:                 &c.Name,
		Image:                &c.Image,
		Cpu:                  optionalFloat(c.CPUUnits),
		Memory:               optionalFloat(c.MemoryMiB),
		MemoryReservation:    optionalFloat(c.MemoryReservationMiB),
		Essential:            jsii.Bool(!c.NonEssential),
		EntryPoint:           optionalStrings(c.EntryPoint),
		Command:              optionalStrings(c.Command),
		Environment:          environment(c.Environment),
		ResourceRequirements: resourceRequirements(c.GPUs),
		LogConfiguration: &awsecs.CfnTaskDefinition_LogConfigurationProperty{
			LogDriver: jsii.String("awslogs"),
			Options: map[string]*string{
				"awslogs-group":         t.LogGroup.LogGroupName(),
				"awslogs-region":        awscdk.Aws_REGION(),
				"awslogs-stream-prefix": &c.Name,
			},
		},
	}
}

func resourceRequirements(gpus GPURequest) any {
	if gpus.IsZero() {
		return nil
	}
	return []any{&awsecs.CfnTaskDefinition_ResourceRequirementProperty{
		Type: jsii.String(gpus.Type()), Value: jsii.String(gpus.Value()),
	}}
}

// environment is sorted by name, so that templates do not change by themselves.
func environment(variables map[string]string) any {
	if len(variables) == 0 {
		return nil
	}
	var pairs []any
	for _, name := range sortedKeys(variables) {
		pairs = append(pairs, &awsecs.CfnTaskDefinition_KeyValuePairProperty{
			Name: jsii.String(name), Value: jsii.String(variables[name]),
		})
	}
	return pairs
}

func optionalFloat(n int) *float64 {
	if n == 0 {
		return nil
	}
	return jsii.Number(n)
}

func optionalStrings(all []string) *[]*string {
	if len(all) == 0 {
		return nil
	}
	return jsii.Strings(all...)
}
