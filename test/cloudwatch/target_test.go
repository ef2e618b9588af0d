package cloudwatch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The example of "Cooldown period" (same guide): the capacity grows by 2, and a
// step of 3 during the cooldown adds 1 more.
func TestTarget_coolsDownAsAWSExample(t *testing.T) {
	load := Alarm{ID: "Load", Operator: "GreaterThanOrEqualToThreshold", Threshold: 10, Periods: 1, ToAlarm: 1, NoData: "missing",
		Queries: []Query{{Metric: "load", Returned: true}}, Actions: []string{"Out"}}
	idle := Alarm{ID: "Idle", Operator: "LessThanThreshold", Threshold: 5, Periods: 1, ToAlarm: 1, NoData: "missing",
		Queries: []Query{{Metric: "load", Returned: true}}, Actions: []string{"In"}}
	target := Target{Min: 0, Max: 9, Alarms: []Alarm{load, idle}, Steps: map[string]StepPolicy{
		"Out": {Adjustment: "ChangeInCapacity", Cooldown: 5, Steps: []Step{{0, 10, 2}, {10, infinite, 3}}},
		"In":  {Adjustment: "ChangeInCapacity", Cooldown: 5, Steps: []Step{{-infinite, 0, -1}}},
	}}
	run := func(m Metric, minutes int) []int {
		capacities, err := target.Run(Metrics{"load": m}, minutes, 1, MissingSpreads)
		require.NoError(t, err)
		return capacities
	}
	assert.Equal(t, []int{3, 3, 4, 4}, run(Constant(10).Until(2, Constant(20)), 4), "a larger scale-out adds the difference")
	assert.Equal(t, []int{3, 3, 3, 3, 3, 5}, run(Constant(10), 6), "the same one waits for the end of the cooldown")
	assert.Equal(t, []int{3, 3, 3, 3, 3, 2}, run(Constant(10).Until(1, Constant(0)), 6), "scale-in waits")
	assert.Equal(t, []int{0, 2}, run(Constant(0).Until(1, Constant(10)), 2), "a scale-out does not wait for a scale-in")
	assert.Equal(t, 9, run(Constant(99), 60)[59], "never above the maximum")
}

func TestTrackingPolicy_decides(t *testing.T) {
	p := TrackingPolicy{Value: 100}
	for value, want := range map[float64]Direction{150: Out, 100: Stay, 95: Stay, 80: In, 0: In} {
		direction, _ := p.Decide(value, 4)
		assert.Equal(t, want, direction, value)
	}
	_, capacity := p.Decide(130, 4)
	assert.Equal(t, 6, capacity, "in proportion, rounded up")
	direction, _ := p.Decide(Missing, 4)
	assert.Equal(t, Stay, direction)
}
