// Package spot runs single-GPU tasks on whatever spot capacity is there.
package spot

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// New creates a pool of the ten cheapest types with one GPU of at least 20 GB:
// the first instance on demand, the others as spot. The agent drains an
// instance that EC2 takes back; the service then starts its task elsewhere.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Zones: 3})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		Selection: &hardware.Selection{
			MinGPUMemoryMiB:      20000,
			InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.Exactly(1)},
		},
		Purchase:    ecsgpu.Mixed(1, 0, ecsgpu.SpotAllocationPriceCapacityOptimized),
		MaxCapacity: 8,
	})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "render", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "render", Image: "linuxserver/blender:4.5.3", GPUs: ecsgpu.WholeGPUs(1),
			DriverCapabilities: []string{"compute", "graphics", "utility"}, MemoryMiB: 8192,
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, DesiredCount: 4})
	return stack
}
