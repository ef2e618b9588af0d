package simulate_test

import (
	"context"
	"fmt"
	"time"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

func ExampleRun() {
	g6, _ := hardware.Lookup("g6.12xlarge")
	scaling := placement.DefaultScaling()
	config := simulate.Config{
		Pools: []simulate.Pool{{
			Name: "gpu", Offer: placement.OfferOf(g6, 0), Max: 4, Scaling: &scaling,
			USDPerHour: fact.Of(sizing.Dollars(g6.OnDemandUSDPerHour)),
		}},
		Kinds: []placement.Kind{{
			Demand: placement.Demand{Family: "train", MemoryMiB: 16384, GPU: placement.GPUDemand{Devices: 2}}, Pools: []int{0},
		}},
	}
	tasks := simulate.Generator{
		Streams: []simulate.Stream{{Kind: 0, PerHour: 6, Duration: simulate.DurationModel{Distribution: simulate.Fixed, Mean: 30 * time.Minute}}},
		For:     24 * time.Hour, Seed: 1,
	}
	result, err := simulate.Run(context.Background(), config, tasks.Arrivals())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Tasks[0].Arrived == result.Tasks[0].Ended, result.Tasks[0].Wait.P50Seconds < result.Tasks[0].Wait.P99Seconds)
	// Output: true true
}
