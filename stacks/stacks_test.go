package stacks_test

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// featureFlags are the names of the feature flags that aws-cdk-lib 2.270.0 takes, as
// cx-api/lib/features.js lists them.
//
//go:embed testdata/feature-flags.json
var featureFlags []byte

func TestStacks_matchTheirGoldens(t *testing.T) {
	for _, entry := range stacks.All() {
		t.Run(entry.Name, func(t *testing.T) {
			snapshot.Match(t, entry.New(snapshot.NewApp(t, nil)), entry.Name)
		})
	}
}

// A platform team's cdk.json has flags of its own, and none of them may change
// what our stacks deploy.
func TestStacks_ignoreFeatureFlags(t *testing.T) {
	var flags []string
	require.NoError(t, json.Unmarshal(featureFlags, &flags))
	require.Greater(t, len(flags), 90)
	for name, value := range map[string]bool{"all on": true, "all off": false} {
		context := map[string]any{}
		for _, flag := range flags {
			if !changesSynthesisItself(flag) {
				context[flag] = value
			}
		}
		for _, entry := range stacks.All() {
			t.Run(entry.Name+" with "+name, func(t *testing.T) {
				snapshot.Match(t, entry.New(snapshot.NewApp(t, context)), entry.Name)
			})
		}
	}
}

// changesSynthesisItself names the flags that are about the run and not about
// the template: whether it validates, and with what it is written.
func changesSynthesisItself(flag string) bool {
	return strings.Contains(flag, "validat")
}

// CloudFormation takes larger templates only from a bucket.
const inlineLimit = 51200

func TestStacks_deployWithoutPreparation(t *testing.T) {
	for _, entry := range stacks.All() {
		t.Run(entry.Name, func(t *testing.T) {
			template := snapshot.Of(t, entry.New(snapshot.NewApp(t, nil)))
			assert.LessOrEqual(t, template.Size(), inlineLimit, "fits a request")
			assert.NotContains(t, template.Section("Parameters"), "BootstrapVersion")
			for id, resource := range template.Section("Resources") {
				kind := resource.(map[string]any)["Type"].(string)
				assert.NotEqual(t, "AWS::AutoScaling::LaunchConfiguration", kind, id)
				custom := strings.HasPrefix(kind, "Custom::") || kind == "AWS::CloudFormation::CustomResource"
				assert.False(t, custom && entry.Name != "dsstne", "%s is a custom resource", id)
			}
		})
	}
}
