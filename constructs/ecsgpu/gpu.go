package ecsgpu

import "github.com/ecsgpu/cdk/constructs/inventory"

// GPURequest is what a container asks for. It can say one thing at a time, so
// that no container mixes whole GPUs with a share.
type GPURequest = inventory.GPURequest

// WholeGPUs asks for n GPUs of the instance, at least 1, that no other
// container gets.
func WholeGPUs(n int) GPURequest { return inventory.WholeGPUs(n) }
