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
