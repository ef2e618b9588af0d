package placement

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLane_keeps_the_best_on_top(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l lane
		want := map[int32]int{}
		for range rapid.IntRange(0, 80).Draw(t, "steps") {
			slot := int32(rapid.IntRange(0, 15).Draw(t, "slot"))
			rank := rapid.IntRange(0, 5).Draw(t, "rank")
			present := rapid.IntRange(0, 2).Draw(t, "present") > 0
			l.set(slot, slot, present, rank)
			delete(want, slot)
			if present {
				want[slot] = rank
			}
			require.Equal(t, len(want) == 0, l.empty())
			require.Len(t, l.heap, len(want))
			for slot, rank := range want {
				require.Equal(t, entry{rank, slot, slot}, l.heap[l.at[slot]-1])
				require.False(t, entry{rank, slot, slot}.before(l.first()))
			}
		}
	})
}

// The work for a task grows with the logarithm of the number of instances. It
// is counted, because seconds depend on the machine.
func TestFleet_work_for_a_task_grows_with_the_logarithm(t *testing.T) {
	for _, strategy := range Strategies() {
		t.Run(string(strategy), func(t *testing.T) {
			few, some, many := movesPerTask(t, strategy, 30), movesPerTask(t, strategy, 300), movesPerTask(t, strategy, 3000)
			t.Logf("30: %.1f, 300: %.1f, 3,000: %.1f moves", few, some, many)
			// What grows with the logarithm grows by the same for each factor of 10.
			assert.LessOrEqual(t, many-some, (some-few)*1.25)
			assert.LessOrEqual(t, many, 2*4*math.Log2(3000), "a start and an end, four kinds, the height of a heap each")
		})
	}
}

func movesPerTask(t *testing.T, strategy Strategy, instances int) float64 {
	var kinds []Kind
	for _, gpus := range []int{1, 2, 4, 8} {
		kinds = append(kinds, Kind{Demand: Demand{MemoryMiB: 1000 * gpus, CPUUnits: 100 * gpus, GPU: GPUDemand{Devices: gpus}}, Pools: []int{0}, Strategy: strategy})
	}
	fleet := NewFleet(kinds, 1, 3)
	shape := fleet.AddShape(&Offer{CPUUnits: 1000, MemoryMiB: 10000, GPUs: 8, GPUFraction: 1}, 0)
	for i := range instances {
		fleet.Add(shape, i%3)
	}
	random := rand.New(rand.NewPCG(1, 1))
	var running []Placement
	const tasks = 15_000
	before := totalMoves(fleet)
	for range tasks {
		// About 80 % of the GPUs are in use: 3.75 to a task.
		for len(running) > instances*8*8/10*4/15 {
			at := random.IntN(len(running))
			fleet.Remove(running[at])
			running = slices.Delete(running, at, at+1)
		}
		if p, ok := fleet.Place(random.IntN(len(kinds))); ok {
			running = append(running, p)
		}
	}
	require.NotEmpty(t, running)
	return float64(totalMoves(fleet)-before) / tasks
}

func totalMoves(f *Fleet) int {
	n := 0
	for i := range f.kinds {
		for l := range f.kinds[i].lanes {
			n += f.kinds[i].lanes[l].moves
		}
	}
	return n
}
