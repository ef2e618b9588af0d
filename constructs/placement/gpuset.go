package placement

import "math/bits"

// GPUSet is a set of devices of one instance, a bit each. EC2 has no more than
// 16 GPUs on an instance.
type GPUSet uint32

// firstGPUs returns the set of the first n devices.
func firstGPUs(n int) GPUSet { return 1<<n - 1 }

// Count returns the number of devices in the set.
func (s GPUSet) Count() int { return bits.OnesCount32(uint32(s)) }

// lowest returns the n devices with the lowest numbers; there must be so many.
func (s GPUSet) lowest(n int) GPUSet {
	var taken GPUSet
	for range n {
		taken |= s & -s
		s &= s - 1
	}
	return taken
}
