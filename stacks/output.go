package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
)

// newOutput writes an output under a key that a resource may already have as
// its id.
func newOutput(stack awscdk.Stack, key string, value *string) {
	newExport(stack, key, value, nil)
}

// newExport writes an output that other stacks import under a name, if it has
// one.
func newExport(stack awscdk.Stack, key string, value, name *string) {
	awscdk.NewCfnOutput(stack, jsii.String("Output"+key), &awscdk.CfnOutputProps{
		Value: value, ExportName: name,
	}).OverrideLogicalId(&key)
}
