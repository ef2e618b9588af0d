package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
)

// newOutput writes an output under a key that a resource may already have as
// its id.
func newOutput(stack awscdk.Stack, key string, value *string) awscdk.CfnOutput {
	output := awscdk.NewCfnOutput(stack, jsii.String("Output"+key), &awscdk.CfnOutputProps{Value: value})
	output.OverrideLogicalId(&key)
	return output
}
