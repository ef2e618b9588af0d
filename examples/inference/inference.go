// Package inference serves a model on single GPUs behind a load balancer.
package inference

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates 1 to 4 tasks, as many as the requests call for, one per GPU. A
// pool with room for one more lets a rollout start the new task first.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6.2xlarge"}, MaxCapacity: 5, LocalDisks: ecsgpu.LocalDisksForDocker,
	})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "llm", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "vllm", Image: "vllm/vllm-openai:v0.11.0", GPUs: ecsgpu.WholeGPUs(1),
			Command:   []string{"--model", "Qwen/Qwen2.5-7B-Instruct", "--max-model-len", "8192"},
			MemoryMiB: 24576, SharedMemoryMiB: 4096, Ports: []ecsgpu.Port{{Container: 8000}},
		}},
	})
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: task, Surge: true,
		LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8000, HealthCheckPath: "/health", AccessLogs: ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)},
		Scaling:      &ecsgpu.ScalingProps{MinTasks: 1, MaxTasks: 4, RequestsPerTask: 300},
	})
	return stack
}
