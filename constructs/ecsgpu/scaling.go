package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapplicationautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

// ScalingProps change the number of a service's tasks by load. Exactly one of
// RequestsPerTask, Queue and GPUReservationPercent says by which.
type ScalingProps struct {
	// MinTasks is the least number of tasks; 0 lets a service on a queue rest.
	// Default: 0.
	MinTasks int
	// MaxTasks is the largest number. Required.
	MaxTasks int
	// RequestsPerTask is the target number of requests per minute and task.
	// Needs LoadBalancer, and MinTasks of at least 1.
	// Default: none.
	RequestsPerTask int
	// Queue is a queue of jobs: one more task for every JobsPerTask messages,
	// waiting or being worked on. Tasks stop when there have been fewer for ten
	// minutes. ECS chooses which; a worker that must finish protects itself
	// (task scale-in protection, a call to $ECS_AGENT_URI).
	// Default: none.
	Queue awssqs.IQueue
	// JobsPerTask is the number of messages that call for a task.
	// Default: 1. Only with Queue.
	JobsPerTask int
	// GPUReservationPercent fills the idle GPUs of a pool of fixed size with
	// work of low priority: one more task while less than this share of the
	// cluster's GPUs is held by tasks, one fewer while all of them are. 1 to 99
	// (metric GPUReservation of AWS/ECS). Needs MinCapacity = MaxCapacity: the
	// size of other pools follows the tasks, so that the share says nothing.
	// Default: none.
	GPUReservationPercent int
}

// scale creates the scalable target and its policy.
func (s *Service) scale(props ScalingProps) {
	target := awsapplicationautoscaling.NewScalableTarget(s, jsii.String("Scaling"), &awsapplicationautoscaling.ScalableTargetProps{
		ServiceNamespace:  awsapplicationautoscaling.ServiceNamespace_ECS,
		ScalableDimension: jsii.String("ecs:service:DesiredCount"),
		ResourceId: awscdk.Fn_Join(jsii.String("/"), &[]*string{
			jsii.String("service"), s.Task.cluster().Resource.Ref(), s.Resource.AttrName(),
		}),
		MinCapacity: jsii.Number(props.MinTasks),
		MaxCapacity: jsii.Number(props.MaxTasks),
		Role:        s.scalingRole(),
	})
	switch {
	case props.RequestsPerTask > 0:
		target.ScaleToTrackMetric(jsii.String("Requests"), s.LoadBalancer.requestTracking(props.RequestsPerTask))
	case props.Queue != nil:
		actOnOne(target.ScaleOnMetric(jsii.String("Queue"), queueSteps(props)))
	default:
		actOnOne(target.ScaleOnMetric(jsii.String("GPUs"), s.idleGPUSteps(props.GPUReservationPercent)))
	}
}

// actOnOne lets one high value of the last minutes set off the upper alarm; the
// lower one needs all of them to be low. A late value reads as zero and holds
// neither up.
func actOnOne(policy awsapplicationautoscaling.StepScalingPolicy) {
	policy.UpperAlarm().Node().DefaultChild().(awscloudwatch.CfnAlarm).SetDatapointsToAlarm(jsii.Number(1))
}

// scalingRole is the service-linked role that Application Auto Scaling uses
// for ECS, whatever role it is given; CDK would create one that nobody uses.
func (s *Service) scalingRole() awsiam.IRole {
	path := "role/aws-service-role/ecs.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_ECSService"
	return awsiam.Role_FromRoleArn(s, jsii.String("ScalingRole"),
		awscdk.Fn_Sub(jsii.String("arn:${AWS::Partition}:iam::${AWS::AccountId}:"+path), nil), nil)
}

// requestTracking keeps the load balancer's requests per task near a number.
func (lb *LoadBalancer) requestTracking(perTask int) *awsapplicationautoscaling.BasicTargetTrackingScalingPolicyProps {
	return &awsapplicationautoscaling.BasicTargetTrackingScalingPolicyProps{
		PredefinedMetric: awsapplicationautoscaling.PredefinedMetric_ALB_REQUEST_COUNT_PER_TARGET,
		ResourceLabel: awscdk.Fn_Join(jsii.String("/"), &[]*string{
			lb.LoadBalancer.LoadBalancerFullName(), lb.TargetGroup.TargetGroupFullName(),
		}),
		TargetValue: jsii.Number(perTask),
	}
}

