package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/stretchr/testify/assert"
)

// hasDisks makes lsblk list so many disks of the instance beside its volume.
func (m *machine) hasDisks(names ...string) *machine {
	m.fakes["lsblk"] = "echo '/dev/nvme0n1 Amazon Elastic Block Store'\n"
	for _, name := range names {
		m.fakes["lsblk"] += "echo '" + name + " Amazon EC2 NVMe Instance Storage'\n"
	}
	return m
}

const lsblk = "lsblk --nodeps --noheadings --paths --output NAME,MODEL"

func TestLocalDisks_defaults(t *testing.T) {
	m := newMachine(t).hasGPUs(1).hasDisks("/dev/nvme1n1")
	_, calls := m.boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}))
	assert.Empty(t, calls, "the disks are left alone")
}

func TestLocalDisks_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		disks []string
		use   ecsgpu.LocalDisks
		calls []string
		code  int
	}{
		"one disk holds Docker's data": {
			[]string{"/dev/nvme1n1"}, ecsgpu.LocalDisksForDocker,
			[]string{lsblk, "mkfs.xfs -f /dev/nvme1n1", "systemctl stop docker.socket docker.service",
				"mount -o noatime /dev/nvme1n1 /var/lib/docker", "systemctl start docker.service"}, 0,
		},
		"several disks become one": {
			[]string{"/dev/nvme1n1", "/dev/nvme2n1"}, ecsgpu.LocalDisksForTasks,
			[]string{lsblk, "yum install -y mdadm", "mdadm --create /dev/md0 --level=0 --raid-devices=2 /dev/nvme1n1 /dev/nvme2n1",
				"mkfs.xfs -f /dev/md0", "mount -o noatime /dev/md0 /local"}, 0,
		},
		"a disk that is missing stops the boot": {nil, ecsgpu.LocalDisksForTasks, []string{lsblk}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t).hasGPUs(1).hasDisks(test.disks...)
			code, calls := m.boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, LocalDisks: test.use}))
			assert.Equal(t, test.code, code)
			assert.Equal(t, test.calls, calls)
		})
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
