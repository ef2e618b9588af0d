package images

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

const (
	ecsPrefix          = "/aws/service/ecs/optimized-ami/"
	bottlerocketPrefix = "/aws/service/bottlerocket/"
)

// published is every ECS-optimized image at its latest build, sorted by name.
var published = sync.OnceValue(func() []Image {
	images := amazonLinux2023()
	images = append(images, amazonLinux2()...)
	images = append(images, bottlerocket()...)
	for n := range images {
		images[n].Driver = driverOf(images[n].Name, "")
	}
	slices.SortFunc(images, func(a, b Image) int { return cmp.Compare(a.Name, b.Name) })
	return images
})

// amazonLinux2023 follows the recipes of aws/amazon-ecs-ami a2532d3
// (2026-08-21): gp3 root of 30 GiB, IMDSv2 demanded with a hop limit of 2.
func amazonLinux2023() []Image {
	image := func(name Name, folder, variant string, a hardware.Architecture, accelerator Accelerator) Image {
		return Image{
			Name: name, OS: AmazonLinux2023, Variant: variant, Architecture: a, Accelerator: accelerator,
			Kernel:       "6.1",
			SSMParameter: ecsPrefix + folder + "/recommended/image_id",
			Root:         Disk{Device: "/dev/xvda", SizeGiB: 30, VolumeType: "gp3"},
			IMDSv2Only:   true, IMDSHopLimit: 2,
		}
	}
	return []Image{
		image(AL2023, "amazon-linux-2023", "standard", hardware.X86_64, NoAccelerator),
		image(AL2023ARM64, "amazon-linux-2023/arm64", "standard", hardware.ARM64, NoAccelerator),
		image(AL2023GPU, "amazon-linux-2023/gpu", "gpu", hardware.X86_64, NVIDIA),
		image(AL2023Neuron, "amazon-linux-2023/neuron", "neuron", hardware.X86_64, Neuron),
	}
}

// amazonLinux2 follows the same recipes: gp2 root of 30 GiB, nothing said about
// IMDS. Builds were still published after the end of life.
func amazonLinux2() []Image {
	image := func(name Name, folder, variant, kernel string, a hardware.Architecture, accelerator Accelerator) Image {
		return Image{
			Name: name, OS: AmazonLinux2, Variant: variant, Architecture: a, Accelerator: accelerator,
			Kernel:          kernel,
			SSMParameter:    ecsPrefix + folder + "/recommended/image_id",
			EndOfLife:       "2026-06-30",
			EndOfLifeSource: "aws/amazon-ecs-ami README (a2532d3, 2026-08-21)",
			Root:            Disk{Device: "/dev/xvda", SizeGiB: 30, VolumeType: "gp2"},
		}
	}
	return []Image{
		image(AL2, "amazon-linux-2", "standard", "4.14", hardware.X86_64, NoAccelerator),
		image(AL2ARM64, "amazon-linux-2/arm64", "standard", "4.14", hardware.ARM64, NoAccelerator),
		image(AL2GPU, "amazon-linux-2/gpu", "gpu", "4.14", hardware.X86_64, NVIDIA),
		image(AL2Inf, "amazon-linux-2/inf", "neuron", "4.14", hardware.X86_64, Neuron),
		image(AL2Kernel510, "amazon-linux-2/kernel-5.10", "standard", "5.10", hardware.X86_64, NoAccelerator),
		image(AL2Kernel510ARM64, "amazon-linux-2/kernel-5.10/arm64", "standard", "5.10", hardware.ARM64, NoAccelerator),
		image(AL2Kernel510GPU, "amazon-linux-2/kernel-5.10/gpu", "gpu", "5.10", hardware.X86_64, NVIDIA),
		image(AL2Kernel510Inf, "amazon-linux-2/kernel-5.10/inf", "neuron", "5.10", hardware.X86_64, Neuron),
	}
}

// bottlerocketVariants are the ECS variants, each for both architectures.
// Source: bottlerocket.dev, version information of 1.68; bottlerocket-os
// #4492 for the end of aws-ecs-1.
var bottlerocketVariants = []struct {
	variant, kernel, unconfirmed string
}{
	{"aws-ecs-1", "5.15", ""},
	{"aws-ecs-1-nvidia", "5.15", ""},
	{"aws-ecs-2", "6.1", ""},
	{"aws-ecs-2-fips", "6.1", noParameter},
	{"aws-ecs-2-nvidia", "6.1", ""},
	{"aws-ecs-2-nvidia-fips", "6.1", noParameter},
	{"aws-ecs-3", "6.12", noParameter},
	{"aws-ecs-3-fips", "6.12", noParameter},
	{"aws-ecs-3-nvidia", "6.12", noParameter},
	{"aws-ecs-3-nvidia-fips", "6.12", noParameter},
	{"aws-ecs-4", "6.18", noParameter},
	{"aws-ecs-4-nvidia", "6.18", noParameter},
}

const noParameter = "the variant is listed on bottlerocket.dev, but that its SSM parameter is published has not been confirmed"

// bottlerocket images have a root disk of 2 GiB for the system and a data disk
// of 20 GiB for containers (bottlerocket-os/bottlerocket README, default
// volumes).
func bottlerocket() []Image {
	var images []Image
	for _, v := range bottlerocketVariants {
		for _, a := range hardware.Architectures() {
			images = append(images, bottlerocketImage(v.variant, v.kernel, v.unconfirmed, a))
		}
	}
	return images
}

func bottlerocketImage(variant, kernel, unconfirmed string, a hardware.Architecture) Image {
	i := Image{
		Name: Name("bottlerocket-" + strings.TrimPrefix(variant, "aws-ecs-")), OS: Bottlerocket, Variant: variant,
		Architecture: a, Accelerator: NoAccelerator, Kernel: kernel, Unconfirmed: unconfirmed,
		SSMParameter: bottlerocketPrefix + variant + "/" + string(a) + "/latest/image_id",
		Root:         Disk{Device: "/dev/xvda", SizeGiB: 2},
		Data:         Disk{Device: "/dev/xvdb", SizeGiB: 20},
	}
	if a == hardware.ARM64 {
		i.Name += "-arm64"
	}
	if strings.Contains(variant, "-nvidia") {
		i.Accelerator = NVIDIA
	}
	if strings.HasPrefix(variant, "aws-ecs-1") {
		i.EndOfLife, i.EndOfLifeSource = "2025-07-24", "bottlerocket-os/bottlerocket #4492"
	}
	return i
}
