package ecsgpu

import (
	"slices"
	"time"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// driverCapabilities is the variable by which the NVIDIA container runtime
// learns which parts of the driver a container gets. ECS does not set it.
const driverCapabilities = "NVIDIA_DRIVER_CAPABILITIES"

// visibleDevices is the variable by which it learns which GPUs. ECS sets it.
const visibleDevices = "NVIDIA_VISIBLE_DEVICES"

// checkAccelerators says what is wrong with what a container asks of the
// instance beside CPU and memory.
func (c Container) checkAccelerators(field string, task TaskDefinitionProps, all *problems) {
	if !c.GPUs.IsZero() && task.Pool == nil {
		all.add("%s.GPUs needs the task's Pool: nothing on ECS leads a GPU task to GPU instances by itself", field)
	}
	if !c.GPUs.IsZero() && c.NeuronDevices > 0 {
		all.add("%s: GPUs and NeuronDevices clash, no instance has both", field)
	}
	if _, set := c.Environment[visibleDevices]; set && !c.GPUs.IsZero() {
		all.add("%s.Environment: %s clashes with GPUs, ECS sets it to the GPUs that it chose", field, visibleDevices)
	}
	if _, set := c.Environment[driverCapabilities]; set && len(c.DriverCapabilities) > 0 {
		all.add("%s.Environment: %s clashes with DriverCapabilities; leave one out", field, driverCapabilities)
	}
	if !c.GPUs.IsZero() && c.Privileged {
		all.add("%s.Privileged clashes with GPUs: the container would see every GPU of the instance, also those of other tasks", field)
	}
	for i, other := range task.Containers {
		if !c.GPUs.IsZero() && !other.GPUs.IsZero() && other.GPUs.Kind() != c.GPUs.Kind() && &task.Containers[i] != &c {
			all.add("%s.GPUs asks for %s and Containers[%d] for %s; containers of a task must ask in the same way", field, c.GPUs, i, other.GPUs)
			break
		}
	}
	c.checkPool(field, task, all)
}

// checkPool holds a container against the pool of its task.
func (c Container) checkPool(field string, task TaskDefinitionProps, all *problems) {
	if c.NeuronDevices < 0 || c.EFAInterfaces < 0 {
		all.add("%s: NeuronDevices and EFAInterfaces must not be negative, got %d and %d", field, c.NeuronDevices, c.EFAInterfaces)
	}
	if c.EFAInterfaces > 0 && task.networkMode() != NetworkModeHost {
		all.add("%s.EFAInterfaces need NetworkMode %q, got %q", field, NetworkModeHost, task.networkMode())
	}
	if task.Pool == nil {
		return
	}
	for _, t := range task.Pool.types {
		if c.EFAInterfaces > t.EFAInterfaces || (c.EFAInterfaces > 0 && !task.Pool.props.EFA) {
			all.add("%s.EFAInterfaces must be at most what the pool attaches: set EFA on pool %q, whose %s has %d; got %d",
				field, task.Pool.id, t.Name, t.EFAInterfaces, c.EFAInterfaces)
		}
		if c.NeuronDevices > neuronDevices(t) {
			all.add("%s.NeuronDevices must be at most those of the pool's %s (%d), got %d", field, t.Name, neuronDevices(t), c.NeuronDevices)
		}
		if c.GPUs.Kind() == inventory.FractionalGPURequest && !t.IsFractional() {
			all.add("%s.GPUs: a fraction needs a type with fractional GPUs (g6f, gr6f), and pool %q launches %s", field, task.Pool.id, t.Name)
		}
	}
}

// neuronDevices is the number of Inferentia or Trainium devices of a type.
func neuronDevices(t hardware.InstanceType) int {
	if !t.IsNeuron() {
		return 0
	}
	count := 0
	for _, accelerator := range t.Accelerators {
		count += accelerator.Count
	}
	return count
}

// checkDetails covers the rest of a container.
func (c Container) checkDetails(field string, task TaskDefinitionProps, all *problems) {
	memory := max(c.MemoryMiB, task.MemoryMiB)
	if c.SharedMemoryMiB < 0 || (memory > 0 && c.SharedMemoryMiB > memory) {
		all.add("%s.SharedMemoryMiB counts against the memory and must be at most %d, got %d", field, memory, c.SharedMemoryMiB)
	}
	for i, port := range c.Ports {
		if port.Container < 1 || port.Container > 65535 || port.Host < 0 || port.Host > 65535 {
			all.add("%s.Ports[%d] must be between 1 and 65535, got %d (host %d)", field, i, port.Container, port.Host)
		}
		if !slices.Contains([]string{"", "tcp", "udp"}, port.Protocol) {
			all.add("%s.Ports[%d].Protocol must be tcp or udp, got %q", field, i, port.Protocol)
		}
		if port.Host != 0 && port.Host != port.Container && task.networkMode() != NetworkModeBridge {
			all.add("%s.Ports[%d].Host must be the container's port (%d) outside bridge mode, got %d", field, i, port.Container, port.Host)
		}
	}
	for i, each := range c.Ulimits {
		if each.Name == "" || (each.Hard != -1 && (each.Soft > each.Hard || each.Soft == -1)) {
			all.add("%s.Ulimits[%d] must have a Name and a Soft limit of at most Hard, got %q, %d and %d", field, i, each.Name, each.Soft, each.Hard)
		}
	}
	for i, each := range c.DependsOn {
		if each.Container == c.Name || !slices.ContainsFunc(task.Containers, func(o Container) bool { return o.Name == each.Container }) {
			all.add("%s.DependsOn[%d] must name another container of the task, got %q", field, i, each.Container)
		}
	}
	c.HealthCheck.check(field, all)
	if c.StopTimeout < 0 || c.StartTimeout < 0 {
		all.add("%s: StartTimeout and StopTimeout must not be negative, got %s and %s", field, c.StartTimeout, c.StopTimeout)
	}
}

// check holds a health check against ECS's ranges.
func (h *HealthCheck) check(field string, all *problems) {
	if h == nil {
		return
	}
	if len(h.Command) == 0 {
		all.add("%s.HealthCheck.Command is required, for example []string{\"CMD-SHELL\", \"curl -f localhost:8080\"}", field)
	}
	within := func(name string, value, least, most time.Duration) {
		if value != 0 && (value < least || value > most) {
			all.add("%s.HealthCheck.%s must be between %s and %s, got %s", field, name, least, most, value)
		}
	}
	within("Interval", h.Interval, 5*time.Second, 300*time.Second)
	within("Timeout", h.Timeout, 2*time.Second, 60*time.Second)
	within("StartPeriod", h.StartPeriod, 0, 300*time.Second)
	if h.Retries < 0 || h.Retries > 10 {
		all.add("%s.HealthCheck.Retries must be between 1 and 10, got %d", field, h.Retries)
	}
}
