package diagram

import (
	"context"
	"fmt"
	"strings"

	"oss.terrastruct.com/d2/d2graph"
	"oss.terrastruct.com/d2/d2layouts/d2dagrelayout"
	"oss.terrastruct.com/d2/d2lib"
	"oss.terrastruct.com/d2/d2renderers/d2svg"
	"oss.terrastruct.com/d2/lib/log"
	"oss.terrastruct.com/d2/lib/textmeasure"
)

// padding around the picture, in pixels.
const padding = 24

// SVG is the diagram as a picture. The same diagram gives the same bytes.
func (d Diagram) SVG(ctx context.Context) ([]byte, error) {
	family, err := font()
	if err != nil {
		return nil, fmt.Errorf("cannot read the font: %w", err)
	}
	ruler, err := textmeasure.NewRuler()
	if err != nil {
		return nil, fmt.Errorf("cannot measure text: %w", err)
	}
	pad := int64(padding)
	look := &d2svg.RenderOpts{Pad: &pad}
	drawing, _, err := d2lib.Compile(log.WithDefault(ctx), d.D2(), &d2lib.CompileOptions{
		Ruler: ruler, FontFamily: family,
		LayoutResolver: func(string) (d2graph.LayoutGraph, error) { return d2dagrelayout.DefaultLayout, nil },
	}, look)
	if err != nil {
		return nil, fmt.Errorf("cannot lay out the diagram: %w", err)
	}
	picture, err := d2svg.Render(drawing, look)
	if err != nil {
		return nil, fmt.Errorf("cannot draw the diagram: %w", err)
	}
	return withFallback(picture), nil
}

// D2 is the diagram in the D2 language.
func (d Diagram) D2() string {
	w := d2Writer{parents: map[string]string{}}
	w.line("direction: right")
	w.tasks(d.Tasks)
	if d.Network != "" {
		w.open("net", d.Network, networkStyle, "top-left")
	}
	for _, c := range d.Clusters {
		w.open(c.ID, c.Title, clusterStyle, "top-left")
		for _, p := range c.Pools {
			w.parents[p.ID] = strings.Join(append(append([]string(nil), w.path...), p.ID), ".")
			w.box(p)
		}
		w.close()
	}
	if d.Network != "" {
		w.close()
	}
	for _, e := range d.Edges {
		w.edge(e)
	}
	return w.text.String()
}

// tasks puts the tasks into one column, those that run nowhere at its end.
func (w *d2Writer) tasks(tasks []Box) {
	if len(tasks) == 0 {
		return
	}
	w.open("tasks", "Tasks", taskStyle, "top-center")
	for _, stuck := range []bool{false, true} {
		for _, t := range tasks {
			if (t.Look == StuckLook) == stuck {
				w.box(t)
			}
		}
	}
	w.close()
}

type d2Writer struct {
	text    strings.Builder
	path    []string
	parents map[string]string // full keys of pools
}

func (w *d2Writer) line(format string, args ...any) {
	w.text.WriteString(strings.Repeat("  ", len(w.path)))
	fmt.Fprintf(&w.text, format+"\n", args...)
}

func (w *d2Writer) open(id, title string, s style, near string) {
	w.line("%s: %s {", id, d2Text(title))
	w.path = append(w.path, id)
	w.line("style: {fill: %q; stroke: %q; font-size: 20; font-color: \"#3c4654\"; border-radius: 8}", s.light, s.dark)
	w.line("label.near: %s", near)
}

func (w *d2Writer) close() {
	w.path = w.path[:len(w.path)-1]
	w.line("}")
}

func (w *d2Writer) box(b Box) {
	s := styles[b.Look]
	w.line("%s: %s {", b.ID, d2Text(b.Title))
	w.line("  shape: sql_table")
	w.line("  style: {fill: %q; stroke: %q; font-size: 18}", s.dark, s.light)
	for _, r := range b.Rows {
		w.line("  %s: %s", d2Text(r.Name), d2Text(r.Value))
	}
	w.line("}")
}

func (w *d2Writer) edge(e Edge) {
	dash := ""
	if e.Wasteful {
		dash = "; stroke-dash: 4"
	}
	w.line("tasks.%s -> %s: %s {style: {stroke: \"#5b6675\"; font-size: 14; font-color: \"#3c4654\"%s}}", e.Task, w.parents[e.Pool], d2Text(e.label()), dash)
}

// d2Text quotes a text so that D2 takes it as it is.
func d2Text(s string) string {
	s = printable(s)
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, `"`, `\"`)
	s = strings.ReplaceAll(s, `$`, `\$`)
	return `"` + s + `"`
}
