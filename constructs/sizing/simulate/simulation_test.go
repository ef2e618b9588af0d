package simulate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

// small is an instance of 4 GPUs.
var small = placement.Offer{InstanceType: "small", CPUUnits: 4096, MemoryMiB: 16384, GPUs: 4, GPUFraction: 1, Interfaces: 64}

func gpuKind(family string, gpus int) placement.Kind {
	return placement.Kind{Demand: placement.Demand{Family: family, MemoryMiB: 1024, GPU: placement.GPUDemand{Devices: gpus}}, Pools: []int{0}}
}

// fixed returns a pool of n instances at 10 USD an hour without scaling; boot
// and pull take no time.
func fixed(n int, kinds ...placement.Kind) simulate.Config {
	none := time.Duration(0)
	return simulate.Config{
		Pools: []simulate.Pool{{Name: "gpu", Offer: small, Min: n, Start: n, Max: n, USDPerHour: fact.Of(sizing.Dollars(10))}},
		Kinds: kinds, Boot: &none, Pull: &none,
	}
}

// scaled returns an empty pool with managed scaling; an instance boots in 3
// minutes.
func scaled(most int, kinds ...placement.Kind) simulate.Config {
	c := fixed(0, kinds...)
	s := placement.DefaultScaling()
	c.Pools[0].Max, c.Pools[0].Scaling = most, &s
	c.Boot = nil
	return c
}

// at returns a task by the minutes of its arrival and its duration.
func at(minutes, duration, kind int) simulate.Arrival {
	return simulate.Arrival{At: time.Duration(minutes) * time.Minute, Duration: time.Duration(duration) * time.Minute, Kind: kind}
}

func run(t require.TestingT, c simulate.Config, arrivals ...simulate.Arrival) *simulate.Result {
	r, err := simulate.Run(context.Background(), c, slices.Values(arrivals))
	require.NoError(t, err)
	return r
}

func TestRun_tasks_wait_for_GPUs(t *testing.T) {
	// Two tasks of 2 GPUs fill the instance for an hour; the third waits for it.
	r := run(t, fixed(1, gpuKind("two", 2)), at(0, 60, 0), at(0, 60, 0), at(30, 60, 0))
	task := r.Tasks[0]
	assert.Equal(t, 3, task.Ended)
	assert.Equal(t, 2, task.AtOnce)
	assert.Equal(t, simulate.Wait{MeanSeconds: 600, P50Seconds: 0, P90Seconds: 1800, P99Seconds: 1800, MaxSeconds: 1800}, task.Wait)
	assert.Equal(t, 2*time.Hour, r.Ended)
	pool := r.Pools[0]
	assert.Equal(t, 2.0, pool.InstanceHours)
	assert.Equal(t, 8.0, pool.GPUHours)
	assert.Equal(t, 6.0, pool.UsedGPUHours)
	assert.Equal(t, 0.75, pool.GPUUtilization)
	assert.Equal(t, fact.Of(sizing.Dollars(20)), pool.USD)
}

func TestRun_a_task_that_does_not_fit_holds_up_its_own_kind_only(t *testing.T) {
	r := run(t, fixed(1, gpuKind("four", 4), gpuKind("one", 1)), at(0, 60, 1), at(1, 60, 0), at(2, 10, 1))
	assert.Equal(t, 2, r.Tasks[1].AtOnce, "the small task passes the large one that waits")
	assert.Equal(t, 3540.0, r.Tasks[0].Wait.MaxSeconds, "from minute 1 to minute 60")
}

func TestRun_pulls_an_image_once_to_an_instance(t *testing.T) {
	c := fixed(1, gpuKind("one", 1))
	pull := 5 * time.Minute
	c.Pull = &pull
	r := run(t, c, at(0, 10, 0), at(2, 10, 0), at(30, 10, 0))
	assert.Equal(t, simulate.Wait{MeanSeconds: 160, P50Seconds: 180, P90Seconds: 300, P99Seconds: 300, MaxSeconds: 300}, r.Tasks[0].Wait,
		"the second joins the pull that is under way, the third finds the image")
	assert.Equal(t, 40*time.Minute, r.Ended)
	assert.InDelta(t, (15+13+10)/60.0, r.Pools[0].UsedGPUHours, 1e-6, "GPUs are held while an image is pulled")
}

