package sizing_test

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
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

func ExampleOffer_Concurrent() {
	g5, _ := hardware.Lookup("g5.12xlarge")
	task := placement.Demand{CPUUnits: 4096, MemoryMiB: 90000, GPU: placement.GPUDemand{Devices: 1}}
	n, limit, _ := placement.OfferOf(g5, 0).Concurrent(task)
	fmt.Printf("%d at once, limited by %s\n", n, limit)
	// Output: 2 at once, limited by memory
}

func ExampleFits() {
	g5, _ := hardware.Lookup("g5.xlarge")
	task := placement.Demand{MemoryMiB: 16384, GPU: placement.GPUDemand{Devices: 1}}
	fmt.Println(placement.Fits(task, g5, 0), placement.Schedulable(g5, 0))
	// Output: false 15155
}

func ExampleOffer_Shortages() {
	p3, _ := hardware.Lookup("p3.8xlarge")
	task := placement.Demand{CPUUnits: 65536, GPU: placement.GPUDemand{Devices: 8}}
	for _, s := range placement.OfferOf(p3, 0).Shortages(task) {
		fmt.Printf("%s: wants %d, has %d\n", s.Limit, s.Wanted, s.Offered)
	}
	// Output:
	// gpus: wants 8, has 4
	// cpu: wants 65536, has 32768
}

func ExampleFleet() {
	g5, _ := hardware.Lookup("g5.12xlarge")
	offer := placement.OfferOf(g5, 0)
	train := placement.Kind{Demand: placement.Demand{MemoryMiB: 8192, GPU: placement.GPUDemand{Devices: 3}}, Pools: []int{0}}
	fleet := placement.NewFleet([]placement.Kind{train}, 1, 1)
	shape := fleet.AddShape(&offer, 0)
	fleet.Add(shape, 0)
	fleet.Add(shape, 0)
	for range 3 {
		placement, ok := fleet.Place(0)
		fmt.Println(ok, placement.Instance, placement.GPUs.Count())
	}
	// Output:
	// true 0 3
	// true 1 3
	// false 0 0
}
