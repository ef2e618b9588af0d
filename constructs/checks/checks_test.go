package checks_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func gpuPool(instanceType string, parameter string) *inventory.Pool {
	launch := &inventory.Launch{
		Kind:         inventory.LaunchTemplate,
		InstanceType: inventory.KnownAt(instanceType, "InstanceTypes[0]"),
		Image:        inventory.Image{SSMParameter: inventory.KnownAt(parameter, "Image")},
	}
	return &inventory.Pool{
		Item: inventory.Item{LogicalID: "gpu"}, Kind: inventory.AutoScalingGroup,
		InstanceTypes: inventory.KnownsAt("InstanceTypes", instanceType), Launch: launch,
		Max: inventory.KnownAt(2, "MaxCapacity"),
	}
}

const al2023GPU = "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id"

func ExampleTask() {
	task := &inventory.TaskDefinition{
		Family: inventory.KnownAt("resnet50", "Family"),
		Containers: inventory.ListOf(&inventory.Container{
			GPURequests: inventory.KnownsAt("Containers[0].GPUs", inventory.WholeGPUs(8)),
		}),
	}
	fmt.Println(checks.Errors(checks.Task(task, gpuPool("g6.12xlarge", al2023GPU))))
	// Output: Containers[0].GPUs: task definition "resnet50" requests 8 GPUs, but g6.12xlarge of pool gpu has 4; use a suitable instance type, such as g4dn.metal, g6.48xlarge, g5.48xlarge, or request less [ecsgpu-fit-gpus]
}

func ExamplePool() {
	pool := gpuPool("g6.12xlarge", "/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id")
	fmt.Println(checks.Errors(checks.Pool(pool, nil)))
	// Output: Image: g6.12xlarge of pool gpu: al2023 has no NVIDIA driver: g6.12xlarge would register with no GPU, and GPU tasks would never be placed on it; use al2023-gpu [ecsgpu-image-no-gpu-driver]
}

func TestTask_withoutPools(t *testing.T) {
	task := &inventory.TaskDefinition{Containers: inventory.ListOf(&inventory.Container{
		GPURequests: inventory.Knowns(inventory.WholeGPUs(800)),
	})}
	assert.Empty(t, checks.Task(task), "nothing is said about fits")
}

func TestTask_onePoolSuffices(t *testing.T) {
	task := &inventory.TaskDefinition{Containers: inventory.ListOf(&inventory.Container{
		GPURequests: inventory.Knowns(inventory.WholeGPUs(4)),
	})}
	small, large := gpuPool("g6.xlarge", al2023GPU), gpuPool("g6.12xlarge", al2023GPU)
	assert.Empty(t, checks.Task(task, small, large))
	assert.Len(t, checks.Task(task, small), 1)
}

func TestPool_around(t *testing.T) {
	pool := gpuPool("g6.12xlarge", al2023GPU)
	pool.CapacityProviders = []string{"provider"}
	around := &inventory.Inventory{CapacityProviders: []*inventory.CapacityProvider{{
		Item: inventory.Item{LogicalID: "provider"}, ManagedScaling: inventory.Known("ENABLED"),
		ManagedTerminationProtection: inventory.KnownAt("ENABLED", "ManagedTerminationProtection"),
	}}}
	var errs []checks.Finding
	for _, f := range checks.Pool(pool, around) {
		if f.Severity == checks.Error {
			errs = append(errs, f)
		}
	}
	require.Len(t, errs, 1)
	assert.Equal(t, "ecsgpu-scaling-termination-protection", errs[0].ID)
	assert.Equal(t, "ManagedTerminationProtection", errs[0].Place.Path)
}
