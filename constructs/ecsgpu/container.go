package ecsgpu

import (
	"maps"
	"slices"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecr"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
)

// Container is one container of a [TaskDefinition].
type Container struct {
	// Name is unique in the task: up to 255 letters, digits, underscores and
	// hyphens. Required.
	Name string
	// Image is repository:tag or repository@digest in a registry, or a tag or
	// digest (sha256:…) of Repository: *asset.ImageTag() of a DockerImageAsset.
	// ECS may pull an image whose name says that it is in ECR; behind a
	// reference it cannot be told, so name the Repository. Required.
	Image string
	// Repository is the ECR repository of Image. ECS may then pull from it.
	// Default: none, Image names its own registry.
	Repository awsecr.IRepository
	// RepositoryCredentials is a secret with the username and the password of
	// a private registry other than ECR, as the keys of those names. ECS may
	// then read it. Clashes with Repository.
	// Default: none.
	RepositoryCredentials awssecretsmanager.ISecret
	// GPUs is what the container asks of the instance's GPUs. All containers
	// of a task that ask must ask in the same way. Clashes with NeuronDevices.
	// Default: none; the container then sees no GPU.
	GPUs GPURequest
	// NeuronDevices is the number of Inferentia or Trainium devices that the
	// container gets, from the first on. ECS does not count them: give a task
	// all devices of the instance, or spread tasks over instances.
	// Default: 0.
	NeuronDevices int
	// DriverCapabilities are the parts of the NVIDIA driver that the container
	// gets, such as compute, utility, video, graphics, or all.
	// Default: what the image sets. Where it sets nothing, the NVIDIA container
	// toolkit takes utility and compute (NVIDIA/nvidia-container-toolkit
	// d34b3046, 2026-08-21).
	DriverCapabilities []string
	// EFAInterfaces is the number of Elastic Fabric Adapters that the
	// container gets, from the first on. The task needs the host network mode
	// and a pool with EFA. It also lifts the limit on locked memory.
	// Default: 0.
	EFAInterfaces int
	// CPUUnits is the container's share of CPU in units of 1/1024 vCPU. A
	// container that feeds a GPU needs enough of it.
	// Default: 0, what is left.
	CPUUnits int
	// MemoryMiB is a hard limit: a container that exceeds it is killed.
	// Default: 0, the task's MemoryMiB is the limit.
	MemoryMiB int
	// MemoryReservationMiB is what ECS sets aside for the container when it
	// may use more. At most MemoryMiB.
	// Default: 0, MemoryMiB is set aside.
	MemoryReservationMiB int
	// SharedMemoryMiB is the size of /dev/shm, which data loaders and NCCL
	// use. It counts against the container's memory.
	// Default: 0, Docker's 64 MiB.
	SharedMemoryMiB int
	// Tmpfs are file systems in the instance's memory. They count against the
	// container's memory.
	// Default: none.
	Tmpfs []Tmpfs
	// NonEssential lets the task go on when this container stops.
	// Default: false.
	NonEssential bool
	// EntryPoint replaces the image's entry point.
	// Default: the image's own.
	EntryPoint []string
	// Command replaces the image's command.
	// Default: the image's own.
	Command []string
	// Environment are environment variables. NVIDIA_VISIBLE_DEVICES clashes
	// with GPUs: ECS sets it to the GPUs that it chose.
	// Default: none.
	Environment map[string]string
	// EnvironmentFiles are files of environment variables, up to 10. ECS reads
	// them when the task starts. Environment goes before them.
	// Default: none.
	EnvironmentFiles []EnvironmentFile
	// Secrets are environment variables whose values ECS reads when the task
	// starts: awsecs.Secret_FromSecretsManager, awsecs.Secret_FromSsmParameter.
	// Default: none.
	Secrets map[string]awsecs.Secret
	// Ports are the ports that the container listens on.
	// Default: none.
	Ports []Port
	// Mounts are volumes of the task that the container sees.
	// Default: none.
	Mounts []Mount
	// Ulimits are limits of the container's processes.
	// Default: Docker's; memlock is unlimited with EFAInterfaces.
	Ulimits []Ulimit
	// HealthCheck tells whether the container works.
	// Default: none.
	HealthCheck *HealthCheck
	// DependsOn orders the start of the task's containers.
	// Default: all start at once.
	DependsOn []Dependency
	// Restart starts the container again when it exits, in the same task, which
	// keeps its GPUs.
	// Default: none, the task ends with an essential container.
	Restart *Restart
	// InitProcess runs a small init that reaps zombies and forwards signals.
	// Default: false.
	InitProcess bool
	// Privileged gives the container every device of the instance, also GPUs
	// that it did not ask for.
	// Default: false.
	Privileged bool
	// AddCapabilities are Linux capabilities beyond Docker's, such as IPC_LOCK,
	// SYS_PTRACE or SYS_ADMIN, or ALL. Clashes with Privileged.
	// Default: none.
	AddCapabilities []string
	// DropCapabilities are Linux capabilities that the container does without,
	// or ALL. Clashes with Privileged.
	// Default: none.
	DropCapabilities []string
	// Devices are devices of the instance that the container sees, such as
	// /dev/fuse or /dev/gdrdrv. GPUs, NeuronDevices and EFAInterfaces bring
	// their own.
	// Default: none.
	Devices []Device
	// ReadonlyRootFilesystem makes all but volumes read-only.
	// Default: false.
	ReadonlyRootFilesystem bool
	// User runs the container as another user (name, uid or uid:gid).
	// Default: the image's own.
	User string
	// WorkingDirectory is where the command runs.
	// Default: the image's own.
	WorkingDirectory string
	// DockerLabels are labels of the Docker container, by which agents on the
	// instance find it.
	// Default: none.
	DockerLabels map[string]string
	// StartTimeout gives up on a container that others wait for. In whole
	// seconds.
	// Default: 0, no limit but the agent's on the start itself,
	// ECS_CONTAINER_START_TIMEOUT.
	StartTimeout time.Duration
	// StopTimeout is the time between SIGTERM and SIGKILL. In whole seconds.
	// Default: 0, the agent's 30 seconds.
	StopTimeout time.Duration
}

