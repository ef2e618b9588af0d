package sizing_test

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

func ExampleNewPlan() {
	inv := &inventory.Inventory{
		Pools: []*inventory.Pool{{
			Item: inventory.Item{LogicalID: "Gpu"}, Kind: inventory.AutoScalingGroup, Name: inventory.Known("gpu"),
			InstanceTypes: inventory.Knowns("g6.12xlarge"),
			Min:           inventory.Known(0), Desired: inventory.Known(2), Max: inventory.Known(2),
		}},
		TaskDefinitions: []*inventory.TaskDefinition{{
			Family: inventory.Known("train"), MemoryMiB: inventory.Known(32768),
			Containers: inventory.ListOf(&inventory.Container{GPURequests: inventory.Knowns(inventory.WholeGPUs(3))}),
		}},
	}
	plan, err := sizing.NewPlan(inv, []sizing.Wanted{{Family: "train", Count: 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d placed, %d waiting, %d GPUs stranded\n", plan.Mix.Placed, plan.Mix.Waiting, plan.Mix.StrandedGPUs)
	fmt.Printf("%s USD an hour, %s vCPUs of %s\n", plan.Totals.USDPerHourAtDesired, plan.Quotas[0].VCPUsAtMax, plan.Quotas[0].Code)
	// Output:
	// 2 placed, 1 waiting, 2 GPUs stranded
	// 9.20 USD an hour, 96 vCPUs of L-DB2E81BA
}
