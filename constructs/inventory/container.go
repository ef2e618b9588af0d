package inventory

// Container is a container of a task definition.
type Container struct {
	Place                Place
	Name                 Fact[string]
	Image                Fact[string]
	CPUUnits             Fact[int]  // 1024 per vCPU. Default: 0, what is left
	MemoryMiB            Fact[int]  // hard limit
	MemoryReservationMiB Fact[int]  // soft limit
	Essential            Fact[bool] // Default: true
	GPURequests          List[Fact[GPURequest]]
	Environment          Map
	EnvironmentFiles     List[Fact[string]]
	Secrets              Map
	EntryPoint           List[Fact[string]]
	Command              List[Fact[string]]
	Privileged           Fact[bool] // Default: false
	User                 Fact[string]
	ReadonlyRoot         Fact[bool]
	Devices              List[Device]
	SharedMemoryMiB      Fact[int] // Default: Docker's 64
	InitProcess          Fact[bool]
	MaxSwapMiB           Fact[int]
	Swappiness           Fact[int]
	AddedCapabilities    List[Fact[string]]
	Ulimits              List[Ulimit]
	PortMappings         List[PortMapping]
	LogDriver            Fact[string] // awslogs, awsfirelens, …; absent: Docker's default
	LogOptions           Map
	HasHealthCheck       Fact[bool]
	DependsOn            List[ContainerDependency]
	MountPoints          List[MountPoint]
	StartTimeoutSeconds  Fact[int]
	StopTimeoutSeconds   Fact[int]
}

// Device is a device of the host that a container sees.
type Device struct {
	HostPath      Fact[string]
	ContainerPath Fact[string] // Default: HostPath
	Permissions   List[Fact[string]]
}

// Ulimit is a ulimit of a container; -1 is unlimited.
type Ulimit struct {
	Name Fact[string]
	Soft Fact[int]
	Hard Fact[int]
}

// PortMapping is a port of a container and of its host.
type PortMapping struct {
	ContainerPort Fact[int]
	HostPort      Fact[int] // 0 or absent: dynamic under bridge; the container's under host and awsvpc
	Protocol      Fact[string]
}

// ContainerDependency orders the containers of a task.
type ContainerDependency struct {
	Container Fact[string]
	Condition Fact[string] // START, COMPLETE, SUCCESS, HEALTHY
}

// MountPoint is where a container mounts a volume of the task.
type MountPoint struct {
	Volume        Fact[string]
	ContainerPath Fact[string]
	ReadOnly      Fact[bool]
}
