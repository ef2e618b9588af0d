package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// researchProps are what differs between the team's clusters.
type researchProps struct {
	cidr        string
	maxTrainers int // instances with four GPUs each
}

// newResearch creates a cluster with three pools and the service that everybody
// in research uses.
func newResearch(scope constructs.Construct, name string, props researchProps) awscdk.Stack {
	stack := awscdk.NewStack(scope, &name, &awscdk.StackProps{
		Description: jsii.String("GPU cluster of the research department"),
	})
	awscdk.Tags_Of(stack).Add(jsii.String("cost-center"), jsii.String("research"), nil)

	vpc := newVpc(stack, props.cidr)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{
		Vpc:     vpc,
		Subnets: &awsec2.SubnetSelection{SubnetGroupName: jsii.String("gpus")},
	})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network: network, ContainerInsights: ecsgpu.ContainerInsightsEnabled,
	})
	cluster.AddPool("general", &ecsgpu.PoolProps{
		InstanceTypes: []string{"m6i.2xlarge"}, MaxCapacity: 4,
	})
	cluster.AddPool("training", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6.12xlarge", "g5.12xlarge"}, MaxCapacity: props.maxTrainers,
		Purchase:   ecsgpu.Spot(""),
		LocalDisks: ecsgpu.LocalDisksForDocker,
	})
	inference := cluster.AddPool("inference", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6.xlarge"}, MinCapacity: 1, MaxCapacity: 3,
	})
	newEmbeddings(stack, inference)
	return stack
}

// newEmbeddings serves the department's embedding model, a GPU to each task.
func newEmbeddings(stack awscdk.Stack, pool *ecsgpu.Pool) *ecsgpu.Service {
	task := ecsgpu.NewTaskDefinition(stack, "EmbeddingsTask", &ecsgpu.TaskDefinitionProps{
		Family: "embeddings", Pool: pool,
		Containers: []ecsgpu.Container{{
			Name:      "server",
			Image:     "ghcr.io/huggingface/text-embeddings-inference:89-1.8",
			GPUs:      ecsgpu.WholeGPUs(1),
			MemoryMiB: 12288,
			Ports:     []ecsgpu.Port{{Container: 80}},
		}},
	})
	return ecsgpu.NewService(stack, "Embeddings", &ecsgpu.ServiceProps{
		Task: task, DesiredCount: 1,
		LoadBalancer: &ecsgpu.LoadBalancerProps{
			Port: 80, HealthCheckPath: "/health", AccessLogs: ecsgpu.NewAccessLogs(stack, "AccessLogs", nil),
		},
	})
}
