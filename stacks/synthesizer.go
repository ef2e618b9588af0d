package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
)

// newSynthesizer deploys a stack without assets with the caller's own
// credentials: no bootstrap stack, no version parameter, and a template that
// "aws cloudformation deploy" takes as it is.
func newSynthesizer() awscdk.IStackSynthesizer {
	return awscdk.NewBootstraplessSynthesizer(&awscdk.BootstraplessSynthesizerProps{})
}
