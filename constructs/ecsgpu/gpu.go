package ecsgpu

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// GPURequest is what a container asks of the GPUs of its instance. It says one
// thing at a time, so that no container mixes whole GPUs with a share.
type GPURequest = inventory.GPURequest

// WholeGPUs asks for n GPUs, at least 1, that no other container gets. On G6f
// and Gr6f, which have a part of one, ask for [FractionalGPU]: ECS does not say
// whether it places another request there, of which the rules warn, and on
// which the plan does not count.
func WholeGPUs(n int) GPURequest { return inventory.WholeGPUs(n) }

// AllGPUs asks for every GPU of the instance, however many it has.
func AllGPUs() GPURequest { return inventory.AllGPUs() }

// FractionalGPU requests a part of a GPU, above 0 and below 1, on an instance
// with at least that part: G6f and Gr6f have 0.125, 0.25 or 0.5. AWS's documents
// disagree on decimal numbers of GPUs: the ECS developer guide places one such
// as 0.25 on a fractional GPU instance, the ECS API reference names whole
// numbers and ALL only (botocore 1.44.5, 2026-11). So the constructs do not
// refuse it, and the rules point it out.
func FractionalGPU(fraction float64) GPURequest { return inventory.FractionalGPU(fraction) }

// SharedGPU asks for memoryMiB of a GPU that other containers use too, by
// NVIDIA MPS. ECS places by that memory alone. maxComputePercent, 1 to 100,
// limits the compute; 0 does not. A fatal fault of one container hits all that
// share the GPU.
func SharedGPU(memoryMiB, maxComputePercent int) GPURequest {
	return inventory.SharedGPU(memoryMiB, maxComputePercent)
}

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
