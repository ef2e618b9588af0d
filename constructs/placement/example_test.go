package placement_test

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
)

func ExampleOffer_Concurrent() {
	g5, _ := hardware.Lookup("g5.12xlarge")
	task := placement.Demand{CPUUnits: 4096, MemoryMiB: 90000, GPU: placement.GPUDemand{Devices: 1}}
	offer := placement.OfferOf(g5, 0)
	n, limit, _ := offer.Concurrent(&task)
	fmt.Printf("%d at once, limited by %s\n", n, limit)
	// Output: 2 at once, limited by memory
}

func ExampleOffer_Shortages() {
	p3, _ := hardware.Lookup("p3.8xlarge")
	task := placement.Demand{CPUUnits: 65536, GPU: placement.GPUDemand{Devices: 8}}
	offer := placement.OfferOf(p3, 0)
	for _, s := range offer.Shortages(&task) {
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
