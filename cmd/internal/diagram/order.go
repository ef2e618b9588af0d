package diagram

import (
	"cmp"
	"slices"
)

// inReadingOrder sorts the tasks by the mean place of the pools that they run
// on, which leaves few arrows to cross; those that run nowhere come last. It
// returns the edges from top to bottom, and how many tasks run somewhere.
func inReadingOrder(d *Diagram) (edges []Edge, running int) {
	at, sum, count := map[string]int{}, map[string]int{}, map[string]int{}
	for i, p := range d.pools() {
		at[p.ID] = i
	}
	for _, e := range d.Edges {
		sum[e.Task] += at[e.Pool]
		count[e.Task]++
	}
	d.Tasks = slices.Clone(d.Tasks)
	slices.SortStableFunc(d.Tasks, func(a, b Box) int {
		if count[a.ID] == 0 || count[b.ID] == 0 {
			return cmp.Compare(count[b.ID], count[a.ID])
		}
		return cmp.Compare(sum[a.ID]*count[b.ID], sum[b.ID]*count[a.ID])
	})
	for i, t := range d.Tasks {
		at[t.ID] = i
	}
	edges = slices.Clone(d.Edges)
	slices.SortStableFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(at[a.Task], at[b.Task]), cmp.Compare(at[a.Pool], at[b.Pool]))
	})
	return edges, len(count)
}
