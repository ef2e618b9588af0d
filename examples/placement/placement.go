// Package placement is the guide's example of a placement constraint.
package placement

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a cluster of two types and a task that runs on one of them only,
// and only under a driver of branch 580. The guide names p2.xlarge, which has
// gone. Each type has a pool: managed scaling cannot tell types of one apart.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	cluster.AddPool("turing", &ecsgpu.PoolProps{InstanceTypes: []string{"g4dn.xlarge"}, MaxCapacity: 4})
	ada := cluster.AddPool("ada", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 4})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "picky", Pool: ada,
		Placement: ecsgpu.Placement{InstanceTypes: []string{"g6.xlarge"}, DriverVersion: "580.*"},
		Containers: []ecsgpu.Container{{
			Name: "main", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", GPUs: ecsgpu.WholeGPUs(1), MemoryMiB: 4096,
			Command: []string{"sleep", "infinity"},
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: task, DesiredCount: 2, DistinctInstances: true, Strategy: ecsgpu.PlacementStrategySpreadInstances,
	})
	return stack
}
