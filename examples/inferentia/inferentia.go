// Package inferentia serves a model on AWS Inferentia2.
package inferentia

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a service whose tasks take all six devices of an instance. The
// pool knows from its type that it takes the image with the Neuron driver.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	chips := cluster.AddPool("chips", &ecsgpu.PoolProps{InstanceTypes: []string{"inf2.24xlarge"}, MaxCapacity: 2})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "llama", Pool: chips,
		Containers: []ecsgpu.Container{{
			Name: "serve", Image: "public.ecr.aws/neuron/pytorch-inference-neuronx:2.8.0-neuronx-py311-sdk2.26.0-ubuntu22.04",
			NeuronDevices: 6, MemoryMiB: 300_000, Ports: []ecsgpu.Port{{Container: 8080}},
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: task, DesiredCount: 2, DistinctInstances: true,
		LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080, HealthCheckPath: "/ping", AccessLogs: ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)},
	})
	return stack
}
