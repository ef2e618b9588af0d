package diagram

// Parts of an arrow, in pixels.
const (
	labelHeight = 20 // of a label, which stands on its arrow
	labelPitch  = 22 // the least distance of arrows at a task
	headPitch   = 14 // the least distance of arrows at a pool
	headLength  = 9
	headHalf    = 5 // half of an arrowhead's height
)

// gutter is the space between tasks and clusters, from left to right: the
// labels, the bends of the arrows, and where the clusters begin.
type gutter struct{ labels, bends, right int }

// arrow goes from a task straight under its label, bends, and goes straight
// again through the frames to a pool.
type arrow struct {
	from, to        point
	bends, straight int // where it begins to bend, and is straight again
	dashed          bool
	label           caption
}

type point struct{ x, y int }

// newGutter has room for the labels, and the more arrows there are, the wider
// they bend.
func newGutter(r *ruler, tasks column, edges []Edge) gutter {
	if len(tasks.boxes) == 0 {
		return gutter{right: margin}
	}
	labels := margin + tasks.width
	if len(edges) == 0 {
		return gutter{right: labels + 2*margin}
	}
	widest := 0
	for _, e := range edges {
		widest = max(widest, r.width(labelLetters, e.label()))
	}
	bends := labels + 2*textInset + widest
	return gutter{labels, bends, bends + min(70+6*len(edges), 220)}
}

// endsOf returns how many arrows begin or end at each box.
func endsOf(edges []Edge) map[string]int {
	ends := map[string]int{}
	for _, e := range edges {
		ends[e.Task]++
		ends[e.Pool]++
	}
	return ends
}

// arrows connects boxes. At each box the ends are in the order of the edges,
// evenly apart.
func (g gutter) arrows(r *ruler, edges []Edge, boxes []*placed, ends map[string]int) []arrow {
	byID := map[string]*placed{}
	for _, b := range boxes {
		byID[b.ID] = b
	}
	used := map[string]int{}
	next := func(b *placed) int {
		used[b.ID]++
		return b.y + b.height*(2*used[b.ID]-1)/(2*ends[b.ID])
	}
	arrows := make([]arrow, 0, len(edges))
	for _, e := range edges {
		task, pool := byID[e.Task], byID[e.Pool]
		a := arrow{
			from: point{task.right(), next(task)}, to: point{pool.x, next(pool)},
			bends: g.bends, straight: g.right, dashed: e.Wasteful,
		}
		text := e.label()
		a.label = caption{area{g.labels + textInset, a.from.y - labelHeight, r.width(labelLetters, text), labelHeight}, text}
		arrows = append(arrows, a)
	}
	return arrows
}
