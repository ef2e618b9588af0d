package ecsgpu_test

import (
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestRestart_defaults(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{Restart: &ecsgpu.Restart{}})
	assert.Equal(t, map[string]any{"Enabled": true},
		snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.RestartPolicy"))
}

func TestRestart_overrides(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{
		Restart: &ecsgpu.Restart{After: 10 * time.Minute, IgnoredExitCodes: []int{0, 3}},
	})
	assert.Equal(t, map[string]any{"Enabled": true, "RestartAttemptPeriod": 600.0, "IgnoredExitCodes": []any{0.0, 3.0}},
		snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.RestartPolicy"))
}

func TestRestart_rejects(t *testing.T) {
	requireRefused(t, func() {
		newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{Restart: &ecsgpu.Restart{After: 300, IgnoredExitCodes: make([]int, 51)}})
	},
		"Containers[0].Restart.After must be between 1m0s and 30m0s, got 300ns",
		"Containers[0].Restart.IgnoredExitCodes must be at most 50, got 51")
}

func TestEnvironmentFile_mayBeRead(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	bucket := awss3.NewBucket(stack, jsii.String("Settings"), &awss3.BucketProps{EncryptionKey: awskms.NewKey(stack, jsii.String("Key"), nil)})
	ecsgpu.NewTaskDefinition(stack, "Task", taskProps(pool, ecsgpu.Container{
		EnvironmentFiles: []ecsgpu.EnvironmentFile{{Bucket: bucket, Key: "train/common.env"}},
	}))
	template := snapshot.Of(t, stack)
	bucketARN := map[string]any{"Fn::GetAtt": []any{template.One("AWS::S3::Bucket").LogicalID, "Arn"}}
	file := map[string]any{"Fn::Join": []any{"", []any{bucketARN, "/train/common.env"}}}
	assert.Equal(t, []any{map[string]any{"Type": "s3", "Value": file}},
		template.One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.EnvironmentFiles"))
	statements := template.One("AWS::IAM::Policy").Get("PolicyDocument.Statement")
	assert.Contains(t, statements, map[string]any{"Action": "s3:GetObject", "Effect": "Allow", "Resource": file})
	assert.Contains(t, statements, map[string]any{"Action": "s3:GetBucketLocation", "Effect": "Allow", "Resource": bucketARN})
	assert.Contains(t, statements, map[string]any{"Action": "kms:Decrypt", "Effect": "Allow",
		"Resource": map[string]any{"Fn::GetAtt": []any{template.One("AWS::KMS::Key").LogicalID, "Arn"}}})
}

func TestEnvironmentFile_rejects(t *testing.T) {
	t.Run("a file without a bucket, and one that ends otherwise", func(t *testing.T) {
		requireRefused(t, func() {
			newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{EnvironmentFiles: []ecsgpu.EnvironmentFile{{Key: "common.txt"}}})
		}, `Containers[0].EnvironmentFiles[0] must have a Bucket and a Key that ends in .env, got "common.txt"`)
	})
	t.Run("more files than ECS reads", func(t *testing.T) {
		stack, cluster := newCluster(t)
		pool := cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
		one := ecsgpu.EnvironmentFile{Bucket: awss3.NewBucket(stack, jsii.String("Settings"), nil), Key: "common.env"}
		props := taskProps(pool, ecsgpu.Container{EnvironmentFiles: slices.Repeat([]ecsgpu.EnvironmentFile{one}, 11)})
		requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Task", props) },
			"Containers[0].EnvironmentFiles must be at most 10, got 11")
	})
}
