package ecsgpu_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// alarmsOf are the alarms of a template on a metric.
func alarmsOf(template snapshot.Template, metric string) []snapshot.Resource {
	var all []snapshot.Resource
	for _, alarm := range template.Resources("AWS::CloudWatch::Alarm") {
		if alarm.Get("MetricName") == metric {
			all = append(all, alarm)
		}
	}
	return all
}

func TestMonitoring_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1})
	cluster.AddPool("quiet", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge", "g6.48xlarge"}, MaxCapacity: 1, GPUMetrics: true})
	monitoring := ecsgpu.NewMonitoring(stack, "Monitoring", &ecsgpu.MonitoringProps{Cluster: cluster})
	template := snapshot.Of(t, stack)

	assert.Len(t, template.Resources("AWS::CloudWatch::Dashboard"), 1)
	assert.Len(t, monitoring.Alarms, 4, "of the one pool with metrics")
	idle := alarmsOf(template, "nvidia_smi_utilization_gpu")
	require.Len(t, idle, 1)
	assert.Equal(t, 60.0, idle[0].Get("DatapointsToAlarm"))
	assert.Equal(t, 63.0, idle[0].Get("EvaluationPeriods"), "values may be late")
	assert.Equal(t, 60.0, idle[0].Get("Period"))
	assert.Equal(t, "notBreaching", idle[0].Get("TreatMissingData"), "a pool at rest is no reason for an alarm")
	assert.Nil(t, idle[0].Get("AlarmActions"))
	waiting := alarmsOf(template, "CapacityProviderReservation")
	require.Len(t, waiting, 1)
	assert.Equal(t, 15.0, waiting[0].Get("DatapointsToAlarm"))
	var formulas []any
	for _, alarm := range template.Resources("AWS::CloudWatch::Alarm") {
		formulas = append(formulas, alarm.Get("Metrics.0.Expression"))
	}
	assert.Contains(t, formulas, "4 * instances - FILL(reporting, 0)", "the type with the fewest GPUs")
}

func TestMonitoring_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1, GPUMetrics: true})
	ecsgpu.NewMonitoring(stack, "Monitoring", &ecsgpu.MonitoringProps{
		Cluster: cluster, IdleAfter: 24 * time.Hour, WaitingAfter: 5 * time.Minute, Topic: awssns.NewTopic(stack, jsii.String("Topic"), nil),
	})
	template := snapshot.Of(t, stack)
	idle := alarmsOf(template, "nvidia_smi_utilization_gpu")[0]
	assert.Equal(t, 24*60.0, idle.Get("DatapointsToAlarm"))
	assert.Equal(t, 24*60.0, idle.Get("EvaluationPeriods"), "an alarm looks back a day at most")
	assert.Equal(t, 5.0, alarmsOf(template, "CapacityProviderReservation")[0].Get("DatapointsToAlarm"))
	topic := []any{map[string]any{"Ref": template.One("AWS::SNS::Topic").LogicalID}}
	policy := template.One("AWS::SNS::TopicPolicy")
	assert.Equal(t, topic, policy.Get("Topics"))
	assert.Equal(t, "Allow", policy.Get("PolicyDocument.Statement.0.Effect"))
	assert.Equal(t, "sns:Publish", policy.Get("PolicyDocument.Statement.0.Action"))
	assert.Equal(t, "cloudwatch.amazonaws.com", policy.Get("PolicyDocument.Statement.0.Principal.Service"), "alarms reach somebody")
	assert.Equal(t, map[string]any{"Ref": "AWS::AccountId"}, policy.Get("PolicyDocument.Statement.0.Condition.StringEquals.aws:SourceAccount"))
	for _, alarm := range template.Resources("AWS::CloudWatch::Alarm") {
		assert.Equal(t, topic, alarm.Get("AlarmActions"), alarm.LogicalID)
		assert.Equal(t, topic, alarm.Get("OKActions"), alarm.LogicalID)
	}
}

func TestMonitoring_rejects(t *testing.T) {
	stack, cluster := newCluster(t)
	requireRefused(t, func() { ecsgpu.NewMonitoring(stack, "None", nil) }, "Cluster is required")
	cluster.AddPool("quiet", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	requireRefused(t, func() {
		ecsgpu.NewMonitoring(stack, "Monitoring", &ecsgpu.MonitoringProps{Cluster: cluster, IdleAfter: 90 * time.Second, WaitingAfter: 25 * time.Hour})
	},
		"Cluster must have a pool with GPUMetrics; add its pools first",
		"IdleAfter must be whole minutes between 1 minute and 24 hours, got 1m30s",
		"WaitingAfter must be whole minutes between 1 minute and 24 hours, got 25h0m0s")
}

func TestGPUMetrics_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)
	assert.NotContains(t, userData(t, template), "cloudwatch", "metrics are billed")
	assert.Nil(t, template.One("AWS::AutoScaling::AutoScalingGroup").Get("MetricsCollection"))
}

func TestGPUMetrics_overrides(t *testing.T) {
	script := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, GPUMetrics: true})
	assert.Contains(t, script, `"namespace": "ecsgpu"`)
	assert.Less(t, strings.Index(script, "systemctl start ecsgpu-gpus.service"), strings.Index(script, "amazon-cloudwatch-agent-ctl"),
		"the agent starts when there is a driver to ask")
}

func TestGPUMetrics_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"a pool without GPUs": {ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}},
			[]string{"GPUMetrics needs NVIDIA GPUs, and the pool is cpu"}},
		"Bottlerocket": {ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}},
			[]string{"GPUMetrics installs a package of Amazon Linux at boot, which bottlerocket-2-nvidia-arm64 cannot; use an Amazon Linux image"}},
		"another system": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"},
			Image: custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "580", OS: images.OtherLinux})},
			[]string{"GPUMetrics installs a package of Amazon Linux at boot, which custom ami-0123456789abcdef0 cannot; use an Amazon Linux image"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity, test.props.GPUMetrics = 1, true
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}
