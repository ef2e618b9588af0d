package ecsgpu

import (
	"fmt"
	"regexp"
)

var (
	familyName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,255}$`)
	// maxContainers is ECS's limit per task definition.
	maxContainers = 10
)

// problems says everything that is wrong with the props.
func (p TaskDefinitionProps) problems() error {
	var all problems
	if !familyName.MatchString(p.Family) {
		all.add("Family must be 1 to 255 letters, digits, underscores or hyphens, got %q", p.Family)
	}
	if len(p.Containers) < 1 || len(p.Containers) > maxContainers {
		all.add("Containers must have 1 to %d entries, got %d", maxContainers, len(p.Containers))
	}
	if p.CPUUnits < 0 || p.MemoryMiB < 0 {
		all.add("CPUUnits and MemoryMiB must not be negative, got %d and %d", p.CPUUnits, p.MemoryMiB)
	}
	switch p.NetworkMode {
	case "", NetworkModeBridge, NetworkModeHost, NetworkModeAwsvpc, NetworkModeNone:
	default:
		all.add("NetworkMode must be %q, %q, %q or %q, got %q",
			NetworkModeBridge, NetworkModeHost, NetworkModeAwsvpc, NetworkModeNone, p.NetworkMode)
	}
	names := map[string]int{}
	for i, c := range p.Containers {
		field := fmt.Sprintf("Containers[%d]", i)
		c.check(field, p.MemoryMiB, &all)
		c.checkAccelerators(field, p, &all)
		c.checkDetails(field, p, &all)
		if first, twice := names[c.Name]; twice {
			all.add("Containers[%d].Name is %q like that of Containers[%d]; names must differ", i, c.Name, first)
		}
		names[c.Name] = i
	}
	p.checkVolumes(&all)
	p.Placement.check(p.Pool, &all)
	p.fits(&all)
	return all.join()
}

// checkVolumes refuses volumes that say two things and mounts of none.
func (p TaskDefinitionProps) checkVolumes(all *problems) {
	names := map[string]bool{}
	for i, v := range p.Volumes {
		if !familyName.MatchString(v.Name) || names[v.Name] {
			all.add("Volumes[%d].Name must be 1 to 255 letters, digits, underscores or hyphens and unique, got %q", i, v.Name)
		}
		if v.HostPath != "" && v.EFSFileSystemID != "" {
			all.add("Volumes[%d] has a HostPath and an EFSFileSystemID; leave one out", i)
		}
		if v.EFSAccessPointID != "" && v.EFSFileSystemID == "" {
			all.add("Volumes[%d].EFSAccessPointID needs EFSFileSystemID", i)
		}
		names[v.Name] = true
	}
	for i, c := range p.Containers {
		for j, m := range c.Mounts {
			if !names[m.Volume] || m.Path == "" {
				all.add("Containers[%d].Mounts[%d] must name a volume of the task and a Path, got %q and %q", i, j, m.Volume, m.Path)
			}
		}
	}
}

// check says what is wrong with one container.
func (c Container) check(field string, taskMemoryMiB int, all *problems) {
	if !familyName.MatchString(c.Name) {
		all.add("%s.Name must be 1 to 255 letters, digits, underscores or hyphens, got %q", field, c.Name)
	}
	if c.Image == "" {
		all.add("%s.Image is required, for example \"nvidia/cuda:12.9.1-base-ubuntu24.04\"", field)
	}
	if c.CPUUnits < 0 || c.MemoryMiB < 0 || c.MemoryReservationMiB < 0 {
		all.add("%s: CPUUnits, MemoryMiB and MemoryReservationMiB must not be negative, got %d, %d and %d",
			field, c.CPUUnits, c.MemoryMiB, c.MemoryReservationMiB)
	}
	if c.MemoryMiB == 0 && c.MemoryReservationMiB == 0 && taskMemoryMiB == 0 {
		all.add("%s needs MemoryMiB or MemoryReservationMiB, because the task has no MemoryMiB", field)
	}
	if c.MemoryMiB > 0 && c.MemoryReservationMiB > c.MemoryMiB {
		all.add("%s.MemoryReservationMiB must be at most MemoryMiB (%d), got %d", field, c.MemoryMiB, c.MemoryReservationMiB)
	}
	if err := c.GPUs.Validate(); err != nil {
		all.add("%s.GPUs: %w", field, err)
	}
}
