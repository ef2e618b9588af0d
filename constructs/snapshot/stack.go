package snapshot

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
)

// NewApp creates an app for one test, with the given context or none; cdk.json
// has no say in it. A test that runs in parallel waits here for its turn at the
// kernel.
func NewApp(t testing.TB, context map[string]any) awscdk.App {
	t.Helper()
	turns.take(t)
	props := &awscdk.AppProps{
		AnalyticsReporting: jsii.Bool(false),
		TreeMetadata:       jsii.Bool(false),
		Outdir:             jsii.String(t.TempDir()),
	}
	if context != nil {
		props.Context = &context
	}
	return awscdk.NewApp(props)
}

// NewStack creates an empty stack named Test in an app of its own. Its template
// holds what the test puts there and nothing else: it is deployed without a
// bootstrap stack.
func NewStack(t testing.TB) awscdk.Stack {
	t.Helper()
	return awscdk.NewStack(NewApp(t, nil), jsii.String("Test"), &awscdk.StackProps{
		Synthesizer: awscdk.NewBootstraplessSynthesizer(&awscdk.BootstraplessSynthesizerProps{}),
	})
}
