package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// Reasons say why findings of security scanners are left as they are, by the ids
// of the rules: "AwsSolutions-S1" of cdk-nag, "CKV_AWS_18" of checkov.
type Reasons map[string]string

// Acknowledge records why findings at a construct, or at one inside it, are left
// as they are. CDK keeps the reasons in the cloud assembly, outside the
// template. cdk-nag reads them from version 3 on.
func Acknowledge(scope constructs.IConstruct, reasons Reasons) {
	var all []*awscdk.Acknowledgment
	for _, id := range sortedKeys(reasons) {
		all = append(all, &awscdk.Acknowledgment{Id: jsii.String(id), Reason: jsii.String(reasons[id])})
	}
	awscdk.Validations_Of(scope).Acknowledge(all...)
}
