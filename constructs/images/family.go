package images

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// Name identifies an image regardless of its build: "al2023-gpu".
type Name string

// family is a line of published images with the ECS agent. Each has a file of
// its own, which registers it.
type family interface {
	// images returns every image of the family at its latest build.
	images() []Image
	// builds returns the known changes of an image's driver, oldest first.
	builds(Name) []build
	// parameter returns the path of the parameter of one build of an image.
	parameter(latest Image, version string) (string, error)
	// fromParameter returns the image and the version, empty for the latest, that
	// the path of a public parameter names. The path has no property at its end.
	fromParameter(path string) (name Name, version string, found bool)
}

var families []family

func register(f family) family {
	families = append(families, f)
	return f
}

// published is every image of the families at its latest build, sorted by name.
var published = sync.OnceValue(func() []Image {
	var images []Image
	for _, f := range families {
		for _, i := range f.images() {
			i.family, i.Driver = f, driverOf(f.builds(i.Name), "")
			images = append(images, i)
		}
	}
	slices.SortFunc(images, func(a, b Image) int { return cmp.Compare(a.Name, b.Name) })
	return images
})

// All returns every published image at its latest build, sorted by name.
func All() []Image { return slices.Clone(published()) }

// Lookup returns a published image at its latest build.
func Lookup(name Name) (Image, bool) {
	for _, i := range published() {
		if i.Name == name {
			return i, true
		}
	}
	return Image{}, false
}

// Pin returns the image at one build: a date such as "20250206" for Amazon
// Linux, a release such as "1.55.0" for Bottlerocket. Its SSM parameter then
// names that build, and its driver is the one of that build.
func (i Image) Pin(version string) (Image, error) {
	if i.Name == CustomName {
		return Image{}, fmt.Errorf("version of %s must be empty: its id already names one build, got %q", i.Name, version)
	}
	pinned, found := Lookup(i.Name)
	if !found {
		return Image{}, fmt.Errorf("image %q is not a published one", i.Name)
	}
	parameter, err := pinned.family.parameter(pinned, version)
	if err != nil {
		return Image{}, err
	}
	pinned.Version, pinned.SSMParameter = version, parameter
	pinned.Driver = driverOf(pinned.family.builds(i.Name), version)
	return pinned, nil
}
