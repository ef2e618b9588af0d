package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scaled creates a service of single-GPU tasks on a pool of these sizes.
func scaled(t *testing.T, least, most int, scaling func(awscdk.Stack) ecsgpu.ServiceProps) snapshot.Template {
	pool := poolOf("g6.xlarge")
	pool.MinCapacity, pool.MaxCapacity = least, most
	stack, task := newTask(t, pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})
	props := scaling(stack)
	props.Task = task
	ecsgpu.NewService(stack, "Service", &props)
	return snapshot.Of(t, stack)
}

func onRequests(least, most int) func(awscdk.Stack) ecsgpu.ServiceProps {
	return func(awscdk.Stack) ecsgpu.ServiceProps {
		return ecsgpu.ServiceProps{LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080},
			Scaling: &ecsgpu.ScalingProps{MinTasks: least, MaxTasks: most, RequestsPerTask: 600}}
	}
}

func onQueue(scaling ecsgpu.ScalingProps) func(awscdk.Stack) ecsgpu.ServiceProps {
	return func(stack awscdk.Stack) ecsgpu.ServiceProps {
		scaling.Queue = awssqs.NewQueue(stack, jsii.String("Jobs"), nil)
		return ecsgpu.ServiceProps{Scaling: &scaling}
	}
}

func TestScaling_onRequests(t *testing.T) {
	template := scaled(t, 0, 4, onRequests(1, 4))
	target := template.One("AWS::ApplicationAutoScaling::ScalableTarget")
	assert.Equal(t, 1.0, target.Get("MinCapacity"))
	assert.Equal(t, 4.0, target.Get("MaxCapacity"))
	assert.Equal(t, "ecs:service:DesiredCount", target.Get("ScalableDimension"))
	role := target.Get("RoleARN.Fn::Sub").(string)
	assert.True(t, strings.HasSuffix(role, "AWSServiceRoleForApplicationAutoScaling_ECSService"), "no role that nobody uses")

	policy := template.One("AWS::ApplicationAutoScaling::ScalingPolicy")
	assert.Equal(t, 600.0, policy.Get("TargetTrackingScalingPolicyConfiguration.TargetValue"))
	assert.Equal(t, "ALBRequestCountPerTarget", policy.Get("TargetTrackingScalingPolicyConfiguration.PredefinedMetricSpecification.PredefinedMetricType"))

	service := template.One("AWS::ECS::Service")
	assert.Nil(t, service.Get("DesiredCount"), "a deployment must not undo what scaling did")
	assert.Equal(t, 0.0, service.Get("DeploymentConfiguration.MinimumHealthyPercent"), "there may be one task only, and half of one is one")
}

func TestScaling_keepsHalfWhenThereAreAlwaysTwo(t *testing.T) {
	template := scaled(t, 0, 4, onRequests(2, 4))
	assert.Equal(t, 50.0, template.One("AWS::ECS::Service").Get("DeploymentConfiguration.MinimumHealthyPercent"))
}

func TestScaling_onAQueueCountsWaitingAndWorking(t *testing.T) {
	template := scaled(t, 0, 3, onQueue(ecsgpu.ScalingProps{MaxTasks: 3, JobsPerTask: 10}))
	for _, alarm := range template.Resources("AWS::CloudWatch::Alarm") {
		metrics := map[any]any{}
		for _, each := range alarm.Get("Metrics").([]any) {
			query := each.(map[string]any)
			if stat, ok := query["MetricStat"].(map[string]any); ok {
				metrics[query["Id"]] = stat["Metric"].(map[string]any)["MetricName"]
			} else {
				assert.Equal(t, "waiting + working", query["Expression"])
			}
		}
		assert.Equal(t, map[any]any{"waiting": "ApproximateNumberOfMessagesVisible", "working": "ApproximateNumberOfMessagesNotVisible"}, metrics)
	}
}

// follow applies the alarms and policies of a template to a number of jobs, as
// Application Auto Scaling does: bounds belong to the step above the alarm's
// threshold when the value is above it, and to the one below otherwise.
func follow(t *testing.T, template snapshot.Template, jobs float64) []float64 {
	var counts []float64
	for _, alarm := range template.Resources("AWS::CloudWatch::Alarm") {
		threshold := alarm.Get("Threshold").(float64)
		above := alarm.Get("ComparisonOperator") == "GreaterThanOrEqualToThreshold"
		if (above && jobs < threshold) || (!above && jobs > threshold) {
			continue
		}
		policy := template.Resource(alarm.Get("AlarmActions.0.Ref").(string))
		require.Equal(t, "ExactCapacity", policy.Get("StepScalingPolicyConfiguration.AdjustmentType"))
		steps := policy.Get("StepScalingPolicyConfiguration.StepAdjustments").([]any)
		require.LessOrEqual(t, len(steps), 20)
		for _, each := range steps {
			step := each.(map[string]any)
			lower, hasLower := step["MetricIntervalLowerBound"].(float64)
			upper, hasUpper := step["MetricIntervalUpperBound"].(float64)
			distance := jobs - threshold
			inside := (!hasLower || distance > lower || (above && distance == lower)) && (!hasUpper || distance < upper || (!above && distance == upper))
			if inside {
				counts = append(counts, step["ScalingAdjustment"].(float64))
			}
		}
	}
	return counts
}

