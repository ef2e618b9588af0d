package sizing_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

var instanceTypes = []string{"g4dn.12xlarge", "g5.xlarge", "g5.12xlarge", "g5.48xlarge", "p3.8xlarge", "p4d.24xlarge", "g6f.2xlarge", "c5.2xlarge"}

func TestPlan_more_capacity_never_places_fewer_tasks_of_one_kind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := task("task", rapid.IntRange(0, 8).Draw(t, "gpus"), rapid.IntRange(0, 8192).Draw(t, "cpu"), rapid.IntRange(1, 60000).Draw(t, "memory"))
		name := rapid.SampledFrom(instanceTypes).Draw(t, "type")
		size, more := rapid.IntRange(0, 6).Draw(t, "size"), rapid.IntRange(0, 4).Draw(t, "more")
		count := rapid.IntRange(0, 100).Draw(t, "count")
		of := func(n int) sizing.Mix {
			p, err := sizing.NewPlan(cluster([]pool{{name: "pool", types: []string{name}, desired: n, max: n}}, d), []sizing.Wanted{{Family: "task", Count: count}})
			require.NoError(t, err)
			return p.Mix
		}
		small, large := of(size), of(size+more)
		require.LessOrEqual(t, small.Placed, large.Placed)
		require.Equal(t, count, small.Placed+small.Waiting)
		require.LessOrEqual(t, small.StrandedGPUs, small.FreeGPUs)
	})
}

func TestPlan_cost_is_the_sum_of_its_parts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pools []pool
		var want [3]sizing.USD
		for i := range rapid.IntRange(0, 5).Draw(t, "pools") {
			least := rapid.IntRange(0, 5).Draw(t, "min")
			p := pool{name: fmt.Sprint("pool", i), types: []string{rapid.SampledFrom(instanceTypes).Draw(t, "type")}, min: least,
				desired: least + rapid.IntRange(0, 3).Draw(t, "desired"), scaling: rapid.Bool().Draw(t, "scaling")}
			p.max = p.desired + rapid.IntRange(0, 3).Draw(t, "max")
			found, _ := hardware.Lookup(p.types[0])
			for at, n := range []int{p.min, p.desired, p.max} {
				for range n {
					want[at] += sizing.Dollars(found.OnDemandUSDPerHour)
				}
			}
			pools = append(pools, p)
		}
		p, err := sizing.NewPlan(cluster(pools), nil)
		require.NoError(t, err)
		require.Equal(t, sizing.Totals{USDPerHourAtMin: fact.Of(want[0]), USDPerHourAtDesired: fact.Of(want[1]), USDPerHourAtMax: fact.Of(want[2])}, p.Totals)
		var sum sizing.USD
		for _, row := range p.Pools {
			usd, known := row.USDPerHourAtMax.Get()
			require.True(t, known)
			sum += usd
		}
		require.Equal(t, fact.Of(sum), p.Totals.USDPerHourAtMax)
	})
}
