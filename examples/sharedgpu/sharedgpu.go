// Package sharedgpu runs several small models on each GPU, by NVIDIA MPS.
package sharedgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates four tasks on one L4: each gets 5 GB of its 22 GB of memory and
// at most half of its compute. A fatal fault of one hits all four.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.2xlarge"}, MaxCapacity: 2})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "embeddings", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "embed", Image: "ghcr.io/huggingface/text-embeddings-inference:89-1.8",
			GPUs: ecsgpu.SharedGPU(5000, 50), MemoryMiB: 6144,
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, DesiredCount: 4})
	return stack
}
