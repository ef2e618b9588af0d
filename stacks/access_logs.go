package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awselasticloadbalancingv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
)

// accessLogs is a bucket that keeps for 90 days who asked a bucket or a load
// balancer for what. S3 and Elastic Load Balancing charge nothing for writing
// there, only its storage is billed.
type accessLogs struct{ bucket awss3.Bucket }

func newAccessLogs(stack awscdk.Stack) accessLogs {
	return accessLogs{awss3.NewBucket(stack, jsii.String("AccessLogs"), &awss3.BucketProps{
		// The only encryption that a load balancer can write with.
		Encryption:        awss3.BucketEncryption_S3_MANAGED,
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), EnforceSSL: jsii.Bool(true),
		LifecycleRules: &[]*awss3.LifecycleRule{{Expiration: awscdk.Duration_Days(jsii.Number(90))}},
		RemovalPolicy:  awscdk.RemovalPolicy_RETAIN,
	})}
}

// ofBucket logs requests to a bucket. CDK's own property for it grants by an
// access control list or by a policy, as a feature flag has it.
func (a accessLogs) ofBucket(source awss3.Bucket) {
	const prefix = "s3/"
	source.Node().DefaultChild().(awss3.CfnBucket).SetLoggingConfiguration(&awss3.CfnBucket_LoggingConfigurationProperty{
		DestinationBucketName: a.bucket.BucketName(), LogFilePrefix: jsii.String(prefix),
	})
	// Not the source's ARN: the source names this bucket already.
	a.allow("logging.s3.amazonaws.com", prefix+"*", &map[string]any{
		"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Aws_ACCOUNT_ID()},
	})
}

// ofLoadBalancer logs requests to a load balancer, which wants to be allowed
// to write there before it is told to.
func (a accessLogs) ofLoadBalancer(source awselasticloadbalancingv2.ApplicationLoadBalancer) {
	source.SetAttribute(jsii.String("access_logs.s3.enabled"), jsii.String("true"))
	source.SetAttribute(jsii.String("access_logs.s3.bucket"), a.bucket.BucketName())
	source.SetAttribute(jsii.String("access_logs.s3.prefix"), jsii.String("elb"))
	a.allow("logdelivery.elasticloadbalancing.amazonaws.com", "elb/AWSLogs/"+*awscdk.Aws_ACCOUNT_ID()+"/*", nil)
	// Between the resources alone: the listener and the groups need not wait.
	source.Node().DefaultChild().Node().AddDependency(a.bucket.Policy())
}

// allow lets a service write under keys.
func (a accessLogs) allow(service, keys string, conditions *map[string]any) {
	a.bucket.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(&service, nil)},
		Actions:    jsii.Strings("s3:PutObject"),
		Resources:  &[]*string{a.bucket.ArnForObjects(&keys)},
		Conditions: conditions,
	}))
}
