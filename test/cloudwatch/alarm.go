package cloudwatch

import "fmt"

// State is the state of an alarm.
type State string

const (
	OK               State = "OK"
	InAlarm          State = "ALARM"
	InsufficientData State = "INSUFFICIENT_DATA"
)

// Query is a metric or an expression of an alarm.
type Query struct {
	ID         string
	Expression string
	Metric     string            // as in Metrics; empty with an expression
	Dimensions map[string]string // logical ids of the resources that they name
	Returned   bool              // the one that the alarm watches
}

// Alarm is an AWS::CloudWatch::Alarm.
type Alarm struct {
	ID        string
	Queries   []Query
	Operator  string
	Threshold float64
	Periods   int    // "N", EvaluationPeriods
	ToAlarm   int    // "M", DatapointsToAlarm
	NoData    string // TreatMissingData: missing, ignore, breaching, notBreaching
	Actions   []string
}

// evaluationRange is how many values CloudWatch retrieves: more than it evaluates.
// AWS gives one example, 5 for 3 evaluation periods, and leaves others open
// (CloudWatch user guide, how alarm state is evaluated when data is missing,
// 2023-05-18).
func (a Alarm) evaluationRange() int { return a.Periods + 2 }

// Values returns what the alarm sees at the end of a minute.
func (a Alarm) Values(metrics Metrics, minute int, reading Reading) (Series, error) {
	for _, q := range a.Queries {
		if q.Returned {
			return a.query(q, metrics, minute, reading)
		}
	}
	return nil, fmt.Errorf("alarm %s watches nothing", a.ID)
}

func (a Alarm) query(q Query, metrics Metrics, minute int, reading Reading) (Series, error) {
	if q.Expression == "" {
		metric, ok := metrics[q.Metric]
		if !ok {
			return nil, fmt.Errorf("alarm %s: there are no values for metric %q", a.ID, q.Metric)
		}
		return metric.window(minute, a.evaluationRange()), nil
	}
	return evaluator{reading: reading, series: func(id string) (Series, error) {
		for _, other := range a.Queries {
			if other.ID == id {
				return a.query(other, metrics, minute, reading)
			}
		}
		return nil, fmt.Errorf("there is no metric %s", id)
	}}.evaluate(q.Expression)
}

// Evaluate returns the next state, and the values that decided, oldest first
// (CloudWatch user guide, how alarm state is evaluated when data is missing, and
// avoiding premature transitions to alarm state, 2023-05-18).
func (a Alarm) Evaluate(values Series, now State) (State, Series) {
	var real Series
	for _, v := range values {
		if !isMissing(v) {
			real = append(real, v)
		}
	}
	if len(real) >= a.Periods {
		latest := real[len(real)-a.Periods:]
		return a.judge(a.breaching(latest)), latest
	}
	lacking := a.Periods - len(real)
	switch a.NoData {
	case "breaching":
		return a.judge(a.breaching(real) + lacking), real
	case "notBreaching":
		return a.judge(a.breaching(real)), real
	}
	switch breaching := a.breaching(real); {
	case len(real) == 0 && a.NoData == "missing":
		return InsufficientData, real
	case len(real) == 0:
		return now, real
	case breaching == len(real) && breaching < a.ToAlarm:
		return a.premature(values, now), real
	default:
		return a.judge(breaching), real
	}
}

// premature judges values that all breach and are too few: the alarm goes off
// when the oldest is at least ToAlarm old, as all that is missing since may
// breach too. AWS does not say which state the alarm has while it waits; it keeps
// the one that it has.
func (a Alarm) premature(values Series, now State) State {
	age := 0
	for i, v := range values {
		if !isMissing(v) {
			age = len(values) - i
			break
		}
	}
	if age >= a.ToAlarm && a.NoData == "missing" {
		return InAlarm
	}
	return now
}

func (a Alarm) judge(breaching int) State {
	if breaching >= a.ToAlarm {
		return InAlarm
	}
	return OK
}

func (a Alarm) breaching(values Series) int {
	count := 0
	for _, v := range values {
		if a.breaches(v) {
			count++
		}
	}
	return count
}

func (a Alarm) breaches(v float64) bool {
	switch a.Operator {
	case "GreaterThanThreshold":
		return v > a.Threshold
	case "GreaterThanOrEqualToThreshold":
		return v >= a.Threshold
	case "LessThanThreshold":
		return v < a.Threshold
	case "LessThanOrEqualToThreshold":
		return v <= a.Threshold
	}
	panic("operator " + a.Operator + " of alarm " + a.ID + " is not known here")
}

// Run returns the state at the end of each minute.
func (a Alarm) Run(metrics Metrics, minutes int, reading Reading) ([]State, error) {
	states := make([]State, minutes)
	now := InsufficientData // of an alarm that has just started
	for t := range states {
		values, err := a.Values(metrics, t, reading)
		if err != nil {
			return nil, err
		}
		now, _ = a.Evaluate(values, now)
		states[t] = now
	}
	return states, nil
}
