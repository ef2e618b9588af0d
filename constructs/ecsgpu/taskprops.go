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
	p.checkSize(&all)
	switch p.NetworkMode {
	case "", NetworkModeBridge, NetworkModeHost, NetworkModeAwsvpc, NetworkModeNone:
	default:
		all.add("NetworkMode must be %q, %q, %q or %q, got %q",
			NetworkModeBridge, NetworkModeHost, NetworkModeAwsvpc, NetworkModeNone, p.NetworkMode)
	}
	names := map[string]int{}
	for i, c := range p.Containers {
		field := fmt.Sprintf("Containers[%d]", i)
		c.check(field, p, &all)
		if first, twice := names[c.Name]; twice {
			all.add("Containers[%d].Name is %q like that of Containers[%d]; names must differ", i, c.Name, first)
		}
		names[c.Name] = i
	}
	p.checkVolumes(&all)
	p.Placement.check(p.Pool, &all)
	p.checkManaged(&all)
	p.checkRules(&all)
	return all.join()
}

// The CPU of a whole task on EC2 (ECS API reference, RegisterTaskDefinition).
const minTaskCPUUnits, maxTaskCPUUnits = 128, 196608

// checkSize holds the whole task against ECS's ranges and its containers.
func (p TaskDefinitionProps) checkSize(all *problems) {
	if p.CPUUnits != 0 && (p.CPUUnits < minTaskCPUUnits || p.CPUUnits > maxTaskCPUUnits) {
		all.add("CPUUnits must be between %d and %d, got %d; a container's may be less", minTaskCPUUnits, maxTaskCPUUnits, p.CPUUnits)
	}
	if p.MemoryMiB < 0 {
		all.add("MemoryMiB must not be negative, got %d", p.MemoryMiB)
	}
	cpu, reserved, essential := 0, 0, len(p.Containers) == 0
	for _, c := range p.Containers {
		cpu += c.CPUUnits
		reserved += c.MemoryReservationMiB
		essential = essential || !c.NonEssential
	}
	if p.CPUUnits > 0 && cpu > p.CPUUnits {
		all.add("CPUUnits must be at least those of the containers together (%d), got %d", cpu, p.CPUUnits)
	}
	if p.MemoryMiB > 0 && reserved > p.MemoryMiB {
		all.add("MemoryMiB must be at least what the containers reserve together (%d), got %d", reserved, p.MemoryMiB)
	}
	if !essential {
		all.add("Containers: at least one must be essential; the task ends when it does")
	}
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
