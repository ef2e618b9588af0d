package hardware

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// InstanceType is one EC2 instance type. Values are copies: changing one does
// not change the catalogue.
type InstanceType struct {
	// Name is family and size: "g5.12xlarge".
	Name string `json:"instanceType"`

	VCPUs int `json:"vcpus"`

	// MemoryMiB is the nominal memory. ECS registers less: the kernel and the
	// agent take their part first.
	MemoryMiB int `json:"memoryMiB"`

	// Architectures is empty for the Mac types, which ECS cannot use.
	Architectures []Architecture `json:"architectures"`

	BareMetal bool `json:"bareMetal"`

	// CurrentGeneration is EC2's own word. It is true for p3dn.24xlarge, whose
	// relatives are retired.
	CurrentGeneration bool `json:"currentGeneration"`

	// MaxNetworkInterfaces is the number of network interfaces that can be
	// attached, on all network cards together.
	MaxNetworkInterfaces int `json:"maxNetworkInterfaces,omitempty"`

	// NetworkCardZeroInterfaces is the number of them on network card 0, to
	// which EC2 attaches an interface unless a card is named (EC2 API reference,
	// AttachNetworkInterface). It bounds the tasks in awsvpc mode that certainly
	// have an interface: ECS documents no choice of a card.
	NetworkCardZeroInterfaces int `json:"networkCardZeroInterfaces,omitempty"`

	// NetworkPerformance is prose such as "100 Gigabit"; empty when unknown.
	NetworkPerformance string `json:"networkPerformance,omitempty"`

	// EFAInterfaces is the most Elastic Fabric Adapters that can be attached.
	EFAInterfaces int `json:"efaInterfaces"`

	NetworkCards int `json:"networkCards,omitempty"`

	// LocalStorageGB is the total of the instance's own disks (10^9 bytes).
	LocalStorageGB int `json:"localStorageGB"`

	// UsageClasses is empty when unknown.
	UsageClasses []UsageClass `json:"usageClasses,omitempty"`

	Status Status `json:"status"`

	// StatusNote says where the status comes from, when it is not plain.
	StatusNote string `json:"statusNote,omitempty"`

	// OnDemandUSDPerHour is for Linux, in PriceRegion, on PriceDate; 0 means
	// unknown. Retired types keep their last price.
	OnDemandUSDPerHour float64 `json:"onDemandUsdPerHour,omitempty"`

	Accelerators []Accelerator `json:"accelerators,omitempty"`

	// Generation, ComputeCapability and Interconnect are zero, zero and
	// NoInterconnect without NVIDIA GPUs. Source: NVIDIA's and AWS's product
	// pages.
	Generation         Generation        `json:"generation,omitempty"`
	ComputeCapability  ComputeCapability `json:"computeCapability,omitzero"`
	Interconnect       Interconnect      `json:"interconnect"`
	InterconnectDetail string            `json:"interconnectDetail,omitempty"`

	// GPUs is how many NVIDIA GPUs ECS can hand out on one instance; a
	// fraction below 1 for g6f and gr6f.
	GPUs float64 `json:"gpus,omitempty"`

	// GPUMemoryMiB is the memory of one NVIDIA GPU (of the fraction, for
	// fractional types). TotalGPUMemoryMiB is that of all of them together.
	GPUMemoryMiB      int `json:"gpuMemoryMiB,omitempty"`
	TotalGPUMemoryMiB int `json:"totalGpuMemoryMiB,omitempty"`

	// ENITrunking says whether ECS can give awsvpc tasks trunked interfaces.
	// Source: the limits of amazon-vpc-resource-controller; ECS's own list may
	// differ. Recorded for accelerated types only, Unknown for the others.
	ENITrunking fact.Answer `json:"eniTrunking"`

	// Regions is the offering snapshot of OfferingsDate, sorted; empty when
	// unknown. Recorded for accelerated types only. Ask OfferedIn.
	Regions []string `json:"regions,omitempty"`
}

// Family returns the part before the dot: "g5".
func (t InstanceType) Family() string {
	family, _, _ := strings.Cut(t.Name, ".")
	return family
}

// Size returns the part after the dot: "12xlarge".
func (t InstanceType) Size() string {
	_, size, _ := strings.Cut(t.Name, ".")
	return size
}

// Kind returns what ECS can hand to a container on this type.
func (t InstanceType) Kind() Kind {
	switch {
	case len(t.Accelerators) == 0:
		return KindCPU
	case t.IsNVIDIA():
		return KindGPU
	case t.IsNeuron():
		return KindNeuron
	}
	return KindOther
}

// IsNVIDIA reports whether the type has NVIDIA GPUs, whole or in part. A GPU in
// EC2's sense is not enough: dl1 lists Habana's Gaudi as a GPU.
func (t InstanceType) IsNVIDIA() bool { return t.has(AcceleratorKindGPU, NVIDIA) }

// IsNeuron reports whether the type has Inferentia or Trainium devices.
func (t InstanceType) IsNeuron() bool { return t.has(AcceleratorKindNeuron, AWS) }

func (t InstanceType) has(kind AcceleratorKind, maker Manufacturer) bool {
	return slices.ContainsFunc(t.Accelerators, func(a Accelerator) bool {
		return a.Kind == kind && a.Manufacturer == maker
	})
}

// IsFractional reports whether the type has a part of an NVIDIA GPU (g6f,
// gr6f).
func (t InstanceType) IsFractional() bool { return t.GPUs > 0 && t.GPUs < 1 }

// IsBurstable reports whether the type has burstable performance (family T).
func (t InstanceType) IsBurstable() bool {
	return strings.HasPrefix(t.Name, "t") && !strings.HasPrefix(t.Name, "trn")
}

// IsRetired reports whether new instances can no longer be launched in
// commercial Regions.
func (t InstanceType) IsRetired() bool { return t.Status == Retired }

// SupportsArchitecture reports whether images of this architecture boot.
func (t InstanceType) SupportsArchitecture(a Architecture) bool {
	return slices.Contains(t.Architectures, a)
}

// SupportsUsageClass reports whether the type can be bought this way.
func (t InstanceType) SupportsUsageClass(u UsageClass) fact.Answer {
	switch {
	case len(t.UsageClasses) == 0:
		return fact.Maybe
	case slices.Contains(t.UsageClasses, u):
		return fact.Yes
	}
	return fact.No
}

// OfferedIn reports whether the snapshot of OfferingsDate has the type in the
// Region. It is Unknown for types and for Regions that the snapshot lacks, No
// for retired types in the Regions that it has.
func (t InstanceType) OfferedIn(region string) fact.Answer {
	switch {
	case !slices.Contains(regions(), region):
		return fact.Maybe
	case t.IsRetired():
		return fact.No
	case len(t.Regions) == 0:
		return fact.Maybe
	case slices.Contains(t.Regions, region):
		return fact.Yes
	}
	return fact.No
}

// clone detaches the value from the catalogue.
func (t InstanceType) clone() InstanceType {
	t.Architectures = slices.Clone(t.Architectures)
	t.UsageClasses = slices.Clone(t.UsageClasses)
	t.Accelerators = slices.Clone(t.Accelerators)
	t.Regions = slices.Clone(t.Regions)
	return t
}
