package simulate_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

// BenchmarkRun sends a million tasks of four kinds through clusters of 50, 500
// and 5,000 instances (ECS's limit) that are kept at the same load. ns/task may
// grow with the logarithm of the number of instances, and no more.
func BenchmarkRun(b *testing.B) {
	for _, strategy := range placement.Strategies() {
		for _, instances := range []int{50, 500, 5000} {
			b.Run(fmt.Sprintf("%s/instances=%d", strategy, instances), func(b *testing.B) {
				benchmark(b, strategy, instances, 1_000_000)
			})
		}
	}
}

func benchmark(b *testing.B, strategy placement.Strategy, instances, tasks int) {
	t, _ := hardware.Lookup("g5.48xlarge")
	config := simulate.Config{
		Pools: []simulate.Pool{{Name: "gpu", Offer: placement.OfferOf(t, 0), Min: instances, Start: instances, Max: instances, Zones: 3}},
	}
	g := simulate.Generator{Count: tasks, Seed: 1}
	for kind, gpus := range []int{1, 2, 4, 8} {
		config.Kinds = append(config.Kinds, placement.Kind{
			Demand: placement.Demand{Family: fmt.Sprint(gpus), MemoryMiB: 60000 * gpus, CPUUnits: 8192 * gpus, GPU: placement.GPUDemand{Devices: gpus}},
			Pools:  []int{0}, Strategy: strategy,
		})
		// Each kind holds a fifth of the GPUs on average: four fifths are in use.
		perHour := float64(instances) * 8 / 5 / float64(gpus)
		g.Streams = append(g.Streams, simulate.Stream{Kind: kind, PerHour: perHour, Duration: simulate.DurationModel{Distribution: simulate.Exponential, Mean: time.Hour}})
	}
	b.ReportAllocs()
	var peak uint64
	for b.Loop() {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := simulate.Run(b.Context(), config, g.Arrivals())
		if err != nil {
			b.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		peak = max(peak, after.TotalAlloc-before.TotalAlloc)
		if r.Tasks[0].Arrived+r.Tasks[1].Arrived+r.Tasks[2].Arrived+r.Tasks[3].Arrived != tasks {
			b.Fatal("tasks are missing")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tasks), "ns/task")
	b.ReportMetric(float64(peak)/float64(tasks), "allocated-B/task")
}
