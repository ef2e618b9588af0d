package cloudwatch_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/test/cloudwatch"
)

const (
	waitingMetric = "AWS/SQS ApproximateNumberOfMessagesVisible Maximum"
	workingMetric = "AWS/SQS ApproximateNumberOfMessagesNotVisible Maximum"
	queueMetrics  = workingMetric + " and " + waitingMetric

	requestsPerTarget = "ALBRequestCountPerTarget"
)

// messagesPerTask are the templates with a service on a queue, and for how many
// messages each starts a task.
var messagesPerTask = map[string]float64{"stacks/training-pool.yaml": 1}

var (
	never    = cloudwatch.Never()
	constant = cloudwatch.Constant
)

// queueSeries are lives of a queue, and the tasks that a service has then. Their
// messages are counted in what one task takes. SQS publishes messages in flight
// only while there are some, and everything only while the queue is active
// (Amazon SQS developer guide, available CloudWatch metrics, and monitoring queues
// using CloudWatch, as of 2026-11).
var queueSeries = []struct {
	name             string
	waiting, working cloudwatch.Metric
	late             int
	before           int         // tasks
	want             map[int]int // minute -> tasks
}{
	{name: "empty queue from the start; ECS has started one task", waiting: constant(0), working: never, before: 1, want: map[int]int{30: 0}},
	{name: "new queue of which SQS publishes nothing yet", waiting: never, working: never, before: 1, want: map[int]int{30: 0}},
	{name: "first message", waiting: never.Until(20, constant(1)), working: never, want: map[int]int{19: 0, 20: 1, 40: 1}},
	{name: "20 tasks' worth of messages at once", waiting: constant(0).Until(20, constant(20)), working: never, want: map[int]int{19: 0, 20: 20}},
	{name: "messages only in flight", waiting: constant(0), working: constant(3), before: 3, want: map[int]int{0: 3, 30: 3, 59: 3}},
	{name: "one message in flight for hours", waiting: constant(0), working: constant(1), before: 1, want: map[int]int{0: 1, 30: 1, 59: 1}},
	{name: "queue drained", waiting: constant(0), working: constant(3).Until(20, never), before: 3, want: map[int]int{19: 3, 40: 0}},
	{name: "idle for more than 6 hours, with a task left over", waiting: never, working: never, before: 2, want: map[int]int{30: 0}},
	{name: "every value 1 minute late", waiting: constant(2), working: constant(3), late: 1, before: 5, want: map[int]int{0: 5, 30: 5, 59: 5}},
	{name: "every value 3 minutes late", waiting: constant(4), working: constant(4), late: 3, before: 8, want: map[int]int{0: 8, 30: 8, 59: 8}},
	{name: "first message, 3 minutes late", waiting: constant(0).Until(20, constant(1)), working: never, late: 3, want: map[int]int{22: 0, 23: 1, 40: 1}},
	{name: "no values for 5 minutes while tasks work", waiting: constant(0).Until(20, never).Until(25, constant(0)),
		working: constant(8).Until(20, never).Until(25, constant(8)), before: 8, want: map[int]int{19: 8, 24: 8, 59: 8}},
	{name: "messages come and go within a minute", waiting: constant(0).Until(20, constant(2)).Until(21, constant(0)), working: never,
		want: map[int]int{19: 0, 20: 2, 50: 0}},
}

func judgeQueue(t *testing.T, template string, target cloudwatch.Target) {
	perTask, known := messagesPerTask[template]
	require.True(t, known, "nobody has written how many messages a task of %s takes", target.ID)
	for _, s := range queueSeries {
		underAllReadings(t, s.name, func(t *testing.T, reading cloudwatch.Reading) {
			metrics := cloudwatch.Metrics{
				waitingMetric: s.waiting.Times(perTask).LateBy(s.late), workingMetric: s.working.Times(perTask).LateBy(s.late),
			}
			capacities, err := target.Run(metrics, 60, s.before, reading)
			require.NoError(t, err)
			for minute, tasks := range s.want {
				least := min(tasks, target.Max)
				most := min(least+least/4, target.Max) // steps are that large above 8 tasks
				if least <= 8 {
					most = least
				}
				assert.GreaterOrEqual(t, capacities[minute], least, "minute %d of %v", minute, capacities)
				assert.LessOrEqual(t, capacities[minute], most, "minute %d of %v", minute, capacities)
			}
		})
	}
}

// ALBRequestCountPerTarget is zero without requests, not missing (Application Auto
// Scaling user guide, target tracking, choose metrics, 2023-04-27). Without a task
// nothing counts.
func judgeRequests(t *testing.T, target cloudwatch.Target, policy cloudwatch.TrackingPolicy) {
	assert.GreaterOrEqual(t, target.Min, 1, "%s needs a task to count requests", target.ID)
	for name, test := range map[string]struct {
		value    float64
		want     cloudwatch.Direction
		capacity int
	}{
		"no data":               {cloudwatch.Missing, cloudwatch.Stay, 2},
		"no requests":           {0, cloudwatch.In, 2},
		"as many as there may":  {policy.Value, cloudwatch.Stay, 2},
		"twice as many as that": {2 * policy.Value, cloudwatch.Out, 4},
	} {
		direction, capacity := policy.Decide(test.value, 2)
		assert.Equal(t, test.want, direction, name)
		assert.Equal(t, test.capacity, capacity, name)
	}
}
