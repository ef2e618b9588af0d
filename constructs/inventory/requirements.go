package inventory

// InstanceRequirements select instance types by attributes. A range that is
// absent does not constrain.
type InstanceRequirements struct {
	VCPUs                    Range
	MemoryMiB                Range
	MemoryGiBPerVCPU         FloatRange
	AcceleratorCount         Range
	AcceleratorMemoryMiB     Range
	AcceleratorTypes         List[Fact[string]] // gpu, fpga, inference
	AcceleratorManufacturers List[Fact[string]] // nvidia, amd, amazon-web-services, xilinx, habana
	AcceleratorNames         List[Fact[string]] // a100, t4, …
	AllowedInstanceTypes     List[Fact[string]] // may hold wildcards
	ExcludedInstanceTypes    List[Fact[string]] // may hold wildcards
	CPUManufacturers         List[Fact[string]]
	InstanceGenerations      List[Fact[string]] // current, previous
	BareMetal                Fact[string]       // included, required, excluded. Default: excluded
	BurstablePerformance     Fact[string]       // included, required, excluded. Default: excluded
	LocalStorage             Fact[string]       // included, required, excluded. Default: included
}

// Range is a minimum and a maximum, each optional.
type Range struct{ Min, Max Fact[int] }

// FloatRange is Range for figures that are not whole.
type FloatRange struct{ Min, Max Fact[float64] }
