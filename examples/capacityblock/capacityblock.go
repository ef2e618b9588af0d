// Package capacityblock trains in capacity that was bought for some days.
package capacityblock

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a pool for a capacity block of four p5en.48xlarge in the second
// zone of the network. It rests at zero until a task wants an instance; EC2
// ends the instances half an hour before the block ends.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	block := cluster.AddPool("block", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p5en.48xlarge"}, MaxCapacity: 4, Zone: 2, EFA: true,
		Purchase: ecsgpu.CapacityBlock("cr-0123456789abcdef0"),
	})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "pretrain", Pool: block, NetworkMode: ecsgpu.NetworkModeHost,
		Containers: []ecsgpu.Container{{
			Name: "train", Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/pretrain@sha256:" +
				"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			GPUs: ecsgpu.AllGPUs(), EFAInterfaces: 16, MemoryMiB: 1_800_000, SharedMemoryMiB: 131072,
		}},
	})
	return stack
}
