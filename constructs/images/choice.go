package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// ForInstanceType returns the image that fits a type: Amazon Linux 2023,
// standard, GPU or Neuron, at its latest build; Bottlerocket for arm64 with
// GPUs, for which Amazon Linux has no ECS-optimized AMI.
//
// It fails for types that no ECS-optimized AMI drives. The choice may still be
// one that [Supports] is unsure of (G7).
func ForInstanceType(t hardware.InstanceType) (Image, error) {
	name, problem := choose(t)
	if problem != "" {
		return Image{}, fmt.Errorf("no ECS-optimized AMI fits %s: %s", t.Name, problem)
	}
	img, _ := Lookup(name)
	return img, nil
}

func choose(t hardware.InstanceType) (name Name, problem string) {
	arm := t.SupportsArchitecture(hardware.ARM64)
	switch {
	case len(t.Architectures) == 0:
		return "", "it runs macOS, for which ECS has no agent; choose an x86_64 or arm64 type"
	case t.Generation == hardware.Kepler:
		return "", fmt.Sprintf("%s needs driver R470 or older; choose a later generation, such as g4dn, or build an AMI of your own",
			t.Accelerators[0].Name)
	case t.Kind() == hardware.KindOther:
		return "", fmt.Sprintf("ECS cannot hand out %s devices; choose a type with NVIDIA GPUs or Neuron devices", t.Accelerators[0].Manufacturer)
	case t.Kind() == hardware.KindNeuron:
		return AL2023Neuron, ""
	case t.Kind() == hardware.KindGPU && arm:
		return Bottlerocket2NVIDIAARM64, ""
	case t.Kind() == hardware.KindGPU:
		return AL2023GPU, ""
	case arm:
		return AL2023ARM64, ""
	}
	return AL2023, ""
}

// Supported returns the types of the catalogue, retired ones included and
// sorted by name, that an image works on and that keep accepts. A nil keep
// accepts all. Wasteful and unsure combinations are left out.
func Supported(img Image, keep func(hardware.InstanceType) bool) []hardware.InstanceType {
	var types []hardware.InstanceType
	for _, t := range hardware.All() {
		if (keep == nil || keep(t)) && judge(img, t).Level == Works {
			types = append(types, t)
		}
	}
	return types
}

// NVIDIATypes returns the names of exactly the types whose NVIDIA GPUs an image
// drives, sorted, retired types included: what a template's parameter may
// allow.
func NVIDIATypes(img Image) []string {
	var names []string
	for _, t := range Supported(img, hardware.InstanceType.IsNVIDIA) {
		names = append(names, t.Name)
	}
	return names
}

// Alternatives returns at most n types on offer that can stand in for t, as
// [hardware.Alternatives] does, limited to those that the image works on.
func Alternatives(img Image, t hardware.InstanceType, n int) []hardware.InstanceType {
	var types []hardware.InstanceType
	for _, other := range hardware.Select(hardware.StandIn(t)) {
		if len(types) >= n {
			break
		}
		if other.Name != t.Name && judge(img, other).Level == Works {
			types = append(types, other)
		}
	}
	return types
}
