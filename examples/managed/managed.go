// Package managed leaves the instances to ECS.
package managed

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// New creates a service on ECS Managed Instances with a GPU of at least 40 GB:
// ECS picks the type, launches it, patches it and replaces it.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{
		Selection: &hardware.Selection{
			MinGPUMemoryMiB: 40000,
			InstanceRequirements: hardware.InstanceRequirements{
				AcceleratorCount: hardware.Exactly(1), AllowedInstanceTypes: []string{"g6e.*"},
			},
		},
	})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "diffusion", ManagedPool: pool,
		Containers: []ecsgpu.Container{{
			Name: "serve", Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/diffusion:v2",
			GPUs: ecsgpu.WholeGPUs(1), MemoryMiB: 24576, Ports: []ecsgpu.Port{{Container: 8080}},
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: task, DesiredCount: 2,
		LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080, AccessLogs: ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)},
	})
	return stack
}
