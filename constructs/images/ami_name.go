package images

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// amiNames are the names of Amazon Linux builds around their date, as the
// releases of aws/amazon-ecs-ami list them.
var amiNames = map[Name]struct{ before, after string }{
	AL2023:       {"al2023-ami-ecs-hvm-2023.0.", "-kernel-6.1-x86_64"},
	AL2023ARM64:  {"al2023-ami-ecs-hvm-2023.0.", "-kernel-6.1-arm64"},
	AL2023GPU:    {"al2023-ami-ecs-gpu-hvm-2023.0.", "-kernel-6.1-x86_64-ebs"},
	AL2023Neuron: {"al2023-ami-ecs-neuron-hvm-2023.0.", "-kernel-6.1-x86_64"},

	AL2:      {"amzn2-ami-ecs-hvm-2.0.", "-x86_64-ebs"},
	AL2ARM64: {"amzn2-ami-ecs-hvm-2.0.", "-arm64-ebs"},
	AL2GPU:   {"amzn2-ami-ecs-gpu-hvm-2.0.", "-x86_64-ebs"},
	AL2Inf:   {"amzn2-ami-ecs-inf-hvm-2.0.", "-x86_64-ebs"},

	AL2Kernel510:      {"amzn2-ami-ecs-kernel-5.10-hvm-2.0.", "-x86_64-ebs"},
	AL2Kernel510ARM64: {"amzn2-ami-ecs-kernel-5.10-hvm-2.0.", "-arm64-ebs"},
	AL2Kernel510GPU:   {"amzn2-ami-ecs-kernel-5.10-gpu-hvm-2.0.", "-x86_64-ebs"},
	AL2Kernel510Inf:   {"amzn2-ami-ecs-kernel-5.10-inf-hvm-2.0.", "-x86_64-ebs"},
}

// bottlerocketAMI is "bottlerocket-aws-ecs-2-nvidia-x86_64-v1.20.0-fcf71a47".
var bottlerocketAMI = regexp.MustCompile(`^bottlerocket-(aws-ecs-[a-z0-9-]+)-(x86_64|aarch64|arm64)-v([0-9.]+)(-[0-9a-f]+)?$`)

// FromAMIName recognises an ECS-optimized AMI by its name and returns it pinned
// to that build. A name that ends in "-ebs" where AWS does not, or the reverse,
// is accepted.
func FromAMIName(name string) (Image, bool) {
	if match := bottlerocketAMI.FindStringSubmatch(name); match != nil {
		return bottlerocketFrom(match[1], match[2], match[3])
	}
	bare := strings.TrimSuffix(name, "-ebs")
	for image, pattern := range amiNames {
		rest, found := strings.CutPrefix(bare, pattern.before)
		if !found {
			continue
		}
		version, found := strings.CutSuffix(rest, strings.TrimSuffix(pattern.after, "-ebs"))
		if !found {
			continue
		}
		i, _ := Lookup(image)
		pinned, err := i.Pin(version)
		return pinned, err == nil
	}
	return Image{}, false
}

// AMIName is the name of the build that the image is pinned to; empty when it
// is not pinned, and for images whose names hold more than their version
// (Bottlerocket, custom).
func (i Image) AMIName() string {
	pattern, found := amiNames[i.Name]
	if !found || i.Version == "" {
		return ""
	}
	return pattern.before + i.Version + pattern.after
}

// Pin returns the image at one build: a date such as "20250206" for Amazon
// Linux, a release such as "1.55.0" for Bottlerocket. Its SSM parameter then
// names that build, and its driver is the one of that build.
func (i Image) Pin(version string) (Image, error) {
	if !isVersion(i.OS, version) || i.Name == CustomName {
		return Image{}, fmt.Errorf("version of %s must be %s, got %q", i.Name, versionShape(i), version)
	}
	latest, found := Lookup(i.Name)
	if !found {
		return Image{}, fmt.Errorf("image %q is not a published one", i.Name)
	}
	pinned := latest
	pinned.Version = version
	pinned.Driver = driverOf(pinned.Name, version)
	if name := pinned.AMIName(); name != "" {
		pinned.SSMParameter = strings.Replace(latest.SSMParameter, "/recommended/", "/"+name+"/", 1)
	} else {
		pinned.SSMParameter = strings.Replace(latest.SSMParameter, "/latest/", "/"+version+"/", 1)
	}
	return pinned, nil
}

func versionShape(i Image) string {
	switch {
	case i.Name == CustomName:
		return "empty: its id already names one build"
	case i.OS == Bottlerocket:
		return `a release such as "1.55.0"`
	}
	return `a build date such as "20250206"`
}

// bottlerocketFrom finds a variant for an architecture, at a version unless it
// is "latest".
func bottlerocketFrom(variant, architecture, version string) (Image, bool) {
	a, err := hardware.ParseArchitecture(architecture)
	if err != nil {
		return Image{}, false
	}
	for _, i := range published() {
		if i.OS != Bottlerocket || i.Variant != variant || i.Architecture != a {
			continue
		}
		if version == "latest" {
			return i, true
		}
		pinned, err := i.Pin(version)
		return pinned, err == nil
	}
	return Image{}, false
}
