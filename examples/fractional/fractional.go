// Package fractional runs tasks on an eighth of a GPU each.
package fractional

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates two g6f.xlarge, each with an eighth of an L4 (2.8 GB), which only
// one container can have. The image's driver for virtual GPUs is chosen at boot.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	parts := cluster.AddPool("parts", &ecsgpu.PoolProps{InstanceTypes: []string{"g6f.xlarge"}, MaxCapacity: 2})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "transcode", Pool: parts,
		Containers: []ecsgpu.Container{{
			Name: "ffmpeg", Image: "jrottenberg/ffmpeg:7.1-nvidia", GPUs: ecsgpu.FractionalGPU(0.125),
			DriverCapabilities: []string{"compute", "utility", "video"}, MemoryMiB: 8192,
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, DesiredCount: 2})
	return stack
}
