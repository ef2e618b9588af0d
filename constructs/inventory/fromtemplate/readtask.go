package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func (r *reader) readTaskDefinitions() {
	r.inv.TaskDefinitions = readAll(r, typeTaskDefinition, r.taskDefinition)
}

func (r *reader) taskDefinition(resource *cloudformation.ResourceValue) *inventory.TaskDefinition {
	p := resource.Properties
	platform := p.Get("RuntimePlatform")
	return &inventory.TaskDefinition{
		Item:                  item(resource),
		Family:                text(p.Get("Family")),
		CPUUnits:              cpuUnits(p.Get("Cpu")),
		MemoryMiB:             memoryMiB(p.Get("Memory")),
		NetworkMode:           text(p.Get("NetworkMode")),
		Compatibilities:       texts(p.Get("RequiresCompatibilities")),
		OperatingSystem:       upper(platform.Get("OperatingSystemFamily")),
		Architecture:          upper(platform.Get("CpuArchitecture")),
		IPCMode:               text(p.Get("IpcMode")),
		PIDMode:               text(p.Get("PidMode")),
		PlacementConstraints:  blocks(p.Get("PlacementConstraints"), placementConstraint),
		Containers:            blocks(p.Get("ContainerDefinitions"), container),
		Volumes:               blocks(p.Get("Volumes"), volume),
		InferenceAccelerators: blocks(p.Get("InferenceAccelerators"), inferenceAccelerator),
		ExecutionRole:         r.link(p.Get("ExecutionRoleArn"), roleCategory),
		TaskRole:              r.link(p.Get("TaskRoleArn"), roleCategory),
	}
}

// cpuUnits reads CPU units, or vCPUs written out ("1 vCPU", ".5 vcpu").
func cpuUnits(v cloudformation.Value) inventory.Fact[int] { return amount(v, "vcpu", 1024) }

// memoryMiB reads MiB, or GB written out ("6GB", "0.5 GB").
func memoryMiB(v cloudformation.Value) inventory.Fact[int] { return amount(v, "gb", 1024) }

func placementConstraint(v cloudformation.Value) inventory.PlacementConstraint {
	return inventory.PlacementConstraint{Type: text(v.Get("Type")), Expression: text(v.Get("Expression"))}
}

func placementStrategy(v cloudformation.Value) inventory.PlacementStrategy {
	return inventory.PlacementStrategy{Type: text(v.Get("Type")), Field: text(v.Get("Field"))}
}

func inferenceAccelerator(v cloudformation.Value) inventory.InferenceAccelerator {
	return inventory.InferenceAccelerator{DeviceName: text(v.Get("DeviceName")), DeviceType: text(v.Get("DeviceType"))}
}

func volume(v cloudformation.Value) inventory.Volume {
	return inventory.Volume{Name: text(v.Get("Name")), Kind: volumeKind(v), HostPath: text(v.Get("Host", "SourcePath"))}
}

// volumeKind returns what the volume has; nothing, or a host without a path, is
// Docker's own.
func volumeKind(v cloudformation.Value) inventory.VolumeKind {
	for _, k := range []struct {
		property string
		kind     inventory.VolumeKind
	}{
		{"EFSVolumeConfiguration", inventory.EFSVolume}, {"EfsVolumeConfiguration", inventory.EFSVolume},
		{"DockerVolumeConfiguration", inventory.DockerVolume}, {"FSxWindowsFileServerVolumeConfiguration", inventory.FSxWindowsVolume},
		{"S3FilesVolumeConfiguration", inventory.S3FilesVolume},
	} {
		switch found := v.Get(k.property); {
		case found.IsKnown():
			return k.kind
		case found.IsUnknown():
			return inventory.UnknownVolume
		}
	}
	if configured, ok := v.Get("ConfiguredAtLaunch").Bool(); ok && configured {
		return inventory.ConfiguredAtLaunch
	}
	path := v.Get("Host", "SourcePath")
	if path.IsAbsent() {
		return inventory.EmptyVolume
	}
	return inventory.HostVolume
}
