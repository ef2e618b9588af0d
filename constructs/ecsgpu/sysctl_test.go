package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/stretchr/testify/assert"
)

func TestSysctl_defaults(t *testing.T) {
	_, calls := newMachine(t).hasGPUs(1).boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.xlarge"}}))
	assert.Empty(t, calls)
}

// The driver of the smallest fractional instance wants memory to be promised
// that is not there (aws/amazon-ecs-ami, README).
func TestSysctl_overrides(t *testing.T) {
	const set = "sysctl -w vm.overcommit_memory=1"
	t.Run("a pool of that type sets it", func(t *testing.T) {
		_, calls := newMachine(t).hasGPUs(1).boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.large"}}))
		assert.Equal(t, []string{set}, calls)
	})
	both := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.large", "g6f.xlarge"}})
	t.Run("a mixed pool sets it on that type", func(t *testing.T) {
		_, calls := newMachine(t).hasGPUs(1).isOf("g6f.large").boot(t, both)
		assert.Equal(t, []string{set}, calls)
	})
	t.Run("and not on the other", func(t *testing.T) {
		_, calls := newMachine(t).hasGPUs(1).isOf("g6f.xlarge").boot(t, both)
		assert.Empty(t, calls)
	})
}
