// Package typical is what figures about speed speak of.
package typical

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// NewCluster creates one stack with a VPC, a cluster, two pools and a task.
func NewCluster(app awscdk.App, name string) {
	stack := awscdk.NewStack(app, &name, &awscdk.StackProps{
		Synthesizer: awscdk.NewBootstraplessSynthesizer(&awscdk.BootstraplessSynthesizerProps{}),
	})
	network := ecsgpu.NewNetwork(stack, "Network", nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.2xlarge"}, MaxCapacity: 2})
	gpu := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 2})
	ecsgpu.NewTaskDefinition(stack, "Train", &ecsgpu.TaskDefinitionProps{
		Family: "train", Pool: gpu,
		Containers: []ecsgpu.Container{{Name: "train", Image: "busybox", GPUs: ecsgpu.WholeGPUs(4), MemoryMiB: 65536}},
	})
}
