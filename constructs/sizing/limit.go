package sizing

// Limit is what keeps another task from an instance.
type Limit string

// The limits, in the order in which they are named when several hold.
const (
	NoLimit           Limit = ""
	LimitArchitecture Limit = "architecture" // the image is for another processor
	LimitConstraint   Limit = "constraint"   // a placement constraint excludes the instance
	LimitGPUs         Limit = "gpus"
	LimitGPUMemory    Limit = "gpu-memory" // of one GPU that tasks share by MPS
	LimitCPU          Limit = "cpu"
	LimitMemory       Limit = "memory"
	LimitInterfaces   Limit = "interfaces" // network interfaces of awsvpc tasks
	LimitPorts        Limit = "ports"      // a fixed host port serves one task
)
