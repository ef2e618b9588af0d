package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapplicationautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
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
	// Queue is a queue of jobs: one more task for every JobsPerTask messages.
	// Default: none.
	Queue awssqs.IQueue
	// JobsPerTask is the number of waiting messages that call for a task.
	// Default: 1. Only with Queue.
	JobsPerTask int
	// GPUReservationPercent is the target share of the cluster's GPUs that
	// tasks hold, 1 to 100 (metric GPUReservation of AWS/ECS).
	// Default: none.
	GPUReservationPercent int
}

// scale creates the scalable target and its policy.
func (s *Service) scale(props ScalingProps) {
	cluster := s.Task.Pool.Cluster
	target := awsapplicationautoscaling.NewScalableTarget(s, jsii.String("Scaling"), &awsapplicationautoscaling.ScalableTargetProps{
		ServiceNamespace:  awsapplicationautoscaling.ServiceNamespace_ECS,
		ScalableDimension: jsii.String("ecs:service:DesiredCount"),
		ResourceId: awscdk.Fn_Join(jsii.String("/"), &[]*string{
			jsii.String("service"), cluster.Resource.Ref(), s.Resource.AttrName(),
		}),
		MinCapacity: jsii.Number(props.MinTasks),
		MaxCapacity: jsii.Number(props.MaxTasks),
	})
	switch {
	case props.RequestsPerTask > 0:
		target.ScaleToTrackMetric(jsii.String("Requests"), &awsapplicationautoscaling.BasicTargetTrackingScalingPolicyProps{
			PredefinedMetric: awsapplicationautoscaling.PredefinedMetric_ALB_REQUEST_COUNT_PER_TARGET,
			ResourceLabel: awscdk.Fn_Join(jsii.String("/"), &[]*string{
				s.LoadBalancer.LoadBalancer.LoadBalancerFullName(), s.LoadBalancer.TargetGroup.TargetGroupFullName(),
			}),
			TargetValue: jsii.Number(props.RequestsPerTask),
		})
	case props.Queue != nil:
		target.ScaleOnMetric(jsii.String("Queue"), queueSteps(props))
	default:
		target.ScaleToTrackMetric(jsii.String("GPUs"), &awsapplicationautoscaling.BasicTargetTrackingScalingPolicyProps{
			CustomMetric: awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
				Namespace: jsii.String("AWS/ECS"), MetricName: jsii.String("GPUReservation"),
				DimensionsMap: &map[string]*string{"ClusterName": cluster.Resource.Ref()},
				Statistic:     jsii.String("Average"), Period: awscdk.Duration_Minutes(jsii.Number(1)),
			}),
			TargetValue: jsii.Number(props.GPUReservationPercent),
		})
	}
}

// maxQueueSteps bounds the steps of a policy; EC2 Auto Scaling takes 20.
const maxQueueSteps = 8

// queueSteps asks for the exact number of tasks that the queue calls for, in
// steps: target tracking cannot start from zero tasks.
func queueSteps(props ScalingProps) *awsapplicationautoscaling.BasicStepScalingPolicyProps {
	perTask := max(props.JobsPerTask, 1)
	steps := []*awsapplicationautoscaling.ScalingInterval{
		{Upper: jsii.Number(1), Change: jsii.Number(props.MinTasks)},
	}
	counts := stepCounts(props.MinTasks, props.MaxTasks)
	for i, count := range counts {
		step := &awsapplicationautoscaling.ScalingInterval{Lower: jsii.Number(1), Change: jsii.Number(count)}
		if i > 0 {
			step.Lower = jsii.Number(counts[i-1]*perTask + 1)
		}
		steps = append(steps, step)
	}
	return &awsapplicationautoscaling.BasicStepScalingPolicyProps{
		Metric:         props.Queue.MetricApproximateNumberOfMessagesVisible(&awscloudwatch.MetricOptions{Period: awscdk.Duration_Minutes(jsii.Number(1))}),
		AdjustmentType: awsapplicationautoscaling.AdjustmentType_EXACT_CAPACITY,
		ScalingSteps:   &steps,
	}
}

// stepCounts are the numbers of tasks between the least and the largest, evenly
// apart, at most maxQueueSteps of them.
func stepCounts(least, largest int) []int {
	first := max(least, 1)
	width := (largest-first)/maxQueueSteps + 1
	var counts []int
	for count := first; count < largest; count += width {
		counts = append(counts, count)
	}
	return append(counts, largest)
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
	for _, given := range []bool{p.RequestsPerTask > 0, p.Queue != nil, p.GPUReservationPercent > 0} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		all.add("Scaling must have exactly one of RequestsPerTask, Queue and GPUReservationPercent, got %d", ways)
	}
	if p.RequestsPerTask > 0 && (service.LoadBalancer == nil || p.MinTasks < 1) {
		all.add("Scaling.RequestsPerTask needs LoadBalancer, and MinTasks of at least 1: nothing counts requests without a task")
	}
	if p.JobsPerTask != 0 && (p.Queue == nil || p.JobsPerTask < 1) {
		all.add("Scaling.JobsPerTask must be at least 1 and needs Queue, got %d", p.JobsPerTask)
	}
	if p.GPUReservationPercent < 0 || p.GPUReservationPercent > 100 {
		all.add("Scaling.GPUReservationPercent must be between 1 and 100, got %d", p.GPUReservationPercent)
	}
}
