package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// newStack creates a stack that deploys without preparation. Its JSON has no
// indentation, because CloudFormation takes 51,200 bytes of a template inline.
func newStack(scope constructs.Construct, name, description string) awscdk.Stack {
	return awscdk.NewStack(scope, &name, &awscdk.StackProps{
		Description: &description, Synthesizer: newSynthesizer(), SuppressTemplateIndentation: jsii.Bool(true),
	})
}

// newSynthesizer deploys a stack without assets with the caller's own
// credentials: no bootstrap stack, no roles to assume, no version parameter,
// and a template that "aws cloudformation deploy" takes as it is. CDK's
// BootstraplessSynthesizer would still name the roles of a bootstrap stack.
func newSynthesizer() awscdk.IStackSynthesizer {
	return awscdk.NewLegacyStackSynthesizer()
}
