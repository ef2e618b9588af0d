// Package guide is the example of the Amazon ECS developer guide, "Working with
// GPUs on Amazon ECS": nvidia-smi on two GPUs.
package guide

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates the task definition example-ecs-gpu with the guide's figures, on
// instances that have two GPUs or more and can still be had. The guide's image
// has gone from its registry; this is its successor.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 1})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "example-ecs-gpu", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "gpu", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", GPUs: ecsgpu.WholeGPUs(2),
			CPUUnits: 100, MemoryMiB: 80, Command: []string{"sh", "-c", "nvidia-smi"},
		}},
	})
	return stack
}
