package diagram

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// SVG returns the diagram as a picture. The same diagram gives the same bytes.
func (d Diagram) SVG() ([]byte, error) {
	r, err := newRuler()
	if err != nil {
		return nil, err
	}
	d = d.printable()
	picture, err := xml.MarshalIndent(newLayout(r, d).draw(d.words()), "", " ")
	if err != nil {
		return nil, fmt.Errorf("cannot write the picture: %w", err)
	}
	return append([]byte(xml.Header), picture...), nil
}

// words returns what the arrows say, for those who do not see them.
func (d Diagram) words() string {
	titles := map[string]string{}
	for _, p := range d.pools() {
		titles[p.ID] = p.Title
	}
	pools := map[string][]string{}
	for _, e := range d.Edges {
		pools[e.Task] = append(pools[e.Task], titles[e.Pool]+" ("+e.label()+")")
	}
	var words []string
	for _, t := range d.Tasks {
		on := pools[t.ID]
		if len(on) == 0 {
			on = []string{"no pool"}
		}
		words = append(words, t.Title+" on "+strings.Join(on, ", "))
	}
	return strings.Join(words, "; ")
}

// Elements of SVG, as far as the picture has them. What is said in attributes is
// also understood by programs that know no CSS.
type (
	svgRoot struct {
		XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
		Width   int      `xml:"width,attr"`
		Height  int      `xml:"height,attr"`
		ViewBox string   `xml:"viewBox,attr"`
		Role    string   `xml:"role,attr"`
		Font    string   `xml:"font-family,attr"`
		Title   string   `xml:"title"`
		Words   string   `xml:"desc,omitempty"`
		Shapes  []any
	}
	svgRect struct {
		XMLName xml.Name `xml:"rect"`
		X       int      `xml:"x,attr"`
		Y       int      `xml:"y,attr"`
		Width   int      `xml:"width,attr"`
		Height  int      `xml:"height,attr"`
		Radius  int      `xml:"rx,attr,omitempty"`
		Fill    string   `xml:"fill,attr"`
		Stroke  string   `xml:"stroke,attr,omitempty"`
	}
	svgPath struct {
		XMLName xml.Name `xml:"path"`
		D       string   `xml:"d,attr"`
		Fill    string   `xml:"fill,attr"`
		Stroke  string   `xml:"stroke,attr,omitempty"`
		Width   string   `xml:"stroke-width,attr,omitempty"`
		Dashes  string   `xml:"stroke-dasharray,attr,omitempty"`
	}
	svgText struct {
		XMLName xml.Name `xml:"text"`
		X       int      `xml:"x,attr"`
		Y       int      `xml:"y,attr"`
		Size    int      `xml:"font-size,attr"`
		Weight  string   `xml:"font-weight,attr,omitempty"`
		Fill    string   `xml:"fill,attr"`
		Text    string   `xml:",chardata"`
	}
)

// draw paints from the back to the front.
func (l *layout) draw(words string) svgRoot {
	root := svgRoot{
		Width: l.width, Height: l.height, ViewBox: fmt.Sprintf("0 0 %d %d", l.width, l.height),
		Role: "img", Font: fontFamily, Title: "Tasks and the pools that they can run on", Words: words,
		Shapes: []any{svgRect{Width: l.width, Height: l.height, Fill: paper}},
	}
	for _, f := range l.frames {
		root.Shapes = append(root.Shapes, svgRect{X: f.x, Y: f.y, Width: f.width, Height: f.height, Radius: 8, Fill: f.style.light, Stroke: f.style.dark})
	}
	for _, c := range l.captions {
		root.Shapes = append(root.Shapes, c.draw(frameLetters))
	}
	for _, a := range l.arrows {
		root.Shapes = append(root.Shapes, a.draw()...)
	}
	for _, c := range []column{l.tasks, l.pools} {
		for _, b := range c.boxes {
			root.Shapes = append(root.Shapes, b.draw(c.values)...)
		}
	}
	return root
}

func (c caption) draw(l letters) svgText { return write(c.text, c.x, c.y, c.height, l, captionInk) }

// write sets a text in the middle of a line that begins at x, y.
func write(text string, x, y, height int, l letters, colour string) svgText {
	t := svgText{X: x, Y: y + (height+l.size*7/10)/2, Size: l.size, Fill: colour, Text: text} // capitals are 0.7 high
	if l.bold {
		t.Weight = "bold"
	}
	return t
}

// draw paints a box: its header, and its area over the rest.
func (b *placed) draw(values int) []any {
	s := styles[b.Look]
	shapes := []any{
		svgRect{X: b.x, Y: b.y, Width: b.width, Height: b.height, Radius: 3, Fill: s.dark},
		svgRect{X: b.x + 1, Y: b.y + headerHeight, Width: b.width - 2, Height: b.height - headerHeight - 1, Fill: s.light},
		write(b.Title, b.x+textInset, b.y, headerHeight, titleLetters, headerInk),
	}
	y := b.y + headerHeight + boxFoot/2
	for _, row := range b.Rows {
		shapes = append(shapes,
			write(row.Name, b.x+textInset, y, rowHeight, rowLetters, s.dark),
			write(row.Value, b.x+values, y, rowHeight, rowLetters, valueInk))
		y += rowHeight
	}
	return shapes
}

func (a arrow) draw() []any {
	middle := (a.bends + a.straight) / 2
	line := svgPath{
		D: fmt.Sprintf("M%d %dH%dC%d %d %d %d %d %dH%d", a.from.x, a.from.y, a.bends,
			middle, a.from.y, middle, a.to.y, a.straight, a.to.y, a.to.x-headLength),
		Fill: "none", Stroke: arrowColour, Width: "1.5",
	}
	if a.dashed {
		line.Dashes = "5 4"
	}
	head := svgPath{D: fmt.Sprintf("M%d %dl-%d -%dv%dz", a.to.x, a.to.y, headLength, headHalf, 2*headHalf), Fill: arrowColour}
	return []any{line, head, a.label.draw(labelLetters)}
}
