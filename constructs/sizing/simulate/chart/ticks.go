package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// roundTicks are at most so many steps of 1, 2 or 5 times a power of ten.
type roundTicks struct{ most int }

// Ticks implements [plot.Ticker].
func (r roundTicks) Ticks(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(r.most))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*factor) <= float64(r.most) {
			step *= factor
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(low / step); i*step <= high; i++ {
		// Rounding removes the noise of 3 x 0.1.
		value := math.Round(i*step*1e9) / 1e9
		ticks = append(ticks, plot.Tick{Value: value, Label: strconv.FormatFloat(value, 'f', -1, 64)})
	}
	return ticks
}
