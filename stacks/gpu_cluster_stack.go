package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// gpuClusterSettings are what a deployment of gpu-cluster chooses with -c.
type gpuClusterSettings struct {
	network          ecsgpu.NetworkKind
	zones            int
	cpuInstanceTypes []string
	maxCPUInstances  int
	gpuInstanceTypes []string
	maxGPUInstances  int
	alarmEmail       string
	monthlyBudgetUSD int
}

func readGPUClusterSettings(stack awscdk.Stack) gpuClusterSettings {
	s := settings{stack: stack}
	chosen := gpuClusterSettings{
		network:          ecsgpu.NetworkKind(s.one("network", "private", "private", "isolated")),
		zones:            s.count("zones", 2),
		cpuInstanceTypes: s.list("cpuInstanceType", "c5.2xlarge"),
		maxCPUInstances:  s.count("maxCpuInstances", 4),
		gpuInstanceTypes: s.list("gpuInstanceType", "g6.12xlarge"),
		maxGPUInstances:  s.count("maxGpuInstances", 4),
		alarmEmail:       s.text("alarmEmail", ""),
		monthlyBudgetUSD: s.count("monthlyBudgetUsd", 0),
	}
	chosen.checkBudget(&s)
	s.require()
	return chosen
}

// checkBudget refuses a budget that nobody would hear of.
func (chosen gpuClusterSettings) checkBudget(s *settings) {
	if chosen.monthlyBudgetUSD < 0 {
		s.refuse("context monthlyBudgetUsd must be 0 (no budget) or more, got %d", chosen.monthlyBudgetUSD)
	}
	if chosen.monthlyBudgetUSD > 0 && chosen.alarmEmail == "" {
		s.refuse("context monthlyBudgetUsd (%d) needs alarmEmail, to tell somebody", chosen.monthlyBudgetUSD)
	}
}

// newGPUCluster creates what a platform team would run: private subnets, pools
// that rest at zero, metrics of every GPU with a dashboard and alarms, sessions
// with a log, a budget. docs/stacks/gpu-cluster.md describes its settings.
func newGPUCluster(scope constructs.Construct) awscdk.Stack {
	stack := newStack(scope, "gpu-cluster", "ECS cluster of CPU and GPU pools for a company")
	chosen := readGPUClusterSettings(stack)
	awscdk.Tags_Of(stack).Add(jsii.String("cluster"), stack.StackName(), nil)

	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{
		Kind: chosen.network, Zones: chosen.zones, FlowLogs: true,
	})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network: network, ContainerInsights: ecsgpu.ContainerInsightsEnhanced,
	})
	cpu := cluster.AddPool("cpu", &ecsgpu.PoolProps{
		InstanceTypes: chosen.cpuInstanceTypes, MaxCapacity: chosen.maxCPUInstances,
	})
	gpu := cluster.AddPool("gpu", &ecsgpu.PoolProps{
		InstanceTypes: chosen.gpuInstanceTypes, MaxCapacity: chosen.maxGPUInstances, GPUMetrics: true,
	})
	newSessionLog(stack, cpu, gpu)
	ecsgpu.NewMonitoring(stack, "Monitoring", &ecsgpu.MonitoringProps{
		Cluster: cluster, Topic: newAlarmTopic(stack, chosen.alarmEmail),
	})
	newBudget(stack, chosen)

	newOutput(stack, "ClusterName", cluster.Resource.Ref())
	newOutput(stack, "CPUCapacityProvider", cpu.CapacityProvider.Ref())
	newOutput(stack, "GPUCapacityProvider", gpu.CapacityProvider.Ref())
	return stack
}

// newAlarmTopic returns where alarms go; somebody reads them if there is an
// address.
func newAlarmTopic(stack awscdk.Stack, email string) awssns.ITopic {
	topic := awssns.NewTopic(stack, jsii.String("Alarms"), &awssns.TopicProps{
		EnforceSSL: jsii.Bool(true), DisplayName: jsii.String("Alarms of the GPU cluster"),
	})
	// AWS re:Post, "How do I configure a CloudWatch alarm with an encrypted SNS topic?", 2026-11-21.
	ecsgpu.Acknowledge(topic, ecsgpu.Reasons{
		"CKV_AWS_26": "alarms name metrics and their values, nothing secret; CloudWatch may not use the key alias/aws/sns, " +
			"and a KMS key of the account is billed by the month",
	})
	if email != "" {
		topic.AddSubscription(awssnssubscriptions.NewEmailSubscription(&email, nil))
	}
	return topic
}
