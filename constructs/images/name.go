package images

import (
	"slices"

	"github.com/ecsgpu/cdk/internal/closedset"
)

// Name identifies an image regardless of its build: "al2023-gpu".
type Name string

// The ECS-optimized AMIs. There is no arm64 GPU AMI of Amazon Linux; Bottlerocket
// has one.
const (
	AL2023       Name = "al2023"
	AL2023ARM64  Name = "al2023-arm64"
	AL2023GPU    Name = "al2023-gpu"
	AL2023Neuron Name = "al2023-neuron"

	AL2      Name = "al2"
	AL2ARM64 Name = "al2-arm64"
	AL2GPU   Name = "al2-gpu"
	AL2Inf   Name = "al2-inf"

	AL2Kernel510      Name = "al2-kernel-5.10"
	AL2Kernel510ARM64 Name = "al2-kernel-5.10-arm64"
	AL2Kernel510GPU   Name = "al2-kernel-5.10-gpu"
	AL2Kernel510Inf   Name = "al2-kernel-5.10-inf"

	Bottlerocket1            Name = "bottlerocket-1"
	Bottlerocket1ARM64       Name = "bottlerocket-1-arm64"
	Bottlerocket1NVIDIA      Name = "bottlerocket-1-nvidia"
	Bottlerocket1NVIDIAARM64 Name = "bottlerocket-1-nvidia-arm64"

	Bottlerocket2                Name = "bottlerocket-2"
	Bottlerocket2ARM64           Name = "bottlerocket-2-arm64"
	Bottlerocket2FIPS            Name = "bottlerocket-2-fips"
	Bottlerocket2FIPSARM64       Name = "bottlerocket-2-fips-arm64"
	Bottlerocket2NVIDIA          Name = "bottlerocket-2-nvidia"
	Bottlerocket2NVIDIAARM64     Name = "bottlerocket-2-nvidia-arm64"
	Bottlerocket2NVIDIAFIPS      Name = "bottlerocket-2-nvidia-fips"
	Bottlerocket2NVIDIAFIPSARM64 Name = "bottlerocket-2-nvidia-fips-arm64"

	Bottlerocket3                Name = "bottlerocket-3"
	Bottlerocket3ARM64           Name = "bottlerocket-3-arm64"
	Bottlerocket3FIPS            Name = "bottlerocket-3-fips"
	Bottlerocket3FIPSARM64       Name = "bottlerocket-3-fips-arm64"
	Bottlerocket3NVIDIA          Name = "bottlerocket-3-nvidia"
	Bottlerocket3NVIDIAARM64     Name = "bottlerocket-3-nvidia-arm64"
	Bottlerocket3NVIDIAFIPS      Name = "bottlerocket-3-nvidia-fips"
	Bottlerocket3NVIDIAFIPSARM64 Name = "bottlerocket-3-nvidia-fips-arm64"

	Bottlerocket4            Name = "bottlerocket-4"
	Bottlerocket4ARM64       Name = "bottlerocket-4-arm64"
	Bottlerocket4NVIDIA      Name = "bottlerocket-4-nvidia"
	Bottlerocket4NVIDIAARM64 Name = "bottlerocket-4-nvidia-arm64"

	// CustomName is an AMI of the user's own; see NewCustom.
	CustomName Name = "custom"
)

// Names returns the name of every published image, sorted. CustomName is not
// among them.
func Names() []Name {
	names := make([]Name, 0, len(published()))
	for _, i := range published() {
		names = append(names, i.Name)
	}
	slices.Sort(names)
	return names
}

// ParseName reads the name of a published image in any case.
func ParseName(s string) (Name, error) {
	return closedset.Parse("image", s, Names())
}
