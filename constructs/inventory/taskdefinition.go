package inventory

// TaskDefinition is an AWS::ECS::TaskDefinition.
type TaskDefinition struct {
	Item
	Family          Fact[string]       // Default: a name that CloudFormation makes
	CPUUnits        Fact[int]          // 1024 per vCPU; absent: no cap on EC2
	MemoryMiB       Fact[int]          // absent: the containers' own limits hold
	NetworkMode     Fact[string]       // none, bridge, awsvpc, host. Default: bridge on Linux
	Compatibilities List[Fact[string]] // EC2, FARGATE, EXTERNAL, MANAGED_INSTANCES
	OperatingSystem Fact[string]       // LINUX, WINDOWS_SERVER_…
	Architecture    Fact[string]       // X86_64, ARM64. Default: X86_64 on Fargate; EC2 takes any
	IPCMode         Fact[string]
	PIDMode         Fact[string]

	PlacementConstraints  List[PlacementConstraint]
	Containers            List[*Container]
	Volumes               List[Volume]
	InferenceAccelerators List[InferenceAccelerator]
	ExecutionRole         Link
	TaskRole              Link
}

// PlacementStrategy is one of spread, binpack and random, with its field.
type PlacementStrategy struct {
	Type  Fact[string]
	Field Fact[string]
}

// InferenceAccelerator is an Elastic Inference accelerator, a service that ended in April 2024.
type InferenceAccelerator struct {
	DeviceName Fact[string]
	DeviceType Fact[string]
}

// VolumeKind is what backs a volume of a task definition.
type VolumeKind string

const (
	EmptyVolume        VolumeKind = "empty" // Docker's own, deleted with the task
	HostVolume         VolumeKind = "host"
	DockerVolume       VolumeKind = "docker"
	EFSVolume          VolumeKind = "efs"
	FSxWindowsVolume   VolumeKind = "fsx-windows"
	S3FilesVolume      VolumeKind = "s3-files"
	ConfiguredAtLaunch VolumeKind = "configured-at-launch"
	UnknownVolume      VolumeKind = "unknown"
)

// Volume is a volume of a task definition.
type Volume struct {
	Name     Fact[string]
	Kind     VolumeKind
	HostPath Fact[string]
}
