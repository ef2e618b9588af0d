package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/test/cloudwatch"
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

// capacityAfter is what a template's only scalable target has after so many
// minutes of metrics, however AWS reads a missing operand.
func capacityAfter(t *testing.T, template snapshot.Template, metrics cloudwatch.Metrics, minutes, capacity int) int {
	read, err := cloudwatch.Read("template.json", template.Text())
	require.NoError(t, err)
	require.Len(t, read.Targets, 1)
	var found []int
	for _, reading := range cloudwatch.Readings() {
		capacities, err := read.Targets[0].Run(metrics, minutes, capacity, reading)
		require.NoError(t, err)
		found = append(found, capacities[minutes-1])
	}
	require.Equal(t, found[0], found[1], "where an operand is missing")
	return found[0]
}

// jobs are the metrics of a queue; SQS reports none in flight as no value.
func jobs(waiting, working float64) cloudwatch.Metrics {
	inFlight := cloudwatch.Never()
	if working > 0 {
		inFlight = cloudwatch.Constant(working)
	}
	return cloudwatch.Metrics{
		"AWS/SQS ApproximateNumberOfMessagesVisible Maximum":    cloudwatch.Constant(waiting),
		"AWS/SQS ApproximateNumberOfMessagesNotVisible Maximum": inFlight,
	}
}

func TestScaling_onAQueueFollowsTheJobs(t *testing.T) {
	for name, test := range map[string]struct {
		scaling ecsgpu.ScalingProps
		want    map[float64]int // jobs -> tasks
	}{
		"a task for every job": {ecsgpu.ScalingProps{MaxTasks: 4},
			map[float64]int{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 100: 4}},
		"a task for ten jobs": {ecsgpu.ScalingProps{MaxTasks: 3, JobsPerTask: 10},
			map[float64]int{0: 0, 1: 1, 10: 1, 11: 2, 20: 2, 21: 3, 1000: 3}},
		"never fewer than two": {ecsgpu.ScalingProps{MinTasks: 2, MaxTasks: 4, JobsPerTask: 10},
			map[float64]int{0: 2, 1: 2, 20: 2, 21: 3, 31: 4}},
		"one task or none": {ecsgpu.ScalingProps{MaxTasks: 1}, map[float64]int{0: 0, 1: 1, 7: 1}},
		"hundreds of tasks, at most a quarter too many": {ecsgpu.ScalingProps{MaxTasks: 5000},
			map[float64]int{0: 0, 1: 1, 8: 8, 9: 10, 20: 22, 4999: 5000, 90000: 5000}},
	} {
		t.Run(name, func(t *testing.T) {
			template := scaled(t, 0, 5000, onQueue(test.scaling))
			for count, tasks := range test.want {
				for _, before := range []int{test.scaling.MinTasks, test.scaling.MaxTasks} {
					assert.Equal(t, tasks, capacityAfter(t, template, jobs(count, 0), 30, before), "%v wait, %d tasks before", count, before)
					assert.Equal(t, tasks, capacityAfter(t, template, jobs(0, count), 30, before), "%v are worked on, %d tasks before", count, before)
				}
			}
		})
	}
}

// Tasks raise the share that is reserved, so that the policy must add some while
// it is low; target tracking would add some while it is high.
func TestScaling_onIdleGPUs(t *testing.T) {
	template := scaled(t, 4, 4, func(awscdk.Stack) ecsgpu.ServiceProps {
		return ecsgpu.ServiceProps{Scaling: &ecsgpu.ScalingProps{MaxTasks: 4, GPUReservationPercent: 75}}
	})
	for name, test := range map[string]struct {
		reserved     cloudwatch.Metric
		before, want int // after 30 minutes
	}{
		"no task runs, so that ECS reports nothing": {cloudwatch.Never(), 0, 4},
		"half of the GPUs are idle":                 {cloudwatch.Constant(50), 0, 4},
		"as many are reserved as should be":         {cloudwatch.Constant(80), 2, 2},
		"all are reserved":                          {cloudwatch.Constant(100), 4, 0},
		"all are reserved, which is known late":     {cloudwatch.Constant(100).LateBy(2), 4, 0},
		"enough are reserved, which is known late":  {cloudwatch.Constant(80).LateBy(2), 2, 2},
		"all are reserved for one minute":           {cloudwatch.Constant(80).Until(10, cloudwatch.Constant(100)).Until(11, cloudwatch.Constant(80)), 4, 3},
	} {
		t.Run(name, func(t *testing.T) {
			metrics := cloudwatch.Metrics{"AWS/ECS GPUReservation Average": test.reserved}
			assert.Equal(t, test.want, capacityAfter(t, template, metrics, 30, test.before))
		})
	}
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
