// Package batchworkers works on the jobs of a queue and rests without any.
package batchworkers

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a worker for every 20 jobs, up to 8 on two instances with four
// GPUs each. A job that fails three times goes to a queue of its own.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 2})
	failed := awssqs.NewQueue(stack, jsii.String("Failed"), &awssqs.QueueProps{
		EnforceSSL: jsii.Bool(true), Encryption: awssqs.QueueEncryption_SQS_MANAGED, RetentionPeriod: awscdk.Duration_Days(jsii.Number(14)),
	})
	jobs := awssqs.NewQueue(stack, jsii.String("Jobs"), &awssqs.QueueProps{
		EnforceSSL: jsii.Bool(true), Encryption: awssqs.QueueEncryption_SQS_MANAGED, RetentionPeriod: awscdk.Duration_Days(jsii.Number(14)),
		VisibilityTimeout: awscdk.Duration_Hours(jsii.Number(1)),
		DeadLetterQueue:   &awssqs.DeadLetterQueue{MaxReceiveCount: jsii.Number(3), Queue: failed},
	})
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"CKV_AWS_27": "SQS encrypts both queues with a key of its own; the rule looks for a KMS key only"})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "worker", Pool: gpus, Containers: []ecsgpu.Container{{
			Name: "worker", Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/worker:v3",
			GPUs: ecsgpu.WholeGPUs(1), MemoryMiB: 40000, StopTimeout: 2 * time.Minute,
			Environment: map[string]string{"QUEUE": *jobs.QueueUrl()},
		}},
	})
	jobs.GrantConsumeMessages(task)
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, Scaling: &ecsgpu.ScalingProps{MaxTasks: 8, Queue: jobs, JobsPerTask: 20}})
	return stack
}
