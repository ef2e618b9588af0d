package fromtemplate_test

import (
	"fmt"
	"os"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
)

func ExampleRead() {
	data, _ := os.ReadFile("testdata/launch-template-and-provider.yaml")
	t, err := cloudformation.Parse("pool.yaml", data)
	if err != nil {
		fmt.Println(err)
		return
	}
	inv, err := fromtemplate.Read(t, cloudformation.Environment{Region: "us-east-2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, pool := range inv.Pools {
		image, _ := pool.Launch.Image.Recognise()
		for _, option := range pool.Options() {
			t, _ := option.Hardware()
			fmt.Println(pool.Name, option.InstanceType, t.GPUs, image.Name, "at most", pool.Max)
		}
		fmt.Println(pool.Max.Place, pool.Max.Parameters)
	}
	for _, service := range inv.Services {
		task := inv.TaskDefinition(service.TaskDefinition.Target)
		for _, container := range task.Containers.Items {
			fmt.Println(service.LogicalID, task.Family, container.Name, container.GPURequests.Items[0])
		}
	}
	// Output:
	// gpu g6.12xlarge 4 al2023-gpu at most 4
	// pool.yaml:39: Resources.Group.Properties.MaxSize [MaxGPUs]
	// Service detect detect 2 GPUs
}

func ExampleVariants() {
	data, _ := os.ReadFile("testdata/launch-template-and-provider.yaml")
	t, _ := cloudformation.Parse("pool.yaml", data)
	variants, err := fromtemplate.Variants(t, cloudformation.Environment{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for v := range variants {
		pool := v.Inventory.Pools[0]
		types, _ := pool.Hardware()
		fmt.Printf("%s=%s: %v GPUs\n", v.Parameter, v.Value, types[0].GPUs)
	}
	// Output:
	// =: 4 GPUs
	// GPUInstanceType=g6.xlarge: 1 GPUs
	// GPUInstanceType=g6.48xlarge: 8 GPUs
}

// The same structs, filled by Go code from its props.
func ExampleKnownAt() {
	inv := inventory.Inventory{
		Clusters: []*inventory.Cluster{{Item: inventory.Item{LogicalID: "Cluster"}}},
		Pools: []*inventory.Pool{{
			Item:          inventory.Item{LogicalID: "gpu"},
			Cluster:       inventory.LinkTo("Cluster"),
			InstanceTypes: inventory.KnownsAt("InstanceTypes", "g6.12xlarge"),
			Max:           inventory.KnownAt(2, "MaxCapacity"),
		}},
		TaskDefinitions: []*inventory.TaskDefinition{{
			Item:   inventory.Item{LogicalID: "Train"},
			Family: inventory.KnownAt("resnet50", "Family"),
			Containers: inventory.ListOf(&inventory.Container{
				Name:        inventory.Known("train"),
				GPURequests: inventory.KnownsAt("GPUs", inventory.WholeGPUs(4)),
				Environment: inventory.MapOf(map[string]string{"BATCH_SIZE": "128"}),
			}),
		}},
	}
	pool := inv.PoolsOf("Cluster")[0]
	types, complete := pool.Hardware()
	fmt.Println(pool.Label(), types[0].Name, complete, pool.Max.Place, pool.Max)
	// Output:
	// gpu g6.12xlarge true MaxCapacity 2
}

func ExampleSharedGPU() {
	fmt.Println(inventory.SharedGPU(4096, 50).Properties())
	fmt.Println(inventory.SharedGPU(0, 50).Validate())
	// Output:
	// map[SharingStrategy:map[NvidiaMps:map[MaxComputePercent:50 Memory:4096]] Type:GPU]
	// memory of a shared GPU must be at least 1 MiB, got 0
}
