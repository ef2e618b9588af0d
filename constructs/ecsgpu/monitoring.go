package ecsgpu

import (
	"fmt"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// MonitoringProps are the props of [NewMonitoring].
type MonitoringProps struct {
	// Cluster is the cluster to watch. Its GPU pools need GPUMetrics. Required,
	// with its pools added before.
	Cluster *Cluster
	// Topic is told when an alarm goes off or ends. Its policy gets a statement
	// that lets CloudWatch publish; the policy of an imported topic must have one.
	// Default: none, alarms only show.
	Topic awssns.ITopic
	// IdleAfter is how long GPUs may do nothing, in whole minutes up to 24
	// hours.
	// Default: 1 hour.
	IdleAfter time.Duration
	// WaitingAfter is how long tasks may wait for an instance, in whole
	// minutes up to 24 hours.
	// Default: 15 minutes.
	WaitingAfter time.Duration
}

// Monitoring is a dashboard of a cluster and, for each of its GPU pools, four
// alarms: GPUs that do nothing, instances with fewer GPUs than they should
// have, tasks that wait for GPUs, and GPU memory that is nearly full. Alarms
// and a dashboard are billed by the month.
type Monitoring struct {
	constructs.Construct
	// Dashboard shows the cluster.
	Dashboard awscloudwatch.Dashboard
	// Alarms are the alarms of all pools, four for each.
	Alarms []awscloudwatch.Alarm
}

// NewMonitoring creates the dashboard and the alarms.
func NewMonitoring(scope constructs.Construct, id string, props *MonitoringProps) *Monitoring {
	defer alone(id)()
	var given MonitoringProps
	if props != nil {
		given = *props
	}
	given = given.withDefaults()
	refuse(scope, id, given.problems())

	m := &Monitoring{}
	constructs.NewConstruct_Override(m, scope, &id)
	m.letPublish(given.Topic)
	m.Dashboard = awscloudwatch.NewDashboard(m, jsii.String("Dashboard"), nil)
	for _, pool := range given.Cluster.pools {
		if pool.props.GPUMetrics {
			m.watch(poolMetrics{pool}, given)
		}
	}
	return m
}

// DashboardName is the name under which the console shows the dashboard.
func (m *Monitoring) DashboardName() *string { return m.Dashboard.DashboardName() }

// letPublish lets alarms of this account publish to a topic. The policy that a
// topic has by default does; any policy of its own, such as the one that refuses
// plain HTTP, replaces that (CloudWatch user guide, setting up Amazon SNS
// notifications, 2023-05-18).
func (m *Monitoring) letPublish(topic awssns.ITopic) {
	if topic == nil {
		return
	}
	statement := allow([]string{"sns:Publish"}, *topic.TopicArn(),
		map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Stack_Of(m).Account()}})
	statement.AddServicePrincipal(jsii.String("cloudwatch.amazonaws.com"), nil)
	topic.AddToResourcePolicy(statement)
}

// watch adds a pool's alarms and its row of the dashboard. A pool at rest has no
// data, which is no reason for an alarm. Instances that run and send no data are
// the matter of one alarm, which counts them against the size of the group; it
// says INSUFFICIENT_DATA while that is not known.
func (m *Monitoring) watch(metrics poolMetrics, props MonitoringProps) {
	const atRest, notKnown = awscloudwatch.TreatMissingData_NOT_BREACHING, awscloudwatch.TreatMissingData_MISSING
	id := metrics.pool.id
	m.alarm(props.Topic, id+"Idle", watched{
		metric: metrics.utilization(), beyond: awscloudwatch.ComparisonOperator_LESS_THAN_THRESHOLD, threshold: 5, after: props.IdleAfter, noData: atRest,
		message: "GPUs of pool " + id + " do nothing and are paid for",
	})
	m.alarm(props.Topic, id+"MissingGPUs", watched{
		metric: metrics.missing(), beyond: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, threshold: 0, after: missingAfter, noData: notKnown,
		message: "instances of pool " + id + " report fewer GPUs than their type has",
	})
	m.alarm(props.Topic, id+"Waiting", watched{
		metric: metrics.reservation(), beyond: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, threshold: 100, after: props.WaitingAfter, noData: atRest,
		message: "tasks wait for instances of pool " + id + ": its maximum, the vCPU quota or EC2's capacity is reached",
	})
	m.alarm(props.Topic, id+"MemoryFull", watched{
		metric: metrics.memory(), beyond: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, threshold: 95, after: 15 * time.Minute, noData: atRest,
		message: "memory of GPUs of pool " + id + " is nearly full",
	})
	graph := func(title string, metric awscloudwatch.IMetric) awscloudwatch.IWidget {
		return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{
			Title: jsii.String(id + ": " + title), Left: &[]awscloudwatch.IMetric{metric}, Width: jsii.Number(6),
		})
	}
	m.Dashboard.AddWidgets(graph("GPU utilisation %", metrics.utilization()), graph("GPU memory %", metrics.memory()),
		graph("reservation % (over 100: waiting)", metrics.reservation()), graph("instances", metrics.instances()))
}

