package diagram

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func boxesOf(ids ...string) []Box {
	var boxes []Box
	for _, id := range ids {
		boxes = append(boxes, Box{ID: id, Title: id, Look: TaskLook})
	}
	return boxes
}

func TestInReadingOrder(t *testing.T) {
	d := Diagram{
		Tasks:    boxesOf("nowhere", "low", "high", "both", "alsoNowhere"),
		Clusters: []Cluster{{Pools: boxesOf("first")}, {Pools: boxesOf("second")}},
		Edges:    []Edge{{Task: "low", Pool: "second"}, {Task: "high", Pool: "first"}, {Task: "both", Pool: "second"}, {Task: "both", Pool: "first"}},
	}
	before := boxesOf("nowhere", "low", "high", "both", "alsoNowhere")
	sorted := d
	edges, running := inReadingOrder(&sorted)
	assert.Equal(t, boxesOf("high", "both", "low", "nowhere", "alsoNowhere"), sorted.Tasks)
	assert.Equal(t, 3, running)
	assert.Equal(t, []Edge{{Task: "high", Pool: "first"}, {Task: "both", Pool: "first"}, {Task: "both", Pool: "second"}, {Task: "low", Pool: "second"}}, edges)
	assert.Equal(t, before, d.Tasks, "the diagram itself stays as it is")
}

// Tasks stand beside the pools that they run on, whichever column is higher.
func TestLayout_tasks_beside_their_pools(t *testing.T) {
	r, err := newRuler()
	require.NoError(t, err)
	runs := func(task, pool string) Edge { return Edge{Task: task, Pool: pool, AtOnce: "1"} }
	for name, d := range map[string]Diagram{
		"more tasks": {
			Tasks: boxesOf("a", "b", "c", "nowhere"), Clusters: []Cluster{{Pools: boxesOf("p")}},
			Edges: []Edge{runs("a", "p"), runs("b", "p"), runs("c", "p")},
		},
		"more pools": {
			Tasks: boxesOf("a", "nowhere"), Clusters: []Cluster{{Pools: boxesOf("p", "q", "r", "idle")}},
			Edges: []Edge{runs("a", "q"), runs("a", "r")},
		},
	} {
		ends := endsOf(d.Edges)
		l := newLayout(r, d)
		assert.InDelta(t, l.pools.middle(ends), l.tasks.middle(ends), 1, name)
		assert.Equal(t, margin, min(l.captions[0].y, l.frames[0].y, l.captions[len(l.captions)-1].y), "%s: nothing is above the margin", name)
	}
}
