package images

// Accelerator is the kind of device that an image carries a driver for.
type Accelerator string

// The accelerators.
const (
	NoAccelerator Accelerator = "none"
	NVIDIA        Accelerator = "nvidia"
	Neuron        Accelerator = "neuron"
)