func TestRun_scales_out_from_zero_with_two_instances(t *testing.T) {
	// The task arrives at 0:30; at 1:00 managed scaling launches two instances,
	// which register at 4:00. One of them is never used and ends after 15 points.
	arrival := simulate.Arrival{At: 30 * time.Second, Duration: time.Hour}
	r := run(t, scaled(10, gpuKind("one", 1)), arrival)
	assert.Equal(t, 2, r.Pools[0].Launched)
	assert.Equal(t, 2, r.Pools[0].PeakInstances)
	assert.Equal(t, 1, r.Pools[0].Terminated)
	assert.Equal(t, 210.0, r.Tasks[0].Wait.MaxSeconds)
	assert.Equal(t, 64*time.Minute, r.Ended)
	// One from minute 1 to 64; the other to minute 18: points at 4, 5, … 18.
	assert.InDelta(t, (63+17)/60.0, r.Pools[0].InstanceHours, 1e-6)
}

func TestRun_from_zero_is_bounded_by_the_maximum(t *testing.T) {
	assert.Equal(t, 1, run(t, scaled(1, gpuKind("one", 1)), at(0, 10, 0)).Pools[0].Launched)
}

func TestRun_scales_out_by_what_waits_after_the_warm_up(t *testing.T) {
	var arrivals []simulate.Arrival
	for range 10 {
		arrivals = append(arrivals, at(0, 600, 0))
	}
	r := run(t, scaled(100, gpuKind("four", 4)), arrivals...)
	// Two at minute 1. The warm-up of 300 s ends at minute 6; eight more, which
	// register at minute 9.
	assert.Equal(t, 10, r.Pools[0].PeakInstances)
	assert.Equal(t, 540.0, r.Tasks[0].Wait.MaxSeconds)
	assert.Equal(t, 540.0, r.Tasks[0].Wait.P50Seconds)
}

func TestRun_steps_are_bounded(t *testing.T) {
	c := scaled(100, gpuKind("four", 4))
	c.Pools[0].Start, c.Pools[0].Scaling.MaximumStep = 1, 3
	var arrivals []simulate.Arrival
	for range 8 {
		arrivals = append(arrivals, at(0, 600, 0))
	}
	r := run(t, c, arrivals...)
	// One runs at once; three start at minute 1, three at 6, the last at 11.
	assert.Equal(t, 1, r.Tasks[0].AtOnce)
	assert.Equal(t, 14*60.0, r.Tasks[0].Wait.MaxSeconds)
	assert.Equal(t, 8, r.Pools[0].PeakInstances)
}

func TestRun_minimum_step(t *testing.T) {
	c := scaled(100, gpuKind("four", 4))
	c.Pools[0].Start, c.Pools[0].Scaling.MinimumStep = 1, 5
	assert.Equal(t, 5, run(t, c, at(0, 60, 0), at(0, 60, 0)).Pools[0].Launched)
}

func TestRun_a_lower_target_keeps_spare_instances(t *testing.T) {
	c := scaled(100, gpuKind("four", 4))
	c.Pools[0].Scaling.TargetCapacityPercent = 50
	// An empty group reads 100 %, above the target: it never rests at zero.
	r := run(t, c, at(30, 120, 0))
	assert.Equal(t, 1, r.Tasks[0].AtOnce, "the spare instance is there")
	assert.Equal(t, 2, r.Pools[0].PeakInstances, "one busy, one spare: 50 %")
}

func TestRun_scales_in_after_fifteen_points_and_keeps_busy_instances(t *testing.T) {
	c := scaled(3, gpuKind("four", 4))
	c.Pools[0].Start = 3
	r := run(t, c, at(0, 120, 0))
	assert.Equal(t, 2, r.Pools[0].Terminated)
	assert.InDelta(t, 2+2*15/60.0, r.Pools[0].InstanceHours, 1e-6)
}

func TestRun_never_ends_instances_below_the_minimum(t *testing.T) {
	c := scaled(3, gpuKind("four", 4))
	c.Pools[0].Min, c.Pools[0].Start = 2, 3
	assert.Equal(t, 1, run(t, c, at(0, 120, 0)).Pools[0].Terminated)
}

func TestRun_tasks_that_fit_nothing_never_start(t *testing.T) {
	lost := gpuKind("lost", 8)
	lost.Pools = nil
	r := run(t, scaled(5, gpuKind("one", 1), lost), at(0, 10, 1), at(0, 10, 0))
	assert.Equal(t, 1, r.Tasks[1].NeverStarted)
	assert.Equal(t, 1, r.Tasks[0].Ended)
}

func TestRun_nothing_to_do(t *testing.T) {
	r := run(t, fixed(1))
	assert.Zero(t, r.Ended)
	assert.Equal(t, fact.Of(sizing.USD(0)), r.Total.USD)
}

func TestRun_an_idle_year_takes_no_time(t *testing.T) {
	r := run(t, scaled(3, gpuKind("one", 1)), at(0, 1, 0), at(365*24*60, 1, 0))
	assert.Equal(t, 2, r.Tasks[0].Ended)
	assert.Equal(t, 4, r.Pools[0].Launched)
}

