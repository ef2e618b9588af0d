package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
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
}

// Disk is a disk as the image defines it. A launch template that wants another
// size must name the same device.
type Disk struct {
	Device     string // "/dev/xvda"
	SizeGiB    int    // 30 GiB is too small for most CUDA images
	VolumeType string // "gp3"; empty when the image leaves it to EC2
}

// All returns every published image at its latest build, sorted by name.
func All() []Image { return append([]Image(nil), published()...) }

// Lookup returns a published image at its latest build.
func Lookup(name Name) (Image, bool) {
	for _, i := range published() {
		if i.Name == name {
			return i, true
		}
	}
	return Image{}, false
}

// IsPinned reports whether the image is one build for good. A custom image
// with an id is.
func (i Image) IsPinned() bool { return i.Version != "" || i.ID != "" }

// EndedBy reports whether the image is past its end of life on a day (ISO
// 8601).
func (i Image) EndedBy(day string) bool { return i.EndOfLife != "" && i.EndOfLife < day }

// IsPastEndOfLife reports whether the image was past its end of life on AsOf.
func (i Image) IsPastEndOfLife() bool { return i.EndedBy(AsOf) }

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
