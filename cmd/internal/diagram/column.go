package diagram

import "slices"

// Parts of a box, in pixels.
const (
	headerHeight = 28
	rowHeight    = 22
	textInset    = 10 // left and right of a text
	boxFoot      = 6  // below the last row
)

// column is boxes of one width below each other, whose values are aligned.
type column struct {
	boxes  []*placed
	width  int
	values int // where values begin, from the left of a box
}

// placed is a box and its place.
type placed struct {
	Box
	area
}

// newColumn measures boxes. Each is high enough for its rows, and for the ends
// of its arrows at the given distance.
func newColumn(r *ruler, boxes []Box, ends map[string]int, pitch int) column {
	var c column
	titles, names, values := 0, 0, 0
	for _, b := range boxes {
		titles = max(titles, r.width(titleLetters, b.Title))
		for _, row := range b.Rows {
			names = max(names, r.width(rowLetters, row.Name))
			values = max(values, r.width(rowLetters, row.Value))
		}
		height := max(headerHeight+len(b.Rows)*rowHeight+boxFoot, ends[b.ID]*pitch)
		c.boxes = append(c.boxes, &placed{b, area{height: height}})
	}
	c.values = textInset + names + 2*textInset
	c.width = max(textInset+titles, c.values+values) + textInset
	return c
}

// stack puts boxes below each other and returns where the last one ends.
func stack(boxes []*placed, x, y, width int) int {
	for i, b := range boxes {
		if i > 0 {
			y += boxGap
		}
		b.x, b.y, b.width = x, y, width
		y += b.height
	}
	return y
}

// middle returns the height of the middle of those boxes that have arrows.
func (c column) middle(ends map[string]int) int {
	with := slices.DeleteFunc(slices.Clone(c.boxes), func(b *placed) bool { return ends[b.ID] == 0 })
	return (with[0].y + with[len(with)-1].bottom()) / 2
}
