package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// requirements reads InstanceRequirements; nil when there are none.
func requirements(v cloudformation.Value) *inventory.InstanceRequirements {
	if v.IsAbsent() {
		return nil
	}
	return &inventory.InstanceRequirements{
		VCPUs:                    intRange(v.Get("VCpuCount")),
		MemoryMiB:                intRange(v.Get("MemoryMiB")),
		MemoryGiBPerVCPU:         inventory.FloatRange{Min: float(v.Get("MemoryGiBPerVCpu", "Min")), Max: float(v.Get("MemoryGiBPerVCpu", "Max"))},
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

func intRange(v cloudformation.Value) inventory.Range {
	return inventory.Range{Min: whole(v.Get("Min")), Max: whole(v.Get("Max"))}
}