// idleGPUMinutes is how many one-minute values of the share decide. It is less
// than the cooldown of 300 s that Application Auto Scaling keeps by default, so
// that one busy minute stops one task.
const idleGPUMinutes = 3

// idleGPUSteps adds a task while GPUs are idle. Target tracking does the
// opposite: it adds tasks when a metric is high, and they raise this one.
//
// ECS reports no metric of a cluster without a running task (Amazon ECS developer
// guide, CloudWatch metrics, as of 2026-11). Then no GPU is reserved.
func (s *Service) idleGPUSteps(percent int) *awsapplicationautoscaling.BasicStepScalingPolicyProps {
	minute := awscdk.Duration_Minutes(jsii.Number(1))
	reserved := awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: jsii.String("AWS/ECS"), MetricName: jsii.String("GPUReservation"),
		DimensionsMap: &map[string]*string{"ClusterName": s.Task.cluster().Resource.Ref()},
		Statistic:     jsii.String("Average"), Period: minute,
	})
	return &awsapplicationautoscaling.BasicStepScalingPolicyProps{
		Metric: awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
			Expression: jsii.String("FILL(reserved, 0)"), Label: jsii.String("Reserved GPUs %"), Period: minute,
			UsingMetrics: &map[string]awscloudwatch.IMetric{"reserved": reserved},
		}),
		EvaluationPeriods:     jsii.Number(idleGPUMinutes),
		MetricAggregationType: awsapplicationautoscaling.MetricAggregationType_MAXIMUM,
		ScalingSteps: &[]*awsapplicationautoscaling.ScalingInterval{
			{Upper: jsii.Number(percent), Change: jsii.Number(1)},
			{Lower: jsii.Number(100), Change: jsii.Number(-1)},
		},
	}
}

// check says what is wrong with the scaling of a service.
func (p *ScalingProps) check(service ServiceProps, all *problems) {
	if p == nil {
		return
	}
	if p.MaxTasks < 1 || p.MinTasks < 0 || p.MinTasks > p.MaxTasks {
		all.add("Scaling.MaxTasks must be at least 1 and at least MinTasks, which must not be negative; got %d and %d", p.MaxTasks, p.MinTasks)
	}
	ways := 0
	for _, given := range []bool{p.RequestsPerTask != 0, p.Queue != nil, p.GPUReservationPercent != 0} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		all.add("Scaling must have exactly one of RequestsPerTask, Queue and GPUReservationPercent, got %d", ways)
	}
	if p.RequestsPerTask < 0 || p.RequestsPerTask > 0 && (service.LoadBalancer == nil || p.MinTasks < 1) {
		all.add("Scaling.RequestsPerTask must not be negative and needs LoadBalancer, and MinTasks of at least 1: nothing counts requests without a task")
	}
	if p.JobsPerTask != 0 && (p.Queue == nil || p.JobsPerTask < 1) {
		all.add("Scaling.JobsPerTask must be at least 1 and needs Queue, got %d", p.JobsPerTask)
	}
	p.checkReservation(service, all)
}

func (p *ScalingProps) checkReservation(service ServiceProps, all *problems) {
	if p.GPUReservationPercent == 0 {
		return
	}
	if p.GPUReservationPercent < 0 || p.GPUReservationPercent > 99 {
		all.add("Scaling.GPUReservationPercent must be between 1 and 99, got %d", p.GPUReservationPercent)
	}
	if pool := service.Task.Pool; pool == nil || pool.props.MinCapacity != pool.props.MaxCapacity {
		all.add("Scaling.GPUReservationPercent needs a pool of fixed size, MinCapacity = MaxCapacity: elsewhere ECS fits the instances to the tasks, and the share says nothing")
	}
}

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
