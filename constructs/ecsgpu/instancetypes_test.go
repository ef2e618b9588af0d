package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

func TestSysctl_defaults(t *testing.T) {
	assert.NotContains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.xlarge"}}), "sysctl")
}

// The driver of the smallest fractional instance wants memory to be promised
// that is not there (aws/amazon-ecs-ami, README).
func TestSysctl_overrides(t *testing.T) {
	const set = "echo 'vm.overcommit_memory=1' >> /etc/sysctl.d/90-ecsgpu.conf"
	assert.Contains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.large"}}), "\n"+set, "now, and at every later boot")
	assert.Contains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6f.large", "g6f.xlarge"}}), " in g6f.large) "+set, "on that type alone")
}
