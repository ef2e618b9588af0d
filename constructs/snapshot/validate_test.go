package snapshot

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
)

// newMisspelt creates a stack whose topic has a property that does not exist.
func newMisspelt(t testing.TB, context map[string]any) awscdk.Stack {
	stack := awscdk.NewStack(NewApp(t, context), jsii.String("Test"), nil)
	awssns.NewCfnTopic(stack, jsii.String("Topic"), nil).AddPropertyOverride(jsii.String("Colour"), "jobs")
	return stack
}

func TestValidate(t *testing.T) {
	t.Run("passes what CloudFormation takes", func(t *testing.T) {
		Validate(t, newVpc(t, "10.0.0.0/16"))
	})
	for name, context := range map[string]map[string]any{
		"reports what it does not":                       nil,
		"reports the same where CDK raises an exception": {"@aws-cdk/core:validateAgainstDefaultRules": true},
	} {
		t.Run(name, func(t *testing.T) {
			stack := newMisspelt(t, context)
			for range 2 {
				r := record(t, func(r testing.TB) { Validate(r, stack) })
				assert.True(t, r.failed)
				assert.Equal(t, "CloudFormation Validate: Colour: Additional properties are not allowed ('Colour' was unexpected) (F3002)\n  Test/Topic (Topic)", r.message)
			}
		})
	}
	t.Run("leaves out what is acknowledged", func(t *testing.T) {
		stack := newMisspelt(t, nil)
		awscdk.Validations_Of(stack).Acknowledge(&awscdk.Acknowledgment{
			Id: jsii.String("CloudFormation-Validate::F3002"), Reason: jsii.String("a test"),
		})
		Validate(t, stack)
	})
	t.Run("reports a synthesis that fails", func(t *testing.T) {
		stack := NewStack(t)
		awscdk.NewCfnOutput(stack, jsii.String("Wrong"), &awscdk.CfnOutputProps{Value: awscdk.Fn_GetAtt(jsii.String("x"), jsii.String("y")).ToString()}).
			Node().AddValidation(&failing{})
		r := record(t, func(r testing.TB) { Validate(r, stack) })
		assert.Contains(t, r.message, "synthesis failed")
	})
}

// failing is a construct's own validation, which CDK runs before all others.
type failing struct{}

// Validate finds something.
func (*failing) Validate() *[]*string { return jsii.Strings("never right") }
