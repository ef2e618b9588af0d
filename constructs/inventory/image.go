package inventory

import "github.com/ecsgpu/cdk/constructs/images"

// Image is the machine image of a launch as far as the template names it.
type Image struct {
	ID           Fact[string] // the AMI id, or unknown
	SSMParameter Fact[string] // path of the SSM parameter that the id is read from; absent when there is none
}

// Recognise returns the ECS-optimized image that the SSM parameter names; false
// when it names none, or there is only an AMI id.
func (i Image) Recognise() (images.Image, bool) {
	path, ok := i.SSMParameter.Get()
	if !ok {
		return images.Image{}, false
	}
	return images.FromSSMParameter(path)
}
