// Command quickstart is the smallest program: a cluster with CPUs and GPUs, and
// a task that shows its GPU.
package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

func main() {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	stack := awscdk.NewStack(app, jsii.String("quickstart"), nil)

	network := ecsgpu.NewNetwork(stack, "Network", nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.2xlarge"}, MaxCapacity: 2})
	gpus := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2})
	ecsgpu.NewTaskDefinition(stack, "Smi", &ecsgpu.TaskDefinitionProps{
		Family: "smi",
		Pool:   gpus,
		Containers: []ecsgpu.Container{{
			Name: "smi", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", Command: []string{"nvidia-smi"},
			GPUs: ecsgpu.WholeGPUs(1), CPUUnits: 1024, MemoryMiB: 2048,
		}},
	})

	ecsgpu.AddChecks(app)
	app.Synth(nil)
}
