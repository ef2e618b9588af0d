package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func container(v cloudformation.Value) *inventory.Container {
	linux, log := v.Get("LinuxParameters"), v.Get("LogConfiguration")
	return &inventory.Container{
		Place:                v.Place(),
		Name:                 text(v.Get("Name")),
		Image:                text(v.Get("Image")),
		CPUUnits:             within(v.Get("Cpu"), natural),
		MemoryMiB:            within(v.Get("Memory"), natural),
		MemoryReservationMiB: within(v.Get("MemoryReservation"), natural),
		Essential:            truth(v.Get("Essential")),
		GPURequests:          gpuRequests(v.Get("ResourceRequirements")),
		Environment:          pairs(v.Get("Environment"), "Value"),
		EnvironmentFiles:     list(v.Get("EnvironmentFiles"), func(f cloudformation.Value) (inventory.Fact[string], bool) { return text(f.Get("Value")), true }),
		Secrets:              pairs(v.Get("Secrets"), "ValueFrom"),
		EntryPoint:           texts(v.Get("EntryPoint")),
		Command:              texts(v.Get("Command")),
		Privileged:           truth(v.Get("Privileged")),
		User:                 text(v.Get("User")),
		ReadonlyRoot:         truth(v.Get("ReadonlyRootFilesystem")),
		Devices:              blocks(linux.Get("Devices"), device),
		SharedMemoryMiB:      within(linux.Get("SharedMemorySize"), natural),
		InitProcess:          truth(linux.Get("InitProcessEnabled")),
		MaxSwapMiB:           within(linux.Get("MaxSwap"), natural),
		Swappiness:           within(linux.Get("Swappiness"), swapTendency),
		AddedCapabilities:    texts(linux.Get("Capabilities", "Add")),
		Ulimits:              blocks(v.Get("Ulimits"), ulimit),
		PortMappings:         blocks(v.Get("PortMappings"), portMapping),
		LogDriver:            text(log.Get("LogDriver")),
		LogOptions:           textMap(log.Get("Options")),
		HasHealthCheck:       factOf(v.Get("HealthCheck"), "a health check", func(c cloudformation.Value) (bool, bool) { return true, c.Kind() == cloudformation.MapKind }),
		DependsOn:            blocks(v.Get("DependsOn"), containerDependency),
		MountPoints:          blocks(v.Get("MountPoints"), mountPoint),
		StartTimeoutSeconds:  within(v.Get("StartTimeout"), natural),
		StopTimeoutSeconds:   within(v.Get("StopTimeout"), natural),
	}
}

func gpuRequests(v cloudformation.Value) inventory.List[inventory.Fact[inventory.GPURequest]] {
	return list(v, func(item cloudformation.Value) (inventory.Fact[inventory.GPURequest], bool) {
		if item.Kind() != cloudformation.MapKind {
			return inventory.Fact[inventory.GPURequest]{}, false
		}
		return gpuRequest(item), true
	})
}

// gpuRequest reads one resource requirement: a value, or a sharing strategy.
func gpuRequest(v cloudformation.Value) inventory.Fact[inventory.GPURequest] {
	typ, value := v.Get("Type"), v.Get("Value")
	f := factOf(value, "", func(cloudformation.Value) (inventory.GPURequest, bool) { return inventory.GPURequest{}, true })
	f.Place = v.Place()
	strategy := v.Get("SharingStrategy")
	kind, ok := typ.Text()
	switch {
	case !ok || strategy.IsUnknown():
		f.Value, f.Reason = fact.NotKnown[inventory.GPURequest](), "its type is known at deployment"
	case strategy.IsKnown():
		return sharedRequest(f, strategy.Get("NvidiaMps"), value)
	case value.IsKnown():
		text, _ := value.Text()
		f.Value = fact.Of(inventory.ParseGPURequest(kind, text))
	case value.IsAbsent():
		f.Value = fact.Of(inventory.ParseGPURequest(kind, ""))
	}
	if value.Kind() == cloudformation.ListKind || value.Kind() == cloudformation.MapKind {
		f.Value = fact.Of(inventory.InvalidGPURequest(kind, ""))
	}
	if request, known := f.Get(); known {
		f.Text = request.String()
	}
	return f
}

// sharedRequest reads NVIDIA MPS. A value beside it, or no memory, is what ECS refuses.
func sharedRequest(f inventory.Fact[inventory.GPURequest], mps, value cloudformation.Value) inventory.Fact[inventory.GPURequest] {
	memory, compute := whole(mps.Get("Memory")), whole(mps.Get("MaxComputePercent"))
	f.Parameters, f.References = memory.Parameters, memory.References
	if mps.IsUnknown() || memory.IsUnknown() || compute.IsUnknown() || value.IsUnknown() {
		f.Value, f.Reason = fact.NotKnown[inventory.GPURequest](), "its sharing strategy is known at deployment"
		return f
	}
	mib, _ := memory.Get()
	percent, limited := compute.Get()
	if limited && percent == 0 {
		percent = -1 // written as 0, which ECS refuses
	}
	request := inventory.SharedGPU(mib, percent)
	if text, both := value.Text(); both {
		request = inventory.InvalidGPURequest("GPU", text+" beside a sharing strategy")
	}
	f.Value, f.Text = fact.Of(request), request.String()
	return f
}

func device(v cloudformation.Value) inventory.Device {
	return inventory.Device{HostPath: text(v.Get("HostPath")), ContainerPath: text(v.Get("ContainerPath")), Permissions: texts(v.Get("Permissions"))}
}

func ulimit(v cloudformation.Value) inventory.Ulimit {
	return inventory.Ulimit{Name: text(v.Get("Name")), Soft: whole(v.Get("SoftLimit")), Hard: whole(v.Get("HardLimit"))}
}

func portMapping(v cloudformation.Value) inventory.PortMapping {
	return inventory.PortMapping{ContainerPort: within(v.Get("ContainerPort"), portNumber), HostPort: within(v.Get("HostPort"), portNumber), Protocol: text(v.Get("Protocol"))}
}

func containerDependency(v cloudformation.Value) inventory.ContainerDependency {
	return inventory.ContainerDependency{Container: text(v.Get("ContainerName")), Condition: upper(v.Get("Condition"))}
}

func mountPoint(v cloudformation.Value) inventory.MountPoint {
	return inventory.MountPoint{Volume: text(v.Get("SourceVolume")), ContainerPath: text(v.Get("ContainerPath")), ReadOnly: truth(v.Get("ReadOnly"))}
}