// Port is a port of a container.
type Port struct {
	// Container is the port in the container. Required.
	Container int
	// Host is the port of the instance in bridge mode. In host and awsvpc mode
	// it is Container.
	// Default: 0, a free one.
	Host int
	// Protocol is tcp or udp.
	// Default: tcp.
	Protocol string
}

// Ulimit is a limit of a container's processes; -1 is no limit.
type Ulimit struct {
	// Name is the limit as Docker names it: memlock, nofile, stack. Required.
	Name string
	// Soft and Hard are the two limits. Soft is at most Hard.
	Soft, Hard int
}

// HealthCheck is a command that a container runs to tell whether it works. Its
// times are in whole seconds.
type HealthCheck struct {
	// Command runs in the container; CMD-SHELL first runs it in a shell.
	// Required.
	Command []string
	// Interval is the time between two checks, 5 to 300 seconds.
	// Default: 30 seconds.
	Interval time.Duration
	// Timeout fails a check, 2 to 60 seconds.
	// Default: 5 seconds.
	Timeout time.Duration
	// Retries is the number of failures that make the container unhealthy, 1
	// to 10.
	// Default: 3.
	Retries int
	// StartPeriod ignores failures of a container that loads a model, up to
	// 300 seconds.
	// Default: 0.
	StartPeriod time.Duration
}

// ContainerCondition is what a container waits for in another.
type ContainerCondition string

// What a container can wait for.
const (
	ContainerConditionStart    ContainerCondition = "START"
	ContainerConditionComplete ContainerCondition = "COMPLETE"
	ContainerConditionSuccess  ContainerCondition = "SUCCESS"
	ContainerConditionHealthy  ContainerCondition = "HEALTHY"
)

// Dependency makes a container wait for another one of the task.
type Dependency struct {
	// Container is the name of the other container. Required.
	Container string
	// Condition is what to wait for.
	// Default: ContainerConditionStart.
	Condition ContainerCondition
}

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
	for _, name := range slices.Sorted(maps.Keys(c.Secrets)) {
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
