package inventory

import "github.com/ecsgpu/cdk/constructs/cloudformation"

// requirements reads InstanceRequirements; nil when there are none.
func requirements(v cloudformation.Value) *InstanceRequirements {
	if v.IsAbsent() {
		return nil
	}
	return &InstanceRequirements{
		VCPUs:                    intRange(v.Get("VCpuCount")),
		MemoryMiB:                intRange(v.Get("MemoryMiB")),
		MemoryGiBPerVCPU:         FloatRange{Min: float(v.Get("MemoryGiBPerVCpu", "Min")), Max: float(v.Get("MemoryGiBPerVCpu", "Max"))},
		AcceleratorCount:         intRange(v.Get("AcceleratorCount")),
		AcceleratorMemoryMiB:     intRange(v.Get("AcceleratorTotalMemoryMiB")),
		AcceleratorTypes:         texts(v.Get("AcceleratorTypes")),
		AcceleratorManufacturers: texts(v.Get("AcceleratorManufacturers")),
		AcceleratorNames:         texts(v.Get("AcceleratorNames")),
		AllowedInstanceTypes:     texts(v.Get("AllowedInstanceTypes")),
		ExcludedInstanceTypes:    texts(v.Get("ExcludedInstanceTypes")),
		CPUManufacturers:         texts(v.Get("CpuManufacturers")),
		InstanceGenerations:      texts(v.Get("InstanceGenerations")),
		BareMetal:                text(v.Get("BareMetal")),
		BurstablePerformance:     text(v.Get("BurstablePerformance")),
		LocalStorage:             text(v.Get("LocalStorage")),
	}
}

func intRange(v cloudformation.Value) Range {
	return Range{Min: whole(v.Get("Min")), Max: whole(v.Get("Max"))}
}
