package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// allow lets a role act on one resource. The actions are sorted, as a feature
// flag of the consumer would sort them anyway.
func allow(role awsiam.IRole, actions []string, resource *string) {
	role.AddToPrincipalPolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: jsii.Strings(actions...), Resources: &[]*string{resource},
	}))
}

// allowObjects lets a role act on the objects of a bucket under a prefix. The
// reason says why it may act on all of them.
func allowObjects(role awsiam.IRole, actions []string, bucket awss3.Bucket, prefix, reason string) {
	allow(role, actions, bucket.ArnForObjects(jsii.String(prefix+"*")))
	id := awscdk.Stack_Of(bucket).GetLogicalId(bucket.Node().DefaultChild().(awss3.CfnBucket))
	ecsgpu.Acknowledge(role, ecsgpu.Reasons{"AwsSolutions-IAM5[Resource::<" + *id + ".Arn>/" + prefix + "*]": reason})
}
