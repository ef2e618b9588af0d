// Package deeplearningami launches instances from the AWS Deep Learning AMI.
package deeplearningami

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
)

// New creates a pool of the base image of Amazon Linux 2023. It has the driver
// and Docker; the boot commands add what makes it a container instance. The
// agent starts when the boot is over, hence --no-block.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	image, err := images.NewCustom(images.CustomProps{
		SSMParameter: "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-al2023/latest/ami-id",
		NVIDIADriver: "580", RootSizeGiB: 75,
	})
	if err != nil {
		panic(err)
	}
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2, Image: image,
		BootCommands: []string{
			"dnf install -y ecs-init", "nvidia-ctk runtime configure --runtime=docker",
			"systemctl restart docker", "systemctl enable --now --no-block ecs",
		},
	})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{Family: "job", Pool: gpus, Containers: []ecsgpu.Container{
		{Name: "job", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", GPUs: ecsgpu.WholeGPUs(1), MemoryMiB: 8192},
	}})
	return stack
}
