package hardware

// AcceleratorKind is what DescribeInstanceTypes lists a device under.
type AcceleratorKind string

// The kinds of devices.
const (
	AcceleratorKindGPU       AcceleratorKind = "gpu"       // also Habana's Gaudi: look at the manufacturer
	AcceleratorKindNeuron    AcceleratorKind = "neuron"    // Inferentia, Trainium
	AcceleratorKindInference AcceleratorKind = "inference" // Qualcomm
	AcceleratorKindMedia     AcceleratorKind = "media"     // Xilinx
)

// Manufacturer is the maker of an accelerator, as EC2 spells it.
type Manufacturer string

// The makers of the accelerators in EC2.
const (
	NVIDIA   Manufacturer = "NVIDIA"
	AMD      Manufacturer = "AMD"
	AWS      Manufacturer = "AWS"
	Habana   Manufacturer = "Habana"
	Qualcomm Manufacturer = "Qualcomm"
	Xilinx   Manufacturer = "Xilinx"
)

// Accelerator is one model of device in an instance type, and how many of it.
type Accelerator struct {
	Kind         AcceleratorKind `json:"kind"`
	Manufacturer Manufacturer    `json:"manufacturer"`
	Name         string          `json:"name"` // for example "V100"

	// Count is the number of whole devices. It is 0 for fractional GPUs
	// (g6f, gr6f), as in EC2's own answer.
	Count int `json:"count"`

	// LogicalCount is the number of GPUs that the operating system sees; 0 for
	// devices other than GPUs.
	LogicalCount int `json:"logicalCount,omitempty"`

	// PartitionSize is the share of a GPU that a logical GPU is: 1 for a whole
	// one, 0.125 to 0.5 for a fraction, 0 for devices other than GPUs.
	PartitionSize float64 `json:"partitionSize,omitempty"`

	// MemoryMiBEach is the memory of one device, of the fraction for
	// fractional GPUs. EC2 reports L4, A10G and L40S in decimal GB, so 22888
	// stands for a card of 24 GB.
	MemoryMiBEach int `json:"memoryMiBEach"`

	// CoresPerDevice and NeuronCoreVersion are set for Neuron devices only.
	CoresPerDevice    int `json:"coresPerDevice,omitempty"`
	NeuronCoreVersion int `json:"neuronCoreVersion,omitempty"`
}
