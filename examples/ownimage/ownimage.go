// Package ownimage launches instances from a custom AMI.
package ownimage

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
)

// New creates a pool of an image that was built on the ECS-optimized one, with
// the containers of the team in its cache. The driver that it claims is held
// against the instance types: 550 would be refused for Blackwell.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	image, err := images.NewCustom(images.CustomProps{
		ID: "ami-0123456789abcdef0", NVIDIADriver: "580.178.04", RootSizeGiB: 200,
	})
	if err != nil {
		panic(err)
	}
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g7e.2xlarge"}, MaxCapacity: 2, Image: image})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "job", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "job", Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/job:v7",
			GPUs: ecsgpu.WholeGPUs(1), MemoryMiB: 32768,
		}},
	})
	return stack
}