func TestScaling_onAQueueFollowsTheJobs(t *testing.T) {
	for name, test := range map[string]struct {
		scaling ecsgpu.ScalingProps
		want    map[float64]float64 // jobs -> tasks
	}{
		"a task for every job": {ecsgpu.ScalingProps{MaxTasks: 4},
			map[float64]float64{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 100: 4}},
		"a task for ten jobs": {ecsgpu.ScalingProps{MaxTasks: 3, JobsPerTask: 10},
			map[float64]float64{0: 0, 1: 1, 10: 1, 11: 2, 20: 2, 21: 3, 1000: 3}},
		"never fewer than two": {ecsgpu.ScalingProps{MinTasks: 2, MaxTasks: 4, JobsPerTask: 10},
			map[float64]float64{0: 2, 1: 2, 20: 2, 21: 3, 31: 4}},
		"one task or none": {ecsgpu.ScalingProps{MaxTasks: 1}, map[float64]float64{0: 0, 1: 1, 7: 1}},
		"hundreds of tasks, at most a quarter too many": {ecsgpu.ScalingProps{MaxTasks: 5000},
			map[float64]float64{0: 0, 1: 1, 8: 8, 9: 10, 20: 22, 4999: 5000, 90000: 5000}},
	} {
		t.Run(name, func(t *testing.T) {
			template := scaled(t, 0, 5000, onQueue(test.scaling))
			for jobs, tasks := range test.want {
				assert.Equal(t, []float64{tasks}, follow(t, template, jobs), "%v jobs", jobs)
			}
		})
	}
}

// Tasks raise the share that is held, so that the policy must add some while it
// is low; target tracking would add some while it is high.
func TestScaling_onIdleGPUs(t *testing.T) {
	template := scaled(t, 4, 4, func(awscdk.Stack) ecsgpu.ServiceProps {
		return ecsgpu.ServiceProps{Scaling: &ecsgpu.ScalingProps{MaxTasks: 4, GPUReservationPercent: 75}}
	})
	changes := map[string]any{}
	for _, alarm := range template.Resources("AWS::CloudWatch::Alarm") {
		assert.Equal(t, "GPUReservation", alarm.Get("MetricName"))
		assert.Equal(t, "AWS/ECS", alarm.Get("Namespace"))
		policy := template.Resource(alarm.Get("AlarmActions.0.Ref").(string))
		changes[alarm.Get("ComparisonOperator").(string)] = []any{alarm.Get("Threshold"), policy.Get("StepScalingPolicyConfiguration.StepAdjustments.0.ScalingAdjustment")}
	}
	assert.Equal(t, map[string]any{
		"LessThanOrEqualToThreshold": []any{75.0, 1.0}, "GreaterThanOrEqualToThreshold": []any{100.0, -1.0},
	}, changes)
}

func TestScaling_rejects(t *testing.T) {
	const none = "Scaling must have exactly one of RequestsPerTask, Queue and GPUReservationPercent, got 0"
	for name, test := range map[string]struct {
		scaling  ecsgpu.ScalingProps
		problems []string
	}{
		"no reason to scale": {ecsgpu.ScalingProps{MaxTasks: 2}, []string{none}},
		"two reasons": {ecsgpu.ScalingProps{MinTasks: 1, MaxTasks: 2, RequestsPerTask: 10, GPUReservationPercent: 50}, []string{
			"Scaling must have exactly one of RequestsPerTask, Queue and GPUReservationPercent, got 2",
			"Scaling.RequestsPerTask must not be negative and needs LoadBalancer, and MinTasks of at least 1: nothing counts requests without a task",
			"Scaling.GPUReservationPercent needs a pool of fixed size, MinCapacity = MaxCapacity: elsewhere ECS fits the instances to the tasks, and the share says nothing",
		}},
		"sizes that contradict each other": {ecsgpu.ScalingProps{MinTasks: 3, MaxTasks: 2}, []string{
			"Scaling.MaxTasks must be at least 1 and at least MinTasks, which must not be negative; got 2 and 3", none,
		}},
		"jobs of no queue": {ecsgpu.ScalingProps{MaxTasks: 2, JobsPerTask: 4}, []string{
			none, "Scaling.JobsPerTask must be at least 1 and needs Queue, got 4",
		}},
		"a share that leaves nothing idle": {ecsgpu.ScalingProps{MaxTasks: 2, GPUReservationPercent: 100}, []string{
			"Scaling.GPUReservationPercent must be between 1 and 99, got 100",
			"Scaling.GPUReservationPercent needs a pool of fixed size, MinCapacity = MaxCapacity: elsewhere ECS fits the instances to the tasks, and the share says nothing",
		}},
		"more tasks than the pool ever holds": {ecsgpu.ScalingProps{MaxTasks: 5, GPUReservationPercent: 50}, []string{
			`the service may have 5 tasks, and pool "pool" holds 4 of them at MaxCapacity 4; raise it, or lower DesiredCount and Scaling.MaxTasks`,
			"Scaling.GPUReservationPercent needs a pool of fixed size, MinCapacity = MaxCapacity: elsewhere ECS fits the instances to the tasks, and the share says nothing",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, func() { serve(t, ecsgpu.ServiceProps{Scaling: &test.scaling}) }, test.problems...)
		})
	}
}
