package ecsgpu

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awselasticloadbalancingv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// AccessLogsProps are the props of [NewAccessLogs].
type AccessLogsProps struct {
	// Expiration is the time after which a log is deleted, in whole days.
	// Default: 90 days.
	Expiration time.Duration
}

// AccessLogs is a bucket that receives the access logs of load balancers
// (LoadBalancerProps.AccessLogs) and of other buckets. The bucket stays when its
// stack is deleted. Only the storage of the logs is billed.
type AccessLogs struct {
	constructs.Construct
	// Bucket is CDK's own construct.
	Bucket awss3.Bucket
}

// NewAccessLogs creates the bucket. Props may be nil.
func NewAccessLogs(scope constructs.Construct, id string, props *AccessLogsProps) *AccessLogs {
	defer alone(id)()
	var given AccessLogsProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())
	given = given.withDefaults()

	a := &AccessLogs{}
	constructs.NewConstruct_Override(a, scope, &id)
	// CDK leaves the id Default out of logical ids.
	a.Bucket = awss3.NewBucket(a, jsii.String("Default"), &awss3.BucketProps{
		// A load balancer cannot write to a bucket with any other encryption
		// (Elastic Load Balancing, "Enable access logs for your Application Load
		// Balancer", 2026-11-21).
		Encryption:        awss3.BucketEncryption_S3_MANAGED,
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), EnforceSSL: jsii.Bool(true),
		LifecycleRules: &[]*awss3.LifecycleRule{{Expiration: awscdk.Duration_Days(jsii.Number(given.days()))}},
		RemovalPolicy:  awscdk.RemovalPolicy_RETAIN,
	})
	Acknowledge(a, Reasons{
		"CKV_AWS_18": "a bucket that logs its own requests never stops growing: each log that is written is a request",
		"CKV_AWS_21": "every log has a new key, so nothing is overwritten, and old versions would outlive the expiration",
	})
	return a
}

// AddBucket records the requests to a bucket. CDK's own property for it grants
// by an access control list or by a policy, depending on a feature flag.
func (a *AccessLogs) AddBucket(source awss3.Bucket) {
	const prefix = "s3/"
	source.Node().DefaultChild().(awss3.CfnBucket).SetLoggingConfiguration(&awss3.CfnBucket_LoggingConfigurationProperty{
		DestinationBucketName: a.Bucket.BucketName(), LogFilePrefix: jsii.String(prefix),
	})
	// Not the source's ARN: the source names this bucket already.
	a.allow("logging.s3.amazonaws.com", prefix+"*", &map[string]any{
		"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Aws_ACCOUNT_ID()},
	})
}

// addLoadBalancer records the requests to a load balancer. CDK's own method
// refuses a stack whose Region is not known at synthesis.
func (a *AccessLogs) addLoadBalancer(source awselasticloadbalancingv2.ApplicationLoadBalancer) {
	source.SetAttribute(jsii.String("access_logs.s3.enabled"), jsii.String("true"))
	source.SetAttribute(jsii.String("access_logs.s3.bucket"), a.Bucket.BucketName())
	source.SetAttribute(jsii.String("access_logs.s3.prefix"), jsii.String("elb"))
	a.allow("logdelivery.elasticloadbalancing.amazonaws.com", "elb/AWSLogs/"+*awscdk.Aws_ACCOUNT_ID()+"/*", nil)
	// Elastic Load Balancing tries to write when logging is turned on. The
	// dependency is between these two resources: listeners need not wait.
	source.Node().DefaultChild().Node().AddDependency(a.Bucket.Policy())
}

// allow lets a service write under keys.
func (a *AccessLogs) allow(service, keys string, conditions *map[string]any) {
	a.Bucket.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(&service, nil)},
		Actions:    jsii.Strings("s3:PutObject"),
		Resources:  &[]*string{a.Bucket.ArnForObjects(&keys)},
		Conditions: conditions,
	}))
}

const day = 24 * time.Hour

func (p AccessLogsProps) withDefaults() AccessLogsProps {
	if p.Expiration == 0 {
		p.Expiration = 90 * day
	}
	return p
}

func (p AccessLogsProps) days() int { return int(p.Expiration / day) }

func (p AccessLogsProps) problems() error {
	var all problems
	if p.Expiration < 0 || p.Expiration%day != 0 {
		all.add("Expiration must be a whole number of days (of 24h), got %s", p.Expiration)
	}
	return all.join()
}
