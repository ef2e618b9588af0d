// Package distributed trains on several instances over the Elastic Fabric
// Adapter.
package distributed

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates four p5.48xlarge close together, each with its 32 adapters, and a
// task that takes a whole instance: start it with a count of 4. The image
// carries libfabric and the NCCL plugin of AWS; instances have no public
// address, as one with several interfaces cannot.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 4, EFA: true, Zone: 1,
		LocalDisks: ecsgpu.LocalDisksForDocker,
	})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "nccl", Pool: gpus, NetworkMode: ecsgpu.NetworkModeHost,
		Containers: []ecsgpu.Container{{
			Name: "train", Image: "public.ecr.aws/hpc-cloud/nccl-tests:latest",
			GPUs: ecsgpu.WholeGPUs(8), EFAInterfaces: 32,
			MemoryMiB: 1_800_000, SharedMemoryMiB: 65536,
			Environment: map[string]string{"FI_PROVIDER": "efa", "NCCL_DEBUG": "INFO"},
		}},
	})
	return stack
}
