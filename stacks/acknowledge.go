package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// acknowledge says beside a resource why a finding of cdk-nag's AwsSolutions
// pack stays. CDK keeps it with the construct and out of the template.
func acknowledge(scope constructs.IConstruct, finding, reason string) {
	awscdk.Validations_Of(scope).Acknowledge(&awscdk.Acknowledgment{Id: &finding, Reason: &reason})
}

// allowObjects lets a role act on the objects of a bucket under a prefix, and
// says why it may act on all of them.
func allowObjects(role awsiam.IRole, actions []string, bucket awss3.Bucket, prefix, reason string) {
	allow(role, actions, bucket.ArnForObjects(jsii.String(prefix+"*")))
	id := awscdk.Stack_Of(bucket).GetLogicalId(bucket.Node().DefaultChild().(awss3.CfnBucket))
	acknowledge(role, "AwsSolutions-IAM5[Resource::<"+*id+".Arn>/"+prefix+"*]", reason)
}
