package images

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// The variants of Bottlerocket for ECS.
const (
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
)

const bottlerocketPrefix = "/aws/service/bottlerocket/"

// bottlerocketVariants are the ECS variants, each for both architectures.
// Source: bottlerocket.dev, version information of 1.68; bottlerocket-os
// #4492 for the end of aws-ecs-1.
var bottlerocketVariants = []struct {
	variant, kernel, unconfirmed string
	builds                       []build
}{
	{"aws-ecs-1", "5.15", "", nil},
	{"aws-ecs-1-nvidia", "5.15", "", bottlerocket1NVIDIA},
	{"aws-ecs-2", "6.1", "", nil},
	{"aws-ecs-2-fips", "6.1", noParameter, nil},
	{"aws-ecs-2-nvidia", "6.1", "", bottlerocket2NVIDIA},
	{"aws-ecs-2-nvidia-fips", "6.1", noParameter, bottlerocket2NVIDIA},
	{"aws-ecs-3", "6.12", noParameter, nil},
	{"aws-ecs-3-fips", "6.12", noParameter, nil},
	{"aws-ecs-3-nvidia", "6.12", noParameter, bottlerocket3NVIDIA},
	{"aws-ecs-3-nvidia-fips", "6.12", noParameter, bottlerocket3NVIDIA},
	{"aws-ecs-4", "6.18", noParameter, nil},
	{"aws-ecs-4-nvidia", "6.18", noParameter, bottlerocket3NVIDIA},
}

const noParameter = "the variant is listed on bottlerocket.dev, but that its SSM parameter is published has not been confirmed"

// bottlerocket images have a root disk of 2 GiB for the system and a data disk
// of 20 GiB for containers (bottlerocket-os/bottlerocket README, default
// volumes).
type bottlerocket struct{}

var _ = register(bottlerocket{})

func (bottlerocket) images() []Image {
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

// release is the version of a Bottlerocket build.
var release = regexp.MustCompile(`^[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$`)

func (bottlerocket) parameter(latest Image, version string) (string, error) {
	if !release.MatchString(version) {
		return "", fmt.Errorf(`version of %s must be a release such as "1.55.0", got %q`, latest.Name, version)
	}
	return strings.Replace(latest.SSMParameter, "/latest/", "/"+version+"/", 1), nil
}

func (f bottlerocket) builds(name Name) []build {
	images := f.images() // two for each variant
	n := slices.IndexFunc(images, func(i Image) bool { return i.Name == name })
	return bottlerocketVariants[n/2].builds
}

// fromParameter takes a variant, an architecture in Docker's spelling or EC2's,
// and "latest" or a release.
func (f bottlerocket) fromParameter(path string) (Name, string, bool) {
	rest, found := strings.CutPrefix(path, bottlerocketPrefix)
	parts := strings.Split(rest, "/")
	if !found || len(parts) != 3 {
		return "", "", false
	}
	architecture, err := hardware.ParseArchitecture(parts[1])
	for _, i := range f.images() {
		if err == nil && i.Variant == parts[0] && i.Architecture == architecture {
			if parts[2] == "latest" {
				return i.Name, "", true
			}
			return i.Name, parts[2], parts[2] != ""
		}
	}
	return "", "", false
}

// The GPU driver pages of bottlerocket.dev, 1.15 to 1.68.
var bottlerocket1NVIDIA = []build{
	{"", bottlerocketDriver("", 470, 470)},
	{"1.20.0", bottlerocketDriver("", 470, 535)},
	{"1.41.0", bottlerocketDriver("535.247.01", 535, 535)},
}

var bottlerocket2NVIDIA = []build{
	{"", bottlerocketDriver("", 535, 535)},
	{"1.20.0", bottlerocketDriver("", 535, 570)},
	{"1.41.0", bottlerocketDriver("", 570, 570)},
	{"1.53.0", bottlerocketDriver("", 570, 580)},
	{"1.55.0", bottlerocketDriver("", 580, 580)},
	{"1.65.0", bottlerocketDriver("580.178.04", 580, 580)},
}

var bottlerocket3NVIDIA = []build{
	{"", bottlerocketDriver("", 580, 580)},
	{"1.65.0", bottlerocketDriver("580.178.04", 580, 580)},
}

// bottlerocketDriver ships open and proprietary modules and picks at boot.
// AWS's list of types for its NVIDIA variants includes P3; whether the virtual
// GPUs of g6f work is not said.
func bottlerocketDriver(version string, minMajor, maxMajor int) Driver {
	return Driver{Version: version, MinMajor: minMajor, MaxMajor: maxMajor, Proprietary: fact.Yes, GRID: fact.Maybe}
}
