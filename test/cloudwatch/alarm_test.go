package cloudwatch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// values reads data points as AWS's tables write them: 0 is not breaching, X is
// breaching, - is missing.
func values(points string) Series {
	var s Series
	for _, p := range strings.Fields(points) {
		s = append(s, map[string]float64{"0": 0, "X": 1, "-": Missing}[p])
	}
	return s
}

const retain State = "retain"

// The two tables of "How alarm state is evaluated when data is missing"
// (CloudWatch user guide, 2023-05-18).
func TestAlarm_evaluatesAsAWSTables(t *testing.T) {
	for toAlarm, table := range map[int]map[string][4]State{
		3: {
			"0 - X - X": {OK, OK, OK, OK},
			"0 - - - -": {OK, OK, OK, OK},
			"- - - - -": {InsufficientData, retain, InAlarm, OK},
			"0 X X - X": {InAlarm, InAlarm, InAlarm, InAlarm},
			"- - X - -": {InAlarm, retain, InAlarm, OK},
		},
		2: {
			"0 - X - X": {InAlarm, InAlarm, InAlarm, InAlarm},
			"0 0 X 0 X": {InAlarm, InAlarm, InAlarm, InAlarm},
			"0 - X - -": {OK, OK, InAlarm, OK},
			"- - - - 0": {OK, OK, InAlarm, OK},
			"- - - X -": {InAlarm, retain, InAlarm, OK},
		},
	} {
		for points, want := range table {
			for i, noData := range []string{"missing", "ignore", "breaching", "notBreaching"} {
				a := Alarm{Operator: "GreaterThanThreshold", Periods: 3, ToAlarm: toAlarm, NoData: noData}
				require.Equal(t, len(values(points)), a.evaluationRange())
				for _, now := range []State{OK, InAlarm, InsufficientData} {
					expected := want[i]
					if expected == retain {
						expected = now
					}
					state, _ := a.Evaluate(values(points), now)
					assert.Equal(t, expected, state, "%d of 3, %s, %s, before %s", toAlarm, points, noData, now)
				}
			}
		}
	}
}

// The examples of "Avoiding premature transitions to alarm state" (same page).
func TestAlarm_waitsBeforeItGoesOff(t *testing.T) {
	a := Alarm{Operator: "GreaterThanThreshold", Periods: 3, ToAlarm: 3, NoData: "missing"}
	for _, points := range []string{"- - - - X", "- - - X -"} {
		state, _ := a.Evaluate(values(points), OK)
		assert.Equal(t, OK, state, points)
	}
	for _, points := range []string{"- - - X 0", "- - X - 0"} {
		state, _ := a.Evaluate(values(points), InAlarm)
		assert.Equal(t, OK, state, points)
	}
}

func TestAlarm_comparesAsItsOperatorSays(t *testing.T) {
	for operator, want := range map[string][3]bool{ // below, on and above the threshold
		"GreaterThanThreshold": {false, false, true}, "GreaterThanOrEqualToThreshold": {false, true, true},
		"LessThanThreshold": {true, false, false}, "LessThanOrEqualToThreshold": {true, true, false},
	} {
		a := Alarm{Operator: operator, Threshold: 5}
		assert.Equal(t, want, [3]bool{a.breaches(4), a.breaches(5), a.breaches(6)}, operator)
	}
}

func TestAlarm_seesALateValueLater(t *testing.T) {
	a := Alarm{Operator: "GreaterThanThreshold", Periods: 1, ToAlarm: 1, NoData: "missing",
		Queries: []Query{{ID: "m", Metric: "jobs", Returned: true}}}
	jobs := Constant(0).Until(4, Constant(1))
	for late, want := range map[int]int{0: 4, 2: 6} {
		states, err := a.Run(Metrics{"jobs": jobs.LateBy(late)}, 10, MissingSpreads)
		require.NoError(t, err)
		assert.Equal(t, OK, states[want-1])
		assert.Equal(t, InAlarm, states[want])
	}
	_, err := a.Run(Metrics{}, 1, MissingSpreads)
	assert.ErrorContains(t, err, `there are no values for metric "jobs"`)
}
