package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// newLogGroup creates a log group without a KMS key of the account.
func newLogGroup(scope constructs.Construct, id string, props *awslogs.LogGroupProps) awslogs.LogGroup {
	group := awslogs.NewLogGroup(scope, &id, props)
	ecsgpu.Acknowledge(group, ecsgpu.Reasons{"CKV_AWS_158": "CloudWatch Logs encrypts every log group; a KMS key of the account is billed by the month"})
	return group
}
