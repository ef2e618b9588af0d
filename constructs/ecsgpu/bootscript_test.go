package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

// What the scripts do is tested under a real systemd, in test/boot.

// bootScriptOf returns the template of a pool's user data.
func bootScriptOf(t *testing.T, props ecsgpu.PoolProps) string {
	t.Helper()
	stack, cluster := newCluster(t)
	if props.MaxCapacity == 0 {
		props.MaxCapacity = 1
	}
	cluster.AddPool("pool", &props)
	return userData(t, snapshot.Of(t, stack))
}

// A command may name what CloudFormation knows only at deployment; it becomes a
// variable of the one Fn::Sub.
func TestBootScript_takesReferences(t *testing.T) {
	stack, cluster := newCluster(t)
	bucket := awss3.Bucket_FromBucketName(stack, jsii.String("Data"), awscdk.Fn_ImportValue(jsii.String("data-bucket")))
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1,
		BootCommands: []string{"aws s3 cp s3://" + *bucket.BucketName() + "/setup /tmp/setup", "bash /tmp/setup ${HOME}"}})
	sub := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").([]any)
	assert.Contains(t, sub[0], "\n${Command0}\nbash /tmp/setup ${!HOME}\n")
	assert.Equal(t, map[string]any{"Command0": map[string]any{"Fn::Join": []any{"", []any{
		"aws s3 cp s3://", map[string]any{"Fn::ImportValue": "data-bucket"}, "/setup /tmp/setup",
	}}}}, sub[1])
}
