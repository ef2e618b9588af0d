package cloudwatch

import "math"

// Target is a scalable target with the alarms that set off its step policies.
type Target struct {
	ID       string
	Min, Max int
	Alarms   []Alarm
	Steps    map[string]StepPolicy // by logical id, as alarms name them
	Tracking []TrackingPolicy
}

// Run returns the capacity at the end of each minute.
func (s Target) Run(metrics Metrics, minutes, capacity int, reading Reading) ([]int, error) {
	scaled := scaled{target: s, capacity: capacity}
	states := make([]State, len(s.Alarms))
	for i := range states {
		states[i] = InsufficientData
	}
	capacities := make([]int, minutes)
	for t := range capacities {
		for i, a := range s.Alarms {
			values, err := a.Values(metrics, t, reading)
			if err != nil {
				return nil, err
			}
			var decided Series
			states[i], decided = a.Evaluate(values, states[i])
			// Actions of scaling are repeated each minute while the alarm is in
			// that state (CloudWatch user guide, using alarms, 2023-05-18).
			if states[i] == InAlarm {
				for _, action := range a.Actions {
					scaled.invoke(s.Steps[action], a, decided, t)
				}
			}
		}
		capacities[t] = scaled.capacity
	}
	return capacities, nil
}

// scaled is a target between two minutes.
type scaled struct {
	target   Target
	capacity int
	base     int // capacity before the last activity
	until    int // minute in which its cooldown ends
}

// invoke performs a policy. During a cooldown only a larger scale-out acts, and
// it counts from the capacity before the first one; scale-in waits until the
// cooldown has ended (Application Auto Scaling user guide, cooldown period,
// 2023-04-27).
func (s *scaled) invoke(p StepPolicy, a Alarm, values Series, minute int) {
	from := s.capacity
	cooling := minute < s.until
	if cooling && s.capacity > s.base {
		from = s.base
	}
	wanted, found := p.adjust(a, values, from)
	wanted = max(s.target.Min, min(wanted, s.target.Max))
	if !found || wanted == s.capacity || cooling && wanted < s.capacity {
		return
	}
	s.base, s.until, s.capacity = from, minute+p.Cooldown, wanted
}

// TrackingPolicy is a target tracking policy on a predefined metric.
type TrackingPolicy struct {
	ID     string
	Metric string
	Value  float64
}

// Direction is which way a policy scales.
type Direction string

const (
	Out  Direction = "out"
	In   Direction = "in"
	Stay Direction = "stay"
)

// Decide returns which way the policy scales for a value of its metric, and how
// far out: in proportion to the metric, rounded up. It scales in when the value is
// well below the target, usually by more than 10 %; how far is not documented.
// Without data it does nothing (Application Auto Scaling user guide, target
// tracking, 2023-04-27).
func (p TrackingPolicy) Decide(value float64, capacity int) (Direction, int) {
	switch {
	case isMissing(value):
		return Stay, capacity
	case value > p.Value:
		return Out, int(math.Ceil(float64(capacity) * value / p.Value))
	case value < 0.9*p.Value:
		return In, capacity
	}
	return Stay, capacity
}
