package ecsgpu

import "github.com/ecsgpu/cdk/constructs/hardware"

// LocalDisks says what the instances' own NVMe disks are for. They are fast,
// cost nothing extra and are empty after every stop.
type LocalDisks string

const (
	// LocalDisksUnused leaves them alone, as the machine images do.
	LocalDisksUnused LocalDisks = ""
	// LocalDisksForDocker keeps container images and writable layers on them,
	// which makes the start of large images faster.
	LocalDisksForDocker LocalDisks = "docker"
	// LocalDisksForTasks mounts them at /local for tasks that mount a host
	// volume there: data sets, checkpoints.
	LocalDisksForTasks LocalDisks = "tasks"
)

// localDisksScript makes one file system of all instance disks and mounts it.
// The disks are found by the model that EC2 gives instance storage.
const localDisksScript = `mapfile -t disks < <(lsblk --nodeps --noheadings --paths --output NAME,MODEL | awk '/Amazon EC2 NVMe Instance Storage/ {print $1}')
device=$disks
if [ "${#disks[@]}" -gt 1 ]; then
  yum install -y mdadm
  mdadm --create /dev/md0 --level=0 --raid-devices="${#disks[@]}" "${disks[@]}"
  device=/dev/md0
fi
mkfs.xfs -f "$device"
`

// commands are the shell commands that put the disks to use.
func (d LocalDisks) commands() []string {
	switch d {
	case LocalDisksForDocker:
		return []string{localDisksScript + `systemctl stop docker.socket docker.service
mount -o noatime "$device" /var/lib/docker
systemctl start docker.service`}
	case LocalDisksForTasks:
		return []string{localDisksScript + `mkdir -p /local
mount -o noatime "$device" /local`}
	}
	return nil
}

// check says why the types have nothing to use.
func (d LocalDisks) check(types []hardware.InstanceType, all *problems) {
	switch d {
	case LocalDisksUnused:
		return
	case LocalDisksForDocker, LocalDisksForTasks:
	default:
		all.add("LocalDisks must be empty, %q or %q, got %q", LocalDisksForDocker, LocalDisksForTasks, d)
	}
	for _, t := range types {
		if t.LocalStorageGB == 0 {
			all.add("LocalDisks: %s has no disks of its own; types that do: ecsgpu instances --nvme 1", t.Name)
		}
	}
}

// checkLocalDisks refuses disks that would be gone when the work comes: EC2
// empties them when an instance stops, and the boot script runs only once.
func (p PoolProps) checkLocalDisks(types []hardware.InstanceType, all *problems) {
	p.LocalDisks.check(types, all)
	if p.LocalDisks != LocalDisksUnused && p.WarmPool != nil && p.WarmPool.state() == WarmPoolStateStopped {
		all.add("LocalDisks clash with WarmPool.State %q: stopping an instance empties its disks; set State %q", WarmPoolStateStopped, WarmPoolStateRunning)
	}
}