// missingAfter is how long GPUs may be missing: an instance is in service some
// minutes before its driver is loaded and its metrics agent runs.
const missingAfter = 15 * time.Minute

// late is how late a value may be. Alarms look at as many more minutes as need
// not be beyond the threshold: FILL turns a late value into a zero, and missing
// data that is no reason for an alarm keeps one off, so that with a constant
// delay an alarm on every minute never goes off (CloudWatch user guide, metric
// math, FILL, 2023-05-18).
const late = 3 * time.Minute

// watched is what an alarm looks at: a metric that is beyond the threshold for
// that long.
type watched struct {
	metric    awscloudwatch.IMetric
	beyond    awscloudwatch.ComparisonOperator
	threshold float64
	after     time.Duration
	noData    awscloudwatch.TreatMissingData
	message   string
}

// alarm creates an alarm.
func (m *Monitoring) alarm(topic awssns.ITopic, id string, w watched) {
	alarm := awscloudwatch.NewAlarm(m, &id, &awscloudwatch.AlarmProps{
		Metric: w.metric, Threshold: &w.threshold, ComparisonOperator: w.beyond,
		EvaluationPeriods: jsii.Number(min(w.after+late, maxAlarmPeriod).Minutes()),
		DatapointsToAlarm: jsii.Number(w.after.Minutes()),
		TreatMissingData:  w.noData,
		AlarmDescription:  &w.message,
	})
	if topic != nil {
		action := awscloudwatchactions.NewSnsAction(topic)
		alarm.AddAlarmAction(action)
		alarm.AddOkAction(action)
	}
	m.Alarms = append(m.Alarms, alarm)
}

// poolMetrics are the metrics of one GPU pool.
type poolMetrics struct{ pool *Pool }

func (p poolMetrics) gpu(name, statistic string) awscloudwatch.Metric {
	return p.metric(metricsNamespace, "nvidia_smi_"+name, statistic, map[string]*string{"AutoScalingGroupName": p.pool.AutoScalingGroup.Ref()})
}

func (p poolMetrics) metric(namespace, name, statistic string, dimensions map[string]*string) awscloudwatch.Metric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: &namespace, MetricName: &name, Statistic: &statistic,
		Period: awscdk.Duration_Minutes(jsii.Number(1)), DimensionsMap: &dimensions,
	})
}

func (p poolMetrics) utilization() awscloudwatch.IMetric { return p.gpu("utilization_gpu", "Average") }

// memory is the share of GPU memory in use.
func (p poolMetrics) memory() awscloudwatch.IMetric {
	return p.expression("100 * used / total", map[string]awscloudwatch.IMetric{
		"used": p.gpu("memory_used", "Average"), "total": p.gpu("memory_total", "Average"),
	})
}

// instances is the number of instances in service.
func (p poolMetrics) instances() awscloudwatch.IMetric {
	return p.metric("AWS/AutoScaling", "GroupInServiceInstances", "Average",
		map[string]*string{"AutoScalingGroupName": p.pool.AutoScalingGroup.Ref()})
}

