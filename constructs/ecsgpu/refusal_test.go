package ecsgpu_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestRefusedError_namesTheConstructAndEveryProblem(t *testing.T) {
	_, cluster := newCluster(t)
	one := ecsgpu.Recover(func() { cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}) })
	assert.EqualError(t, one, "Test/Cluster/gpu: MaxCapacity must be at least 1, got 0; a group with a maximum of 0 can never launch")

	two := ecsgpu.Recover(func() { cluster.AddPool("gpu", nil) })
	assert.EqualError(t, two, `Test/Cluster/gpu: 2 problems
  - InstanceTypes is required, for example []string{"g6.12xlarge"}
  - MaxCapacity must be at least 1, got 0; a group with a maximum of 0 can never launch`)
}

// What is refused leaves nothing behind: the same id is free again.
func TestRefusedError_createsNothing(t *testing.T) {
	stack, cluster := newCluster(t)
	require.Error(t, ecsgpu.Recover(func() { cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}) }))
	cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	assert.Len(t, snapshot.Of(t, stack).Resources("AWS::ECS::CapacityProvider"), 1)
}

func TestRecover_lets(t *testing.T) {
	t.Run("success pass", func(t *testing.T) { assert.NoError(t, ecsgpu.Recover(func() {})) })
	t.Run("success is nil as an error too", func(t *testing.T) {
		build := func() error { return ecsgpu.Recover(func() {}) }
		assert.True(t, build() == nil)
	})
	t.Run("other panics go on", func(t *testing.T) {
		cause := errors.New("something else")
		assert.PanicsWithValue(t, cause, func() { ecsgpu.Recover(func() { panic(cause) }) })
	})
}
