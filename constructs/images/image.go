// Package images knows the machine images that ECS container instances boot
// from: the ECS-optimized AMIs of Amazon Linux 2023, Amazon Linux 2 and
// Bottlerocket, where their ids are published, which driver they carry, and
// which instance types they can drive, with the reason and the remedy.
//
// [ForInstanceType] makes the choice that fits a type. [Supports] judges any
// choice. [FromSSMParameter] recognises what somebody else chose, pinned to an
// old build or not. Each family of images has a file: al2.go, al2023.go,
// bottlerocket.go, custom.go.
//
// Nothing here asks AWS. The facts are from the release notes, recipes and
// documentation named in each [Support]; they stand as of [AsOf]. A fact that
// was only inferred or heard makes a judgement [Unsure], never a refusal.
package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/internal/closedset"
)

// AsOf is the day up to which the facts were collected (ISO 8601). Whether an
// image is past its end of life is judged on this day, so that the answer does
// not change from one run to the next.
const AsOf = "2026-11-20"

// OS is the operating system of an image. It decides how an instance is
// configured: Amazon Linux takes shell user data and /etc/ecs/ecs.config,
// Bottlerocket takes TOML.
type OS string

// The operating systems.
const (
	AmazonLinux2023 OS = "amazon-linux-2023"
	AmazonLinux2    OS = "amazon-linux-2"
	Bottlerocket    OS = "bottlerocket"
	// OtherLinux is a custom image of another distribution.
	OtherLinux OS = "linux"
)

// ParseOS reads an operating system in any case.
func ParseOS(s string) (OS, error) {
	return closedset.Parse("operating system", s, []OS{AmazonLinux2023, AmazonLinux2, Bottlerocket, OtherLinux})
}

// Accelerator is the kind of device that an image carries a driver for.
type Accelerator string

// The accelerators.
const (
	NoAccelerator Accelerator = "none"
	NVIDIA        Accelerator = "nvidia"
	Neuron        Accelerator = "neuron"
)

// Image is a machine image, latest or pinned to a build. It is a plain value
// and can be compared with ==.
type Image struct {
	Name Name
	OS   OS

	// Variant is "standard", "gpu" or "neuron" for Amazon Linux, the variant's
	// own name ("aws-ecs-2-nvidia") for Bottlerocket, "custom" for custom ones.
	Variant string

	Architecture hardware.Architecture

	// Accelerator is what the image carries a driver for.
	Accelerator Accelerator

	// Kernel is the branch of the Linux kernel; empty when unknown.
	Kernel string

	// SSMParameter is the full path of the public parameter that holds the id,
	// ending in image_id; empty for a custom image that has an ID.
	SSMParameter string

	// ID is the AMI id of a custom image.
	ID string

	// Version is the build that the image is pinned to: a date ("20250206") for
	// Amazon Linux, a release ("1.55.0") for Bottlerocket.
	// Empty: whatever is latest when the stack is deployed.
	Version string

	// Driver is the NVIDIA driver of this build, as far as it is known.
	Driver Driver

	// EndOfLife is the day (ISO 8601) after which no fixes come; empty when
	// none is announced.
	EndOfLife string

	// EndOfLifeSource says who announced it.
	EndOfLifeSource string

	// Unconfirmed says what about the image itself could not be verified;
	// empty when nothing. Worth a warning, not a refusal.
	Unconfirmed string

	// Root is the root disk. Data is the second disk, where Bottlerocket keeps
	// container images; zero for other systems.
	Root, Data Disk

	// IMDSv2Only says that the AMI itself demands version 2 of the instance
	// metadata service, with IMDSHopLimit. When false, the launch template
	// decides, and it should demand it.
	IMDSv2Only   bool
	IMDSHopLimit int

	family family // of a published image
}

// Disk is a disk as the image defines it. A launch template that wants another
// size must name the same device.
type Disk struct {
	Device     string // "/dev/xvda"
	SizeGiB    int    // 30 GiB is too small for most CUDA images
	VolumeType string // "gp3"; empty when the image leaves it to EC2
}

// IsPinned reports whether the image is one build for good. A custom image
// with an id is.
func (i Image) IsPinned() bool { return i.Version != "" || i.ID != "" }

// IsPastEndOfLife reports whether the image was past its end of life on AsOf.
func (i Image) IsPastEndOfLife() bool { return i.EndOfLife != "" && i.EndOfLife < AsOf }

// String names the image and its build: "al2023-gpu", "al2023-gpu 20250206",
// "custom ami-0123456789abcdef0".
func (i Image) String() string {
	switch {
	case i.ID != "":
		return fmt.Sprintf("%s %s", i.Name, i.ID)
	case i.Version != "":
		return fmt.Sprintf("%s %s", i.Name, i.Version)
	}
	return string(i.Name)
}

// before reports whether the image is pinned to a build older than version.
func (i Image) before(version string) bool {
	return i.Version != "" && compareVersions(i.Version, version) < 0
}
