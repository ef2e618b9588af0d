package ecsgpu_test

import (
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func TestAccessLogs_defaults(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)
	bucket := snapshot.Of(t, stack).One("AWS::S3::Bucket")
	assert.Equal(t, "AES256", bucket.Get("BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.SSEAlgorithm"),
		"the only encryption that a load balancer can write with")
	assert.Equal(t, 90.0, bucket.Get("LifecycleConfiguration.Rules.0.ExpirationInDays"))
	assert.Equal(t, map[string]any{
		"BlockPublicAcls": true, "BlockPublicPolicy": true, "IgnorePublicAcls": true, "RestrictPublicBuckets": true,
	}, bucket.Get("PublicAccessBlockConfiguration"))
	assert.Equal(t, "Retain", bucket.Body["DeletionPolicy"], "logs outlive what they are about")
}

func TestAccessLogs_overrides(t *testing.T) {
	stack := snapshot.NewStack(t)
	logs := ecsgpu.NewAccessLogs(stack, "AccessLogs", &ecsgpu.AccessLogsProps{Expiration: 365 * 24 * time.Hour})
	data := awss3.NewBucket(stack, jsii.String("Data"), nil)
	logs.AddBucket(data)
	template := snapshot.Of(t, stack)
	id := *stack.GetLogicalId(logs.Bucket.Node().DefaultChild().(awss3.CfnBucket))
	assert.Equal(t, 365.0, template.Resource(id).Get("LifecycleConfiguration.Rules.0.ExpirationInDays"))
	source := template.Resource(*stack.GetLogicalId(data.Node().DefaultChild().(awss3.CfnBucket)))
	assert.Equal(t, map[string]any{"Ref": id}, source.Get("LoggingConfiguration.DestinationBucketName"))
	assert.Contains(t, writers(template), map[string]any{"Service": "logging.s3.amazonaws.com"}, "S3 is permitted to write there")
}

func TestAccessLogs_ofALoadBalancer(t *testing.T) {
	stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})
	logs := ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080, AccessLogs: logs},
	})
	template := snapshot.Of(t, stack)
	loadBalancer := template.One("AWS::ElasticLoadBalancingV2::LoadBalancer")
	attributes := loadBalancer.Get("LoadBalancerAttributes")
	assert.Contains(t, attributes, map[string]any{"Key": "access_logs.s3.enabled", "Value": "true"})
	assert.Contains(t, attributes, map[string]any{
		"Key": "access_logs.s3.bucket", "Value": map[string]any{"Ref": template.One("AWS::S3::Bucket").LogicalID},
	})
	assert.Contains(t, writers(template), map[string]any{"Service": "logdelivery.elasticloadbalancing.amazonaws.com"})
	assert.Contains(t, loadBalancer.Body["DependsOn"], template.One("AWS::S3::BucketPolicy").LogicalID,
		"Elastic Load Balancing refuses a bucket that it cannot write to")
}

// writers are the principals that the policy of the only log bucket permits to
// put objects.
func writers(template snapshot.Template) []any {
	var all []any
	for _, each := range template.One("AWS::S3::BucketPolicy").Get("PolicyDocument.Statement").([]any) {
		statement := each.(map[string]any)
		if statement["Effect"] == "Allow" && statement["Action"] == "s3:PutObject" {
			all = append(all, statement["Principal"])
		}
	}
	return all
}

func TestAccessLogs_rejects(t *testing.T) {
	for name, expiration := range map[string]time.Duration{
		"part of a day":   36 * time.Hour,
		"a negative time": -24 * time.Hour,
		"a plain number":  90,
	} {
		t.Run(name, func(t *testing.T) {
			stack := snapshot.NewStack(t)
			requireRefused(t, func() {
				ecsgpu.NewAccessLogs(stack, "AccessLogs", &ecsgpu.AccessLogsProps{Expiration: expiration})
			}, "Expiration must be a whole number of days (of 24h), got "+expiration.String())
		})
	}
}
