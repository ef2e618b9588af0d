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
