package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/stretchr/testify/assert"
)

func TestLocalDisks_defaults(t *testing.T) {
	assert.NotContains(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}), "local-disks", "the disks are left alone")
}

func TestLocalDisks_overrides(t *testing.T) {
	for use, directory := range map[ecsgpu.LocalDisks]string{
		ecsgpu.LocalDisksForDocker: "/var/lib/docker", ecsgpu.LocalDisksForTasks: "/local",
	} {
		script := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: use})
		assert.Contains(t, script, "ExecStart=/opt/ecsgpu/local-disks "+directory+"\n")
	}
}

func TestLocalDisks_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"a type without disks": {
			ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, LocalDisks: ecsgpu.LocalDisksForTasks},
			[]string{"LocalDisks: c5.large has no disks of its own; types that do: ecsgpu instances --nvme 1"},
		},
		"an unknown use": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: "swap"},
			[]string{`LocalDisks must be empty, "docker" or "tasks", got "swap"`},
		},
		"instances that wait stopped, and lose what is on their disks": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: ecsgpu.LocalDisksForDocker, WarmPool: &ecsgpu.WarmPool{}},
			[]string{`LocalDisks clash with WarmPool.State "Stopped": stopping an instance empties its disks; set State "Running"`},
		},
		"Bottlerocket, which runs no scripts": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}, BootCommands: []string{"true"}},
			[]string{"BootCommands and LocalDisks need a script at boot, which bottlerocket-2-nvidia-arm64 does not run; use an Amazon Linux image"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}
