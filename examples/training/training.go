// Package training runs a job on all eight GPUs of an instance.
package training

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a pool that rests at zero and a task for run-task. Data sets and
// checkpoints go to the instance's NVMe disks, 30 TB as one file system, and
// what the data loaders share to 64 GiB of /dev/shm.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 1, LocalDisks: ecsgpu.LocalDisksForTasks,
	})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "train", Pool: gpus,
		Volumes: []ecsgpu.Volume{{Name: "scratch", HostPath: "/local"}},
		Containers: []ecsgpu.Container{{
			Name: "train", Image: "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime", GPUs: ecsgpu.AllGPUs(),
			Command:   []string{"torchrun", "--nproc-per-node=8", "/scratch/train.py"},
			MemoryMiB: 1_800_000, SharedMemoryMiB: 65536, InitProcess: true,
			DriverCapabilities: []string{"compute", "utility"},
			Mounts:             []ecsgpu.Mount{{Volume: "scratch", Path: "/scratch"}},
			Ulimits:            []ecsgpu.Ulimit{{Name: "memlock", Soft: -1, Hard: -1}, {Name: "stack", Soft: 67108864, Hard: 67108864}},
		}},
	})
	return stack
}
