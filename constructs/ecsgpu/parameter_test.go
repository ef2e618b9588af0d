package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestInstanceTypeParameter_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	parameter := ecsgpu.NewInstanceTypeParameter(stack, "Type", &ecsgpu.InstanceTypeParameterProps{
		Default: "g6.xlarge", Allowed: []string{"g5.xlarge", "g6.xlarge", "g6.12xlarge"},
	})
	pool := cluster.AddPool("pool", &ecsgpu.PoolProps{MaxCapacity: 1, Parameters: &ecsgpu.PoolParameters{InstanceType: parameter}})
	assert.Equal(t, "g6.xlarge", pool.InstanceTypes()[0].Name, "the default comes first")
	template := snapshot.Of(t, stack)
	assert.Equal(t, map[string]any{
		"Type": "String", "Default": "g6.xlarge", "AllowedValues": []any{"g5.xlarge", "g6.xlarge", "g6.12xlarge"},
	}, template.Section("Parameters")["Type"])
	assert.Nil(t, template.One("AWS::AutoScaling::AutoScalingGroup").Get("MixedInstancesPolicy"), "it is one type, whichever")

	// Of the types that a deployment may choose, one on which the task runs is
	// enough.
	require.NotPanics(t, func() {
		ecsgpu.NewTaskDefinition(stack, "Task", taskProps(pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(4)}))
	})
}

func TestInstanceTypeParameter_isNotMadeByHand(t *testing.T) {
	stack, cluster := newCluster(t)
	byHand := &ecsgpu.InstanceTypeParameter{Parameter: awscdk.NewCfnParameter(stack, jsii.String("Type"), nil)}
	requireRefused(t, func() {
		cluster.AddPool("pool", &ecsgpu.PoolProps{MaxCapacity: 1, Parameters: &ecsgpu.PoolParameters{InstanceType: byHand}})
	}, "Parameters.InstanceType must come from NewInstanceTypeParameter, which knows the types that it allows")
}

func TestInstanceTypeParameter_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    *ecsgpu.InstanceTypeParameterProps
		problems []string
	}{
		"nothing": {nil, []string{"Allowed is required; images.NVIDIATypes lists what an image drives"}},
		"a default that is not allowed": {&ecsgpu.InstanceTypeParameterProps{Default: "g5.xlarge", Allowed: []string{"g6.xlarge"}},
			[]string{`Default must be one of Allowed, got "g5.xlarge"`}},
		"a type that does not exist": {&ecsgpu.InstanceTypeParameterProps{Default: "g6.xlarge", Allowed: []string{"g6.xlarge", "g6.2large"}},
			[]string{`Allowed[1]: "g6.2large" is not a known instance type; nearest: g6.2xlarge, g6.xlarge, g6.24xlarge`}},
	} {
		t.Run(name, func(t *testing.T) {
			stack := snapshot.NewStack(t)
			requireRefused(t, func() { ecsgpu.NewInstanceTypeParameter(stack, "Type", test.props) }, test.problems...)
		})
	}
}
