package images

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// remedy words what to do instead of booting an image on a type. It is only
// asked once a judgement stands, because looking for other types means judging
// them too.
type remedy func(Image, hardware.InstanceType) string

// say is a remedy that depends on nothing.
func say(text string) remedy {
	return func(Image, hardware.InstanceType) string { return text }
}

// useDefault names the right image for the type.
func useDefault(_ Image, t hardware.InstanceType) string {
	img, err := ForInstanceType(t)
	if err != nil {
		return "choose another instance type"
	}
	return fmt.Sprintf("use %s", img.Name)
}

// useOtherDriver names the default image for the type if its driver would do,
// else types that this image drives.
func useOtherDriver(img Image, t hardware.InstanceType) string {
	better, err := ForInstanceType(t)
	switch {
	case err == nil && better != img && admitted(better, t) && better.Name == img.Name:
		return useLatest
	case err == nil && better != img && admitted(better, t):
		return fmt.Sprintf("use %s", better.Name)
	case t.Generation == hardware.Kepler:
		return useOtherType(img, t) + ", or an AMI of your own with driver R470 (recipe al2keplergpu of aws/amazon-ecs-ami, which is not published)"
	}
	return useOtherType(img, t) + ", or an AMI of your own with another driver"
}

const useLatest = "use the latest build"

// admitted reports whether an image's driver meets all bounds of a type.
func admitted(img Image, t hardware.InstanceType) bool {
	return !slices.ContainsFunc(branchesFor(t), func(b branches) bool { return !b.admits(img.Driver) })
}

// useOtherType names types that the image drives.
func useOtherType(img Image, t hardware.InstanceType) string {
	var names []string
	for _, other := range Alternatives(img, t, 3) {
		names = append(names, other.Name)
	}
	if len(names) == 0 {
		return "choose another instance type"
	}
	return "choose a type that the image drives, such as " + strings.Join(names, ", ")
}

// useWholeGPU names the cheapest type with a whole GPU of the generation.
func useWholeGPU(_ Image, t hardware.InstanceType) string {
	const text = "request the fraction itself, or choose a type with a whole GPU"
	whole := hardware.Select(hardware.Selection{Generations: []hardware.Generation{t.Generation}})
	if len(whole) == 0 {
		return text
	}
	return text + ", such as " + whole[0].Name
}
