package ecsgpu

import (
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// acknowledge says beside a resource why findings of cdk-nag's AwsSolutions
// pack stay. CDK keeps that with the construct and out of the template; cdk-nag
// takes it into account from version 3 on, under these ids.
func acknowledge(scope constructs.IConstruct, all ...[]*awscdk.Acknowledgment) {
	awscdk.Validations_Of(scope).Acknowledge(slices.Concat(all...)...)
}

// because gives the reason for findings to stay.
func because(reason string, findings ...string) []*awscdk.Acknowledgment {
	var all []*awscdk.Acknowledgment
	for _, id := range findings {
		all = append(all, &awscdk.Acknowledgment{Id: jsii.String(id), Reason: &reason})
	}
	return all
}
