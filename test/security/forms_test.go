package security

import (
	"maps"
	"slices"
	"testing"

	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// forms are the forms of each stack that the scanners look at, by what is
// chosen with -c.
var forms = map[string]map[string]map[string]any{
	"tensorflow-test": {"as it is": nil},
	"dsstne":          {"as it is": nil},
	"training-pool": {
		"as it is":           nil,
		"with a certificate": {"certificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000"},
	},
	"gpu-cluster": {
		"as it is": nil,
		"isolated, with several types, a budget and an address": {
			"network": "isolated", "gpuInstanceType": "g6.12xlarge,g5.12xlarge",
			"alarmEmail": "ops@example.com", "monthlyBudgetUsd": "5000",
		},
	},
}

func TestForms_areOfEveryStack(t *testing.T) {
	assert.ElementsMatch(t, stacks.Names(), slices.Collect(maps.Keys(forms)))
}
