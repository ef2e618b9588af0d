package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapplicationautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/jsii-runtime-go"
)

// queueMinutes is how many one-minute values of the queue decide. Values of SQS
// may be late or left out (AWS support in justeattakeaway/AwsWatchman #294,
// 2019-08-21), and FILL turns those into zeros, which must not stop tasks that
// work. AWS advises an alarm on M of N values there (CloudWatch user guide, metric
// math, FILL, 2023-05-18). Tasks are stopped when no value of the last ten minutes
// needs them.
const queueMinutes = 10

// queueSteps returns the steps to the number of tasks that the queue needs.
// Target tracking cannot start from zero tasks.
//
// The policies take the largest value of the last minutes, so that a late value
// changes nothing: a policy aggregates the most recent values of its alarm
// (Application Auto Scaling user guide, step adjustments, 2023-04-27).
//
// The bounds lie between whole numbers of messages, because a policy takes a
// value on a bound for the step above it when it scales out, and for the one
// below when it scales in (Application Auto Scaling API, StepAdjustment): a
// bound of 1 would stop the last task while the last message waits.
func queueSteps(props ScalingProps) *awsapplicationautoscaling.BasicStepScalingPolicyProps {
	perTask := max(props.JobsPerTask, 1)
	steps := []*awsapplicationautoscaling.ScalingInterval{
		{Upper: jsii.Number(0.5), Change: jsii.Number(props.MinTasks)},
	}
	enough := 0 // messages that the step before is enough for
	for _, count := range stepCounts(props.MinTasks, props.MaxTasks) {
		steps = append(steps, &awsapplicationautoscaling.ScalingInterval{
			Lower: jsii.Number(float64(enough) + 0.5), Change: jsii.Number(count),
		})
		enough = count * perTask
	}
	return &awsapplicationautoscaling.BasicStepScalingPolicyProps{
		Metric:                props.jobs(),
		EvaluationPeriods:     jsii.Number(queueMinutes),
		MetricAggregationType: awsapplicationautoscaling.MetricAggregationType_MAXIMUM,
		AdjustmentType:        awsapplicationautoscaling.AdjustmentType_EXACT_CAPACITY,
		ScalingSteps:          &steps,
	}
}

// jobs counts the messages that wait and those that a task works on. By the
// former alone, a service would stop its tasks as soon as they have taken the
// last message.
//
// No value means no message: SQS reports messages in flight only while there are
// some, and other metrics only while the queue is active, which ends six hours
// after its last message or call (Amazon SQS developer guide, available metrics,
// and monitoring queues using CloudWatch, as of 2026-11). Whether a sum with a
// missing operand has a value is not certain: AWS documents that arithmetic takes
// a missing value as 0 (CloudWatch user guide, metric math, 2023-05-18), users
// report a sum without a value. FILL gives the same result either way.
func (p ScalingProps) jobs() awscloudwatch.IMetric {
	options := &awscloudwatch.MetricOptions{Period: awscdk.Duration_Minutes(jsii.Number(1)), Statistic: jsii.String("Maximum")}
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: jsii.String("FILL(waiting, 0) + FILL(working, 0)"),
		Label:      jsii.String("Jobs"),
		Period:     options.Period,
		UsingMetrics: &map[string]awscloudwatch.IMetric{
			"waiting": p.Queue.MetricApproximateNumberOfMessagesVisible(options),
			"working": p.Queue.MetricApproximateNumberOfMessagesNotVisible(options),
		},
	})
}

// stepCounts are the numbers of tasks from the least to the largest: every one
// up to 8, then a quarter more at a time, so that no step starts many more
// instances than the queue calls for. That makes fewer than 40 steps for the
// 5000 tasks that ECS runs in a service at most; the two policies that CDK
// divides the steps over hold 20 each.
func stepCounts(least, largest int) []int {
	var counts []int
	for count := max(least, 1); count < largest; count += max(1, count/4) {
		counts = append(counts, count)
	}
	return append(counts, largest)
}
