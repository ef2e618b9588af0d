package stacks

import "github.com/ecsgpu/cdk/constructs/images"

// latest returns a published image at its latest build.
func latest(name images.Name) images.Image {
	image, _ := images.Lookup(name)
	return image
}
