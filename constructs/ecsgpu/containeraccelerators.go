package ecsgpu

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
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
	if err := c.GPUs.Validate(); err != nil {
		for _, each := range flatten(err) {
			all.add("%s.GPUs: %w", field, each)
		}
	}
	if c.NeuronDevices < 0 || c.EFAInterfaces < 0 {
		all.add("%s: NeuronDevices and EFAInterfaces must not be negative, got %d and %d", field, c.NeuronDevices, c.EFAInterfaces)
	}
	if c.EFAInterfaces > 0 && task.networkMode() != NetworkModeHost {
		all.add("%s.EFAInterfaces need NetworkMode %q, got %q", field, NetworkModeHost, task.networkMode())
	}
	if _, set := c.Environment[driverCapabilities]; set && len(c.DriverCapabilities) > 0 {
		all.add("%s.Environment: %s clashes with DriverCapabilities; leave one out", field, driverCapabilities)
	}
	if !c.GPUs.IsZero() {
		c.checkGPUs(field, task, all)
	}
	if task.Pool != nil {
		c.checkPool(field, task.Pool, all)
	}
}

// checkGPUs says what clashes with a request for GPUs.
func (c Container) checkGPUs(field string, task TaskDefinitionProps, all *problems) {
	if task.Pool == nil && task.ManagedPool == nil {
		all.add("%s.GPUs needs the task's Pool: nothing on ECS leads a GPU task to GPU instances by itself", field)
	}
	if c.NeuronDevices > 0 {
		all.add("%s: GPUs and NeuronDevices clash, no instance has both", field)
	}
	if _, set := c.Environment[visibleDevices]; set {
		all.add("%s.Environment: %s clashes with GPUs, ECS sets it to the GPUs that it chose", field, visibleDevices)
	}
	if c.Privileged && c.GPUs.Kind() != inventory.GPURequestAll {
		all.add("%s.Privileged clashes with GPUs: the container would see every GPU of the instance, also those of other tasks; ask for AllGPUs()", field)
	}
	i := slices.IndexFunc(task.Containers, func(o Container) bool { return !o.GPUs.IsZero() })
	if first := task.Containers[i]; first.GPUs.Kind() != c.GPUs.Kind() {
		all.add("%s.GPUs requests %s, and Containers[%d].GPUs %s; the containers of a task must request GPUs in the same way", field, c.GPUs, i, first.GPUs)
	}
}

// checkPool holds a container against the instances of its task's pool.
func (c Container) checkPool(field string, pool *Pool, all *problems) {
	if c.EFAInterfaces > 0 && !pool.props.EFA {
		all.add("%s.EFAInterfaces need EFA, which pool %q does not set", field, pool.id)
	}
	var found problems
	suits := false
	for _, t := range pool.types {
		before := len(found)
		c.checkType(field, pool, t, &found)
		suits = suits || len(found) == before
	}
	// Of the types that a parameter allows, one is enough.
	if !suits || !pool.chosen() {
		*all = append(*all, found...)
	}
	if c.GPUs.Kind() != inventory.GPURequestShared || pool.Kind() != hardware.KindGPU {
		return
	}
	if s := images.SupportsMPS(pool.image, pool.types[0]); !s.OK {
		all.add("%s.GPUs: pool %q cannot share GPUs: %s; %s", field, pool.id, s.Reason, s.Remedy)
	}
}

// checkType refuses what one type does not have: adapters and devices.
func (c Container) checkType(field string, pool *Pool, t hardware.InstanceType, all *problems) {
	if pool.props.EFA && c.EFAInterfaces > t.EFAInterfaces {
		all.add("%s.EFAInterfaces must be at most those of the pool's %s (%d), got %d", field, t.Name, t.EFAInterfaces, c.EFAInterfaces)
	}
	if c.NeuronDevices > neuronDevices(t) {
		all.add("%s.NeuronDevices must be at most those of the pool's %s (%d), got %d", field, t.Name, neuronDevices(t), c.NeuronDevices)
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