// missing is the number of GPUs that instances in service should report and do
// not: every GPU sends one sample a minute. An instance whose driver or agent
// does not run sends none, so that no sample counts as zero; a group that reports
// no size leaves the number unknown. Of several types the one with the fewest
// GPUs counts.
func (p poolMetrics) missing() awscloudwatch.IMetric {
	fewest := devices(p.pool.types[0])
	for _, t := range p.pool.types {
		fewest = min(fewest, devices(t))
	}
	return p.expression(fmt.Sprintf("%d * instances - FILL(reporting, 0)", fewest), map[string]awscloudwatch.IMetric{
		"instances": p.instances(), "reporting": p.gpu("utilization_gpu", "SampleCount"),
	})
}

// reservation is how much of the pool tasks need: over 100 some wait.
func (p poolMetrics) reservation() awscloudwatch.IMetric {
	return p.metric("AWS/ECS/ManagedScaling", "CapacityProviderReservation", "Average", map[string]*string{
		"CapacityProviderName": p.pool.CapacityProvider.Ref(), "ClusterName": p.pool.Cluster.Resource.Ref(),
	})
}

func (p poolMetrics) expression(formula string, metrics map[string]awscloudwatch.IMetric) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: &formula, UsingMetrics: &metrics, Period: awscdk.Duration_Minutes(jsii.Number(1)),
		Label: jsii.String(p.pool.id),
	})
}

func (p MonitoringProps) withDefaults() MonitoringProps {
	if p.IdleAfter == 0 {
		p.IdleAfter = time.Hour
	}
	if p.WaitingAfter == 0 {
		p.WaitingAfter = 15 * time.Minute
	}
	return p
}

// maxAlarmPeriod is the longest that an alarm on minutes can look back.
const maxAlarmPeriod = 24 * time.Hour

func (p MonitoringProps) problems() error {
	var all problems
	if p.Cluster == nil {
		all.add("Cluster is required")
		return all.join()
	}
	watched := 0
	for _, pool := range p.Cluster.pools {
		if pool.props.GPUMetrics {
			watched++
		}
	}
	if watched == 0 {
		all.add("Cluster must have a pool with GPUMetrics; add its pools first")
	}
	within := func(field string, d time.Duration) {
		if d < time.Minute || d > maxAlarmPeriod || d%time.Minute != 0 {
			all.add("%s must be whole minutes between 1 minute and 24 hours, got %s", field, d)
		}
	}
	within("IdleAfter", p.IdleAfter)
	within("WaitingAfter", p.WaitingAfter)
	return all.join()
}

// metricsNamespace is where instances publish their GPU metrics.
const metricsNamespace = "ecsgpu"

// publishSize makes the group publish its size, against which missing GPUs are
// counted.
func (p *Pool) publishSize() {
	if !p.props.GPUMetrics {
		return
	}
	p.AutoScalingGroup.SetMetricsCollection([]any{&awsautoscaling.CfnAutoScalingGroup_MetricsCollectionProperty{
		Granularity: jsii.String("1Minute"), Metrics: jsii.Strings("GroupInServiceInstances"),
	}})
}

// metricsStatements let the CloudWatch agent publish, and learn its group.
func (p *Pool) metricsStatements() []awsiam.PolicyStatement {
	if !p.props.GPUMetrics {
		return nil
	}
	return []awsiam.PolicyStatement{
		allow([]string{"cloudwatch:PutMetricData"}, "*",
			map[string]any{"StringEquals": map[string]any{"cloudwatch:namespace": metricsNamespace}}),
		allow([]string{"ec2:DescribeTags"}, "*", nil),
	}
}

// checkMetrics refuses metrics that nothing could publish.
func (p PoolProps) checkMetrics(types []hardware.InstanceType, all *problems) {
	if !p.GPUMetrics || len(types) == 0 {
		return
	}
	if types[0].Kind() != hardware.KindGPU {
		all.add("GPUMetrics needs NVIDIA GPUs, and the pool is %s", types[0].Kind())
	} else if image, _ := p.imageFor(types[0]); image.OS == images.Bottlerocket || image.OS == images.OtherLinux {
		all.add("GPUMetrics installs a package of Amazon Linux at boot, which %s cannot; use an Amazon Linux image", image)
	}
}
