package ecsgpu

import (
	"github.com/ecsgpu/cdk/constructs/ecsgpu/internal/boot"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// LocalDisks says what the instances' own NVMe disks are for. They are fast and
// cost nothing extra. Every boot mounts them before Docker starts; they keep
// their data over a reboot and are empty after a stop.
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

// directory returns where the disks are mounted, at every boot, before Docker
// starts; empty if they are not.
func (d LocalDisks) directory() string {
	switch d {
	case LocalDisksForDocker:
		return boot.DockerData
	case LocalDisksForTasks:
		return "/local"
	}
	return ""
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

// checkLocalDisks refuses disks that would be empty when the work comes: EC2
// empties them when an instance stops.
func (p PoolProps) checkLocalDisks(types []hardware.InstanceType, all *problems) {
	p.LocalDisks.check(types, all)
	if p.LocalDisks != LocalDisksUnused && p.WarmPool != nil && p.WarmPool.state() == WarmPoolStateStopped {
		all.add("LocalDisks clash with WarmPool.State %q: stopping an instance empties its disks; set State %q", WarmPoolStateStopped, WarmPoolStateRunning)
	}
}
