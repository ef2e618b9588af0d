// Package p4d trains on eight A100 GPUs.
package p4d

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a task that reads its data from S3 and writes its model there.
// Images of tens of gigabytes go to the instance's NVMe disks.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p4d.24xlarge"}, MaxCapacity: 2, LocalDisks: ecsgpu.LocalDisksForDocker,
	})
	data := awss3.NewBucket(stack, jsii.String("Data"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), Encryption: awss3.BucketEncryption_S3_MANAGED,
		EnforceSSL: jsii.Bool(true), Versioned: jsii.Bool(true),
	})
	ecsgpu.NewAccessLogs(stack, "AccessLogs", nil).AddBucket(data)
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "finetune", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "train", Image: "nvcr.io/nvidia/pytorch:25.09-py3", GPUs: ecsgpu.WholeGPUs(8),
			MemoryMiB: 1_000_000, SharedMemoryMiB: 65536, InitProcess: true,
			Environment: map[string]string{"BUCKET": *data.BucketName()},
		}},
	})
	data.GrantReadWrite(task, nil)
	return stack
}
