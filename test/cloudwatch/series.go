package cloudwatch

import "math"

// Series is a value for each minute; a minute without one is Missing.
type Series []float64

// Missing stands for a minute without a value.
var Missing = math.NaN()

func isMissing(v float64) bool { return math.IsNaN(v) }

// Metric is what a service publishes: a value for each minute, which arrives some
// minutes late. Minute 0 is when the alarms are created; CloudWatch takes values
// from before it too (CloudWatch user guide, evaluating an alarm, 2023-05-18).
type Metric struct {
	At   func(minute int) float64
	Late int
}

// Constant returns a metric that always has this value, also before minute 0.
func Constant(v float64) Metric { return Metric{At: func(int) float64 { return v }} }

// Never returns a metric that is never published.
func Never() Metric { return Constant(Missing) }

// LateBy returns the metric with values that arrive later.
func (m Metric) LateBy(minutes int) Metric {
	m.Late = minutes
	return m
}

// Until returns the metric with another one from that minute on.
func (m Metric) Until(minute int, then Metric) Metric {
	before := m.At
	return Metric{Late: m.Late, At: func(t int) float64 {
		if t < minute {
			return before(t)
		}
		return then.At(t)
	}}
}

// window is what is known at the end of a minute of it and of those before it.
func (m Metric) window(now, length int) Series {
	s := make(Series, length)
	for i := range s {
		if t := now - length + 1 + i; t > now-m.Late {
			s[i] = Missing
		} else {
			s[i] = m.At(t)
		}
	}
	return s
}

// Metrics are the metrics of an account by namespace, name and statistic, such
// as "AWS/SQS ApproximateNumberOfMessagesVisible Maximum".
type Metrics map[string]Metric

// Times returns the metric with its values multiplied.
func (m Metric) Times(factor float64) Metric {
	before := m.At
	return Metric{Late: m.Late, At: func(t int) float64 { return factor * before(t) }}
}
