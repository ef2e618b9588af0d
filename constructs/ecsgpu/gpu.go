package ecsgpu

import "github.com/ecsgpu/cdk/constructs/inventory"

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

// FractionalGPU asks for a part of a GPU on an instance that has such a part:
// 0.125, 0.25 or 0.5, the sizes of G6f and Gr6f. ECS documents the values;
// that it places them on instances of one's own is not confirmed.
func FractionalGPU(fraction float64) GPURequest { return inventory.FractionalGPU(fraction) }

// SharedGPU asks for memoryMiB of a GPU that other containers use too, by
// NVIDIA MPS. ECS places by that memory alone. maxComputePercent, 1 to 100,
// limits the compute; 0 does not. A fatal fault of one container hits all that
// share the GPU.
func SharedGPU(memoryMiB, maxComputePercent int) GPURequest {
	return inventory.SharedGPU(memoryMiB, maxComputePercent)
}
