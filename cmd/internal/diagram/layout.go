package diagram

import "slices"

// Distances, in pixels.
const (
	margin        = 24 // around the picture
	inset         = 16 // between a frame and what it holds
	boxGap        = 24 // between boxes of a column
	captionHeight = 28 // of a line that says what is below it
)

// layout is where everything is in the picture. Tasks are a column at the left,
// pools in their clusters are one at the right, and arrows bend only between
// the two. Therefore no arrow crosses a box or a text, whatever the diagram.
type layout struct {
	width, height int
	captions      []caption
	frames        []frame
	tasks, pools  column
	arrows        []arrow
}

// caption is a text by itself, at the top left of its line.
type caption struct {
	area
	text string
}

// frame is drawn around a network or a cluster.
type frame struct {
	area
	style style
}

type area struct{ x, y, width, height int }

func (a area) right() int  { return a.x + a.width }
func (a area) bottom() int { return a.y + a.height }

// newLayout places a diagram whose texts are printable.
func newLayout(r *ruler, d Diagram) *layout {
	edges, running := inReadingOrder(&d)
	ends := endsOf(edges)
	l := &layout{
		tasks: newColumn(r, d.Tasks, ends, labelPitch),
		pools: newColumn(r, d.pools(), ends, headPitch),
	}
	g := newGutter(r, l.tasks, edges)
	l.placeClusters(r, d, g.right)
	l.placeTasks(r, running, ends)
	if len(l.captions) == 0 {
		l.caption(r, "No cluster, no pool and no task", margin, margin)
	}
	l.arrows = g.arrows(r, edges, l.boxes(), ends)
	l.crop()
	return l
}

func (d Diagram) pools() []Box {
	var pools []Box
	for _, c := range d.Clusters {
		pools = append(pools, c.Pools...)
	}
	return pools
}

// placeClusters puts the pools into their clusters, and these into the network.
func (l *layout) placeClusters(r *ruler, d Diagram, left int) {
	width := l.pools.width
	for _, c := range d.Clusters {
		width = max(width, r.width(frameLetters, c.Title))
	}
	if d.Network == "" {
		l.stackClusters(r, d.Clusters, area{x: left, y: margin, width: width + 2*inset})
		return
	}
	width = max(width+4*inset, r.width(frameLetters, d.Network)+2*inset)
	l.frames = append(l.frames, frame{area{left, margin, width, 0}, networkStyle})
	l.caption(r, d.Network, left+inset, margin+inset/2)
	bottom := l.stackClusters(r, d.Clusters, area{x: left + inset, y: margin + inset/2 + captionHeight, width: width - 2*inset})
	l.frames[0].height = bottom + inset - margin
}

// stackClusters puts clusters below each other and returns where they end.
func (l *layout) stackClusters(r *ruler, clusters []Cluster, at area) int {
	pools := l.pools.boxes
	y := at.y
	for i, c := range clusters {
		if i > 0 {
			y += inset
		}
		top := y
		l.caption(r, c.Title, at.x+inset, top+inset/2)
		y += inset/2 + captionHeight
		if n := len(c.Pools); n > 0 {
			y = stack(pools[:n], at.x+inset, y, at.width-2*inset)
			pools = pools[n:]
		}
		y += inset
		l.frames = append(l.frames, frame{area{at.x, top, at.width, y - top}, clusterStyle})
	}
	return y
}

// placeTasks puts the tasks that run somewhere beside the middle of the pools
// that they run on, and the others below them.
func (l *layout) placeTasks(r *ruler, running int, ends map[string]int) {
	boxes := l.tasks.boxes
	if len(boxes) == 0 {
		return
	}
	top := margin + captionHeight
	if running > 0 {
		bottom := stack(boxes[:running], margin, top, l.tasks.width)
		offset := l.pools.middle(ends) - (top+bottom)/2
		l.clustersDown(max(0, -offset))
		top += max(0, offset)
	}
	stack(boxes, margin, top, l.tasks.width)
	l.caption(r, "Tasks", margin, top-captionHeight)
}

// clustersDown makes room above the clusters.
func (l *layout) clustersDown(by int) {
	for i := range l.frames {
		l.frames[i].y += by
	}
	for i := range l.captions {
		l.captions[i].y += by
	}
	for _, p := range l.pools.boxes {
		p.y += by
	}
}

func (l *layout) caption(r *ruler, text string, x, y int) {
	l.captions = append(l.captions, caption{area{x, y, r.width(frameLetters, text), captionHeight}, text})
}

// crop ends the picture where its contents do.
func (l *layout) crop() {
	areas := make([]area, 0, len(l.frames)+len(l.captions))
	for _, f := range l.frames {
		areas = append(areas, f.area)
	}
	for _, c := range l.captions {
		areas = append(areas, c.area)
	}
	for _, b := range l.boxes() {
		areas = append(areas, b.area)
	}
	for _, a := range areas {
		l.width = max(l.width, a.right()+margin)
		l.height = max(l.height, a.bottom()+margin)
	}
}

func (l *layout) boxes() []*placed { return slices.Concat(l.tasks.boxes, l.pools.boxes) }
