package cloudwatch

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

var infinite = math.Inf(1)

// The example of "Step adjustments" (Application Auto Scaling user guide,
// 2023-04-27): a threshold of 50, and a capacity of 10 to begin with.
func TestStepPolicy_adjustsAsAWSExample(t *testing.T) {
	out := StepPolicy{Adjustment: "PercentChangeInCapacity", Steps: []Step{{0, 10, 0}, {10, 20, 10}, {20, infinite, 30}}}
	in := StepPolicy{Adjustment: "PercentChangeInCapacity", Steps: []Step{{-10, 0, 0}, {-20, -10, -10}, {-infinite, -20, -30}}}
	high := Alarm{Operator: "GreaterThanOrEqualToThreshold", Threshold: 50}
	low := Alarm{Operator: "LessThanOrEqualToThreshold", Threshold: 50}
	for _, test := range []struct {
		policy         StepPolicy
		alarm          Alarm
		value          float64
		capacity, want int
	}{
		{out, high, 59, 10, 10}, {out, high, 60, 10, 11}, {out, high, 70, 11, 14},
		{in, low, 41, 14, 14}, {in, low, 40, 14, 13}, {in, low, 30, 13, 10},
	} {
		capacity, found := test.policy.adjust(test.alarm, Series{test.value}, test.capacity)
		assert.True(t, found)
		assert.Equal(t, test.want, capacity, "%v at %d", test.value, test.capacity)
	}
	_, found := in.adjust(low, Series{60}, 10)
	assert.False(t, found, "no step adjustment found")
	_, found = in.adjust(low, nil, 10)
	assert.False(t, found, "no value to find a step for")
}

// The roundings of "Scaling adjustment types" (same guide), and its example of
// MinAdjustmentMagnitude.
func TestStepPolicy_rounds(t *testing.T) {
	percent := StepPolicy{Adjustment: "PercentChangeInCapacity"}
	assert.Equal(t, 100+12, percent.apply(12.7, 100))
	assert.Equal(t, 10+1, percent.apply(6.7, 10), ".67")
	assert.Equal(t, 10-1, percent.apply(-5.8, 10), "-.58")
	assert.Equal(t, 100-6, percent.apply(-6.67, 100))
	percent.Magnitude = 2
	assert.Equal(t, 4+2, percent.apply(25, 4))
	assert.Equal(t, 8, StepPolicy{Adjustment: "ChangeInCapacity"}.apply(5, 3))
	assert.Equal(t, 5, StepPolicy{Adjustment: "ExactCapacity"}.apply(5, 3))
}

func TestStepPolicy_aggregates(t *testing.T) {
	for aggregation, want := range map[string]float64{"Maximum": 6, "Minimum": 1, "Average": 3, "": 3} {
		assert.Equal(t, want, StepPolicy{Aggregation: aggregation}.aggregate(Series{1, 6, 2}), aggregation)
	}
}
