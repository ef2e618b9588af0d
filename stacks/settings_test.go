package stacks_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGPUCluster_rejects(t *testing.T) {
	for name, c := range map[string]struct {
		context map[string]any
		want    string
	}{
		"a number that is none":              {map[string]any{"zones": "three"}, `gpu-cluster: context zones must be a whole number, got "three"`},
		"a word that is not in the set":      {map[string]any{"network": "public"}, `gpu-cluster: context network must be one of private, isolated, got "public"`},
		"a budget that nobody would hear of": {map[string]any{"monthlyBudgetUsd": "5000"}, "gpu-cluster: context monthlyBudgetUsd (5000) needs alarmEmail, to tell somebody"},
		"a budget below nothing":             {map[string]any{"monthlyBudgetUsd": "-1"}, "gpu-cluster: context monthlyBudgetUsd must be 0 (no budget) or more, got -1"},
	} {
		t.Run(name, func(t *testing.T) {
			entry, ok := stacks.Find("gpu-cluster")
			require.True(t, ok)
			refused := ecsgpu.Recover(func() { entry.New(snapshot.NewApp(t, c.context)) })
			assert.EqualError(t, refused, c.want)
		})
	}
}

// Every setting that is announced is read: nonsense is refused, or written to
// the template where any text will do.
func TestSettings_areRead(t *testing.T) {
	for _, entry := range stacks.All() {
		for _, name := range entry.Settings {
			t.Run(entry.Name+"/"+name, func(t *testing.T) {
				var stack awscdk.Stack
				app := snapshot.NewApp(t, map[string]any{name: "nonsense"})
				if refused := ecsgpu.Recover(func() { stack = entry.New(app) }); refused != nil {
					assert.ErrorContains(t, refused, "nonsense")
					return
				}
				assert.Contains(t, string(snapshot.Of(t, stack).Text()), "nonsense")
			})
		}
	}
}

func TestTrainingPool_servesHTTPS(t *testing.T) {
	entry, ok := stacks.Find("training-pool")
	require.True(t, ok)
	const certificate = "arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000"
	template := snapshot.Of(t, entry.New(snapshot.NewApp(t, map[string]any{"certificateArn": certificate})))
	protocols := map[any]any{}
	for _, listener := range template.Resources("AWS::ElasticLoadBalancingV2::Listener") {
		protocols[listener.Get("Protocol")] = listener.Get("Certificates.0.CertificateArn")
		if listener.Get("Protocol") == "HTTP" {
			assert.Equal(t, "redirect", listener.Get("DefaultActions.0.Type"))
		}
	}
	assert.Equal(t, map[any]any{"HTTPS": certificate, "HTTP": nil}, protocols)
}
