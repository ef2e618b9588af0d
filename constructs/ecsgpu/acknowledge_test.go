package ecsgpu_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// acknowledgements are what CDK writes beside the template of the stack Test.
func acknowledgements(t *testing.T, stack awscdk.Stack) string {
	app := awscdk.Stage_Of(stack)
	app.Synth(nil)
	metadata, err := os.ReadFile(filepath.Join(*app.Outdir(), "Test.metadata.json"))
	require.NoError(t, err)
	return string(metadata)
}

func TestAcknowledge_staysOutOfTheTemplate(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"AwsSolutions-S1": "the first reason", "CKV_AWS_18": "the second reason"})
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"CKV_AWS_21": "another one"})
	written := acknowledgements(t, stack)
	for _, words := range []string{"AwsSolutions-S1", "CKV_AWS_18", "the first reason", "the second reason", "CKV_AWS_21", "another one"} {
		assert.Contains(t, written, words)
	}
	assert.NotContains(t, string(snapshot.Of(t, stack).Text()), "reason")
}
