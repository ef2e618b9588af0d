package placement

// Limit is what keeps another task from an instance.
type Limit string

// The limits, in the order in which they are named when several hold.
const (
	NoLimit           Limit = ""
	LimitArchitecture Limit = "architecture" // the image is for another processor
	LimitConstraint   Limit = "constraint"   // a placement constraint excludes the instance
	LimitGPUs         Limit = "gpus"
	LimitGPUFraction  Limit = "gpu-fraction" // a part of a GPU, where there is none of that size
	LimitGPUMemory    Limit = "gpu-memory"   // of one GPU that tasks share by MPS
	LimitGPUSharing   Limit = "gpu-sharing"  // the image or the type cannot share by MPS
	LimitDevices      Limit = "devices"      // device files of the host
	LimitCPU          Limit = "cpu"
	LimitMemory       Limit = "memory"
	LimitInterfaces   Limit = "interfaces"    // network interfaces of awsvpc tasks
	LimitPorts        Limit = "ports"         // a fixed host port serves one task
	LimitSmallestType Limit = "smallest-type" // it fits only the larger types of a pool
)

// noun names a limit in a sentence.
func (l Limit) noun() string {
	switch l {
	case LimitGPUs:
		return "the number of GPUs"
	case LimitGPUMemory:
		return "the GPU memory"
	case LimitCPU:
		return "the CPU"
	case LimitInterfaces:
		return "the number of network interfaces"
	}
	return "the " + string(l)
}
