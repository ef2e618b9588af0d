package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

// The size of a chart.
const (
	width  = 24 * vg.Centimeter
	height = 15 * vg.Centimeter
)

// The colours of the lines; they keep apart in print and for colour-blind readers.
var (
	blue   = color.RGBA{0x37, 0x59, 0x8a, 0xff}
	green  = color.RGBA{0x4c, 0x7a, 0x1f, 0xff}
	shade  = color.RGBA{0xcf, 0xe0, 0xb8, 0xff}
	red    = color.RGBA{0xb3, 0x40, 0x2a, 0xff}
	grey   = color.RGBA{0x8a, 0x97, 0xa8, 0xff}
	silver = color.RGBA{0xe3, 0xe7, 0xec, 0xff}
)

// line is one quantity over time.
type line struct {
	name   string
	value  func(simulate.Point) float64
	color  color.Color
	filled color.Color // below the line; nil for none
}

// SVG draws three rows over the same hours: the GPUs of the cluster and those
// in use, the instances, and the tasks that run and wait. Without GPUs the
// first row is left out. The same series gives the same bytes.
func SVG(s simulate.Series) ([]byte, error) {
	rows := [][]line{
		{
			{"GPUs", func(p simulate.Point) float64 { return p.GPUs }, grey, nil},
			{"GPUs in use", func(p simulate.Point) float64 { return p.UsedGPUs }, green, shade},
		},
		{{"instances", func(p simulate.Point) float64 { return p.Instances }, blue, nil}},
		{
			{"tasks running", func(p simulate.Point) float64 { return p.Running }, blue, nil},
			{"tasks waiting", func(p simulate.Point) float64 { return p.Waiting }, red, nil},
		},
	}
	if !hasGPUs(s) {
		rows = rows[1:]
	}
	plots := make([][]*plot.Plot, len(rows))
	for i, lines := range rows {
		p, err := newPlot(s, lines, i == len(rows)-1)
		if err != nil {
			return nil, fmt.Errorf("cannot draw the chart: %w", err)
		}
		plots[i] = []*plot.Plot{p}
	}
	return render(plots)
}

func hasGPUs(s simulate.Series) bool {
	for _, p := range s.Points {
		if p.GPUs > 0 {
			return true
		}
	}
	return false
}

func newPlot(s simulate.Series, lines []line, last bool) (*plot.Plot, error) {
	p := plot.New()
	p.X.Min, p.X.Max = 0, max(s.Step.Hours()*float64(len(s.Points)), s.Step.Hours())
	p.Y.Min = 0
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{10}, roundTicks{4}
	for _, text := range []*font.Typeface{
		&p.X.Label.TextStyle.Font.Typeface, &p.X.Tick.Label.Font.Typeface, &p.Y.Tick.Label.Font.Typeface, &p.Legend.TextStyle.Font.Typeface,
	} {
		*text = "Liberation"
	}
	for _, variant := range []*font.Variant{
		&p.X.Label.TextStyle.Font.Variant, &p.X.Tick.Label.Font.Variant, &p.Y.Tick.Label.Font.Variant, &p.Legend.TextStyle.Font.Variant,
	} {
		*variant = "Sans"
	}
	p.X.LineStyle.Color, p.Y.LineStyle.Color = grey, grey
	p.X.Tick.LineStyle.Color, p.Y.Tick.LineStyle.Color = grey, grey
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Millimeter
	if last {
		p.X.Label.Text = "hours"
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = silver, silver
	p.Add(grid)
	highest := 0.0
	for _, l := range lines {
		points := steps(s, l.value)
		drawn, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		drawn.Color, drawn.Width = l.color, vg.Points(1.4)
		if l.filled != nil {
			drawn.FillColor = l.filled
		}
		p.Add(drawn)
		p.Legend.Add(l.name, drawn)
		for _, point := range points {
			highest = max(highest, point.Y)
		}
	}
	p.Y.Max = max(1, highest*1.25) // room for the legend
	return p, nil
}

// steps returns the outline of a series of means.
func steps(s simulate.Series, value func(simulate.Point) float64) plotter.XYs {
	xys := make(plotter.XYs, 0, 2*len(s.Points)+2)
	at := func(i int) float64 { return (time.Duration(i) * s.Step).Hours() }
	xys = append(xys, plotter.XY{})
	for i, p := range s.Points {
		xys = append(xys, plotter.XY{X: at(i), Y: value(p)}, plotter.XY{X: at(i + 1), Y: value(p)})
	}
	return append(xys, plotter.XY{X: at(len(s.Points)), Y: 0})
}

func render(plots [][]*plot.Plot) ([]byte, error) {
	canvas := vgsvg.New(width, height)
	area := draw.New(canvas)
	area.SetColor(color.White)
	area.Fill(area.Rectangle.Path())
	tiles := draw.Tiles{
		Rows: len(plots), Cols: 1, PadY: 3 * vg.Millimeter,
		PadTop: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 6 * vg.Millimeter,
	}
	for i, row := range plot.Align(plots, tiles, area) {
		plots[i][0].Draw(row[0])
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("cannot write the chart: %w", err)
	}
	// Arial is as wide as Liberation Sans, and on more machines.
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}
