package ecsgpu_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAcknowledge_staysOutOfTheTemplate(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"AwsSolutions-S1": "the first reason", "CKV_AWS_18": "the second reason"})
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"CKV_AWS_21": "another one"})
	app := stack.Node().Root().(interface{ Outdir() *string })
	assert.NotContains(t, string(snapshot.Of(t, stack).Text()), "reason")
	metadata, err := os.ReadFile(filepath.Join(*app.Outdir(), "Test.metadata.json"))
	require.NoError(t, err)
	for _, words := range []string{"AwsSolutions-S1", "CKV_AWS_18", "the first reason", "the second reason", "CKV_AWS_21", "another one"} {
		assert.Contains(t, string(metadata), words)
	}
}
