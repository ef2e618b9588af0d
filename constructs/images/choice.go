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
