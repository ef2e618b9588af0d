package ecsgpu

import (
	"slices"
	"time"
)

// check says what is wrong with one container.
func (c Container) check(field string, task TaskDefinitionProps, all *problems) {
	if !familyName.MatchString(c.Name) {
		all.add("%s.Name must be 1 to 255 letters, digits, underscores or hyphens, got %q", field, c.Name)
	}
	if c.Image == "" {
		all.add("%s.Image is required, for example \"nvidia/cuda:12.9.1-base-ubuntu24.04\"", field)
	}
	c.checkMemory(field, task, all)
	c.checkEnvironment(field, all)
	c.checkPorts(field, task, all)
	c.checkUlimits(field, all)
	c.checkDependencies(field, task, all)
	c.HealthCheck.check(field, all)
	c.checkAccelerators(field, task, all)
	c.checkLinux(field, all)
	c.Restart.check(field, all)
	all.seconds(field+".StartTimeout", c.StartTimeout)
	all.seconds(field+".StopTimeout", c.StopTimeout)
	if c.Repository != nil && c.RepositoryCredentials != nil {
		all.add("%s.RepositoryCredentials clash with Repository: ECS pulls from ECR with its role; leave one out", field)
	}
}

// checkMemory covers CPU and memory in all their forms.
func (c Container) checkMemory(field string, task TaskDefinitionProps, all *problems) {
	if c.CPUUnits < 0 || c.MemoryMiB < 0 || c.MemoryReservationMiB < 0 || c.SharedMemoryMiB < 0 {
		all.add("%s: CPUUnits, MemoryMiB, MemoryReservationMiB and SharedMemoryMiB must not be negative, got %d, %d, %d and %d",
			field, c.CPUUnits, c.MemoryMiB, c.MemoryReservationMiB, c.SharedMemoryMiB)
		return
	}
	if c.MemoryMiB == 0 && c.MemoryReservationMiB == 0 && task.MemoryMiB == 0 {
		all.add("%s needs MemoryMiB or MemoryReservationMiB, because the task has no MemoryMiB", field)
	}
	if c.MemoryMiB > 0 && c.MemoryReservationMiB > c.MemoryMiB {
		all.add("%s.MemoryReservationMiB must be at most MemoryMiB (%d), got %d", field, c.MemoryMiB, c.MemoryReservationMiB)
	}
	if task.MemoryMiB > 0 && c.MemoryMiB > task.MemoryMiB {
		all.add("%s.MemoryMiB must be at most that of the task (%d), got %d", field, task.MemoryMiB, c.MemoryMiB)
	}
	limit := c.MemoryMiB
	if limit == 0 {
		limit = task.MemoryMiB
	}
	if limit > 0 && c.SharedMemoryMiB > limit {
		all.add("%s.SharedMemoryMiB counts against the memory and must be at most %d, got %d", field, limit, c.SharedMemoryMiB)
	}
}

// checkEnvironment refuses a variable that has two values, or none.
func (c Container) checkEnvironment(field string, all *problems) {
	c.checkEnvironmentFiles(field, all)
	for _, name := range sortedKeys(c.Secrets) {
		if c.Secrets[name] == nil {
			all.add("%s.Secrets: %s is nil; awsecs.Secret_FromSecretsManager makes one", field, name)
		}
		if _, twice := c.Environment[name]; twice {
			all.add("%s.Secrets: %s is also in Environment; leave one out", field, name)
		}
	}
}

func (c Container) checkPorts(field string, task TaskDefinitionProps, all *problems) {
	mode := task.networkMode()
	if len(c.Ports) > 0 && mode == NetworkModeNone {
		all.add("%s.Ports need a network, and NetworkMode is %q", field, mode)
	}
	for i, port := range c.Ports {
		if port.Container < 1 || port.Container > 65535 || port.Host < 0 || port.Host > 65535 {
			all.add("%s.Ports[%d] must be between 1 and 65535, got %d (host %d)", field, i, port.Container, port.Host)
		}
		if !slices.Contains([]string{"", "tcp", "udp"}, port.Protocol) {
			all.add("%s.Ports[%d].Protocol must be tcp or udp, got %q", field, i, port.Protocol)
		}
		if port.Host != 0 && port.Host != port.Container && mode != NetworkModeBridge {
			all.add("%s.Ports[%d].Host must be the container's port (%d) outside bridge mode, got %d", field, i, port.Container, port.Host)
		}
	}
}

func (c Container) checkUlimits(field string, all *problems) {
	for i, each := range c.Ulimits {
		if each.Name == "" || (each.Hard != -1 && (each.Soft > each.Hard || each.Soft == -1)) {
			all.add("%s.Ulimits[%d] must have a Name and a Soft limit of at most Hard, got %q, %d and %d", field, i, each.Name, each.Soft, each.Hard)
		}
	}
}

// checkDependencies refuses to wait for what never comes.
func (c Container) checkDependencies(field string, task TaskDefinitionProps, all *problems) {
	for i, each := range c.DependsOn {
		at := slices.IndexFunc(task.Containers, func(o Container) bool { return o.Name == each.Container })
		if each.Container == c.Name || at < 0 {
			all.add("%s.DependsOn[%d] must name another container of the task, got %q", field, i, each.Container)
			continue
		}
		other := task.Containers[at]
		switch each.Condition {
		case "", ContainerConditionStart:
		case ContainerConditionHealthy:
			if other.HealthCheck == nil {
				all.add("%s.DependsOn[%d] waits for %q to be healthy, and it has no HealthCheck", field, i, each.Container)
			}
		case ContainerConditionComplete, ContainerConditionSuccess:
			if !other.NonEssential {
				all.add("%s.DependsOn[%d] waits for the end of %q, which would end the task; make it NonEssential", field, i, each.Container)
			}
		default:
			all.add("%s.DependsOn[%d].Condition must be %s, %s, %s or %s, got %q", field, i,
				ContainerConditionStart, ContainerConditionComplete, ContainerConditionSuccess, ContainerConditionHealthy, each.Condition)
		}
	}
}

// check holds a health check against ECS's ranges.
func (h *HealthCheck) check(field string, all *problems) {
	if h == nil {
		return
	}
	if len(h.Command) < 2 || !slices.Contains([]string{"CMD", "CMD-SHELL"}, h.Command[0]) {
		all.add("%s.HealthCheck.Command must start with CMD or CMD-SHELL, for example []string{\"CMD-SHELL\", \"curl -f localhost:8080\"}, got %q",
			field, h.Command)
	}
	all.within(field+".HealthCheck.Interval", h.Interval, 5*time.Second, 300*time.Second)
	all.within(field+".HealthCheck.Timeout", h.Timeout, 2*time.Second, 60*time.Second)
	all.within(field+".HealthCheck.StartPeriod", h.StartPeriod, 0, 300*time.Second)
	if h.Retries < 0 || h.Retries > 10 {
		all.add("%s.HealthCheck.Retries must be between 1 and 10, got %d", field, h.Retries)
	}
}
