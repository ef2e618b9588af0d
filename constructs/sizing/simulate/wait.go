package simulate

import (
	"slices"
	"time"
)

// Wait is how long tasks waited from their arrival to the start of their
// container, image pull included. Percentiles are by nearest rank.
type Wait struct {
	MeanSeconds float64 `json:"meanSeconds"`
	P50Seconds  float64 `json:"p50Seconds"`
	P90Seconds  float64 `json:"p90Seconds"`
	P99Seconds  float64 `json:"p99Seconds"`
	MaxSeconds  float64 `json:"maxSeconds"`
}

// waits are the waiting times of the tasks of a kind, in seconds. Four bytes
// keep a second exact over half a year.
type waits []float32

func (w *waits) add(t instant) { *w = append(*w, float32(float64(t)/float64(second))) }

func (w waits) summary() Wait {
	if len(w) == 0 {
		return Wait{}
	}
	slices.Sort(w)
	sum := 0.0
	for _, s := range w {
		sum += float64(s)
	}
	return Wait{
		MeanSeconds: milliseconds(sum / float64(len(w))),
		P50Seconds:  w.percentile(50), P90Seconds: w.percentile(90), P99Seconds: w.percentile(99),
		MaxSeconds: milliseconds(float64(w[len(w)-1])),
	}
}

// percentile returns the smallest waiting time that p percent of the tasks did
// not exceed.
func (w waits) percentile(p int) float64 {
	rank := (len(w)*p + 99) / 100
	return milliseconds(float64(w[max(0, rank-1)]))
}

func milliseconds(seconds float64) float64 {
	return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond).Seconds()
}
