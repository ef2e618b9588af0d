package stacks

import "github.com/aws/aws-cdk-go/awscdk/v2"

// newSynthesizer deploys a stack without assets with the caller's own
// credentials: no bootstrap stack, no roles to assume, no version parameter,
// and a template that "aws cloudformation deploy" takes as it is. CDK's
// BootstraplessSynthesizer would still name the roles of a bootstrap stack.
func newSynthesizer() awscdk.IStackSynthesizer {
	return awscdk.NewLegacyStackSynthesizer()
}
