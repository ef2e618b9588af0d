package diagram

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// anyDiagram has up to five tasks and four clusters, and any arrows between
// them.
func anyDiagram(t *rapid.T) Diagram {
	d := Diagram{Network: rapid.SampledFrom([]string{"", "Network: 2 subnets, 2 zones"}).Draw(t, "network")}
	for i := range rapid.IntRange(0, 5).Draw(t, "tasks") {
		d.Tasks = append(d.Tasks, anyBox(t, "t"+strconv.Itoa(i), TaskLook))
	}
	pools := 0
	for i := range rapid.IntRange(0, 4).Draw(t, "clusters") {
		c := Cluster{ID: "c" + strconv.Itoa(i), Title: rapid.StringN(0, 70, -1).Draw(t, "title")}
		for range rapid.IntRange(0, 3).Draw(t, "pools") {
			c.Pools = append(c.Pools, anyBox(t, "p"+strconv.Itoa(pools), GPULook))
			pools++
		}
		d.Clusters = append(d.Clusters, c)
	}
	for _, task := range d.Tasks {
		for pool := range pools {
			if rapid.Bool().Draw(t, "runs") {
				atOnce := strconv.Itoa(rapid.IntRange(0, 99999).Draw(t, "at once"))
				d.Edges = append(d.Edges, Edge{Task: task.ID, Pool: "p" + strconv.Itoa(pool), AtOnce: atOnce})
			}
		}
	}
	return d.printable()
}

func anyBox(t *rapid.T, id string, look Look) Box {
	b := Box{ID: id, Look: look, Title: rapid.StringN(0, 70, -1).Draw(t, "title")}
	for range rapid.IntRange(0, 5).Draw(t, "rows") {
		b.Rows = append(b.Rows, Row{rapid.StringN(0, 12, -1).Draw(t, "name"), rapid.StringN(0, 30, -1).Draw(t, "value")})
	}
	return b
}

func (a area) overlaps(b area) bool {
	return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

func (a area) contains(b area) bool {
	return a.x <= b.x && b.right() <= a.right() && a.y <= b.y && b.bottom() <= a.bottom()
}

// forAnyDiagram holds what must be so of every picture.
func forAnyDiagram(t *testing.T, hold func(t require.TestingT, r *ruler, d Diagram, l *layout)) {
	r, err := newRuler()
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		d := anyDiagram(t)
		hold(t, r, d, newLayout(r, d))
	})
}

func TestLayout_nothing_overlaps(t *testing.T) {
	forAnyDiagram(t, func(t require.TestingT, _ *ruler, d Diagram, l *layout) {
		assert.Len(t, l.boxes(), len(d.Tasks)+len(d.pools()))
		assert.Len(t, l.arrows, len(d.Edges))
		var areas []area
		for _, b := range l.boxes() {
			areas = append(areas, b.area)
		}
		for _, c := range l.captions {
			areas = append(areas, c.area)
		}
		for _, a := range l.arrows {
			areas = append(areas, a.label.area,
				area{a.from.x, a.from.y, a.bends - a.from.x, 1}, area{a.straight, a.to.y, a.to.x - a.straight, 1})
		}
		picture := area{width: l.width, height: l.height}
		for i, a := range areas {
			assert.True(t, picture.contains(a), "%v is in the picture", a)
			for _, b := range areas[:i] {
				assert.False(t, a.overlaps(b), "%v and %v overlap", a, b)
			}
		}
	})
}

func TestLayout_frames_hold_their_pools(t *testing.T) {
	forAnyDiagram(t, func(t require.TestingT, _ *ruler, d Diagram, l *layout) {
		clusters := l.frames
		if d.Network != "" {
			for _, f := range l.frames {
				assert.True(t, l.frames[0].contains(f.area), "the network holds its clusters")
			}
			clusters = clusters[1:]
		}
		require.Len(t, clusters, len(d.Clusters))
		pools := l.pools.boxes
		for i, c := range d.Clusters {
			for range c.Pools {
				assert.True(t, clusters[i].contains(pools[0].area))
				pools = pools[1:]
			}
			for _, other := range clusters[:i] {
				assert.False(t, clusters[i].overlaps(other.area))
			}
		}
	})
}

// An arrow is straight beside its label and beside frames and boxes, and bends
// where nothing else is.
func TestLayout_arrows_bend_in_the_gutter(t *testing.T) {
	forAnyDiagram(t, func(t require.TestingT, _ *ruler, _ Diagram, l *layout) {
		for _, a := range l.arrows {
			assert.LessOrEqual(t, a.label.right(), a.bends)
			assert.Less(t, a.bends, a.straight)
			for _, b := range l.tasks.boxes {
				assert.LessOrEqual(t, b.right(), a.label.x)
			}
			for _, f := range l.frames {
				assert.LessOrEqual(t, a.straight, f.x)
			}
			on := func(boxes []*placed, p point, side func(*placed) int) int {
				n := 0
				for _, b := range boxes {
					if side(b) == p.x && b.y <= p.y && p.y <= b.bottom() {
						n++
					}
				}
				return n
			}
			assert.Equal(t, 1, on(l.tasks.boxes, a.from, func(b *placed) int { return b.right() }), "it begins at a task")
			assert.Equal(t, 1, on(l.pools.boxes, a.to, func(b *placed) int { return b.x }), "it ends at a pool")
		}
	})
}

// A text ends inside the innermost rectangle that it begins in.
func TestDraw_text_stays_in_its_box(t *testing.T) {
	forAnyDiagram(t, func(t require.TestingT, r *ruler, _ Diagram, l *layout) {
		var rects []area
		for _, shape := range l.draw("").Shapes {
			switch s := shape.(type) {
			case svgRect:
				rects = append(rects, area{s.X, s.Y, s.Width, s.Height})
			case svgText:
				text := area{s.X, s.Y, r.width(letters{s.Size, s.Weight == "bold"}, s.Text), 0}
				var in area
				for _, each := range rects {
					if each.contains(area{x: s.X, y: s.Y}) {
						in = each
					}
				}
				assert.True(t, in.contains(text), "%q at %v leaves %v", s.Text, text, in)
			}
		}
	})
}