func TestRun_rejects(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*simulate.Config)
		want   string
	}{
		"a start below the minimum":   {func(c *simulate.Config) { c.Pools[0].Min = 2 }, "pool gpu: Start must be at least Min (2), got 1"},
		"a maximum below the start":   {func(c *simulate.Config) { c.Pools[0].Max = 0 }, "pool gpu: Max must be at least Start (1), got 0"},
		"more instances than ECS has": {func(c *simulate.Config) { c.Pools[0].Max = 5001 }, "pool gpu: Max must be at most 5000, ECS's limit per cluster, got 5001"},
		"a target above 100": {func(c *simulate.Config) {
			c.Pools[0].Scaling = &placement.Scaling{TargetCapacityPercent: 101, MinimumStep: 1, MaximumStep: 1}
		}, "pool gpu: TargetCapacityPercent must be 1 to 100, got 101"},
		"a pool that is not there": {func(c *simulate.Config) { c.Kinds[0].Pools = []int{1} }, "Kinds[0].Pools must name one of the 1 pools by its position, got 1"},
	} {
		t.Run(name, func(t *testing.T) {
			config := fixed(1, gpuKind("one", 1))
			c.change(&config)
			_, err := simulate.Run(t.Context(), config, slices.Values([]simulate.Arrival(nil)))
			assert.EqualError(t, err, c.want)
		})
	}
	_, err := simulate.Run(t.Context(), fixed(1, gpuKind("one", 1)), slices.Values([]simulate.Arrival{at(5, 1, 0), at(4, 1, 0)}))
	assert.EqualError(t, err, "arrivals must be in order of time, got 4m0s after 5m0s")
	_, err = simulate.Run(t.Context(), fixed(1), slices.Values([]simulate.Arrival{at(0, 1, 0)}))
	assert.ErrorContains(t, err, "an arrival must name one of the 0 kinds")
}

func TestRun_stops_with_its_context(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := simulate.Run(ctx, fixed(1, gpuKind("one", 1)), slices.Values([]simulate.Arrival{at(0, 1, 0)}))
	assert.ErrorIs(t, err, context.Canceled)
}

// Every task that can run does, and what is used never exceeds what is there.
func TestRun_accounts_for_everything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := scaled(rapid.IntRange(1, 6).Draw(t, "max"), gpuKind("one", 1), gpuKind("three", 3))
		c.Pools[0].Scaling.TargetCapacityPercent = rapid.IntRange(1, 100).Draw(t, "target")
		c.Pools[0].Zones = rapid.IntRange(0, 3).Draw(t, "zones")
		for i := range c.Kinds {
			c.Kinds[i].Strategy = rapid.SampledFrom(placement.Strategies()).Draw(t, "strategy")
		}
		g := simulate.Generator{Seed: rapid.Uint64().Draw(t, "seed"), Count: rapid.IntRange(1, 60).Draw(t, "count")}
		for kind := range c.Kinds {
			g.Streams = append(g.Streams, simulate.Stream{Kind: kind, PerHour: rapid.Float64Range(0.5, 40).Draw(t, "rate"),
				Duration: simulate.DurationModel{Distribution: simulate.Exponential, Mean: 30 * time.Minute}})
		}
		busy, longest := 0.0, time.Duration(0)
		arrivals := slices.Collect(g.Arrivals())
		for _, a := range arrivals {
			busy += a.Duration.Hours() * float64([]int{1, 3}[a.Kind])
			longest = max(longest, a.At+a.Duration)
		}
		r := run(t, c, arrivals...)
		pool := r.Pools[0]
		require.Equal(t, len(arrivals), r.Tasks[0].Ended+r.Tasks[1].Ended)
		require.InDelta(t, busy, pool.UsedGPUHours, 0.001)
		require.LessOrEqual(t, pool.UsedGPUHours, pool.GPUHours+1e-6)
		require.LessOrEqual(t, pool.PeakInstances, c.Pools[0].Max)
		require.GreaterOrEqual(t, r.Ended+2*time.Millisecond, longest)
		usd, _ := pool.USD.Get()
		require.InDelta(t, pool.InstanceHours*10, usd.Float(), 0.001)
	})
}

func TestRun_the_same_input_gives_the_same_result(t *testing.T) {
	c := scaled(20, gpuKind("one", 1), gpuKind("two", 2))
	g := simulate.Generator{For: 24 * time.Hour, Seed: 7}
	for kind := range c.Kinds {
		g.Streams = append(g.Streams, stream(kind, 20, simulate.DurationModel{Distribution: simulate.Lognormal, Mean: time.Hour}))
	}
	text := func() string {
		r, err := simulate.Run(t.Context(), c, g.Arrivals())
		require.NoError(t, err)
		return fmt.Sprintf("%+v", r)
	}
	assert.Equal(t, text(), text())
}
