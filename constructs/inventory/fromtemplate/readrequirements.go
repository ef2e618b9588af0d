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
		VCpuCount:                  intRange(v.Get("VCpuCount")),
		MemoryMiB:                  intRange(v.Get("MemoryMiB")),
		MemoryGiBPerVCpu:           floatRange(v.Get("MemoryGiBPerVCpu")),
		AcceleratorCount:           intRange(v.Get("AcceleratorCount")),
		AcceleratorTotalMemoryMiB:  intRange(v.Get("AcceleratorTotalMemoryMiB")),
		AcceleratorTypes:           texts(v.Get("AcceleratorTypes")),
		AcceleratorManufacturers:   texts(v.Get("AcceleratorManufacturers")),
		AcceleratorNames:           texts(v.Get("AcceleratorNames")),
		CpuManufacturers:           texts(v.Get("CpuManufacturers")),
		InstanceGenerations:        texts(v.Get("InstanceGenerations")),
		AllowedInstanceTypes:       texts(v.Get("AllowedInstanceTypes")),
		ExcludedInstanceTypes:      texts(v.Get("ExcludedInstanceTypes")),
		BareMetal:                  text(v.Get("BareMetal")),
		BurstablePerformance:       text(v.Get("BurstablePerformance")),
		LocalStorage:               text(v.Get("LocalStorage")),
		TotalLocalStorageGB:        floatRange(v.Get("TotalLocalStorageGB")),
		LocalStorageTypes:          texts(v.Get("LocalStorageTypes")),
		NetworkInterfaceCount:      intRange(v.Get("NetworkInterfaceCount")),
		NetworkBandwidthGbps:       floatRange(v.Get("NetworkBandwidthGbps")),
		BaselineEbsBandwidthMbps:   intRange(v.Get("BaselineEbsBandwidthMbps")),
		BaselinePerformanceFactors: baselineFamilies(v.Get("BaselinePerformanceFactors", "Cpu", "References")),
		RequireHibernateSupport:    truth(v.Get("RequireHibernateSupport")),
		RequireEncryptionInTransit: truth(v.Get("RequireEncryptionInTransit")),
	}
}

func intRange(v cloudformation.Value) inventory.Range {
	return inventory.Range{Min: whole(v.Get("Min")), Max: whole(v.Get("Max"))}
}

func floatRange(v cloudformation.Value) inventory.FloatRange {
	return inventory.FloatRange{Min: float(v.Get("Min")), Max: float(v.Get("Max"))}
}

// baselineFamilies reads the instance families that set a baseline.
func baselineFamilies(v cloudformation.Value) inventory.List[inventory.Fact[string]] {
	return list(v, func(item cloudformation.Value) (inventory.Fact[string], bool) {
		return text(item.Get("InstanceFamily")), true
	})
}
