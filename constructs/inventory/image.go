package inventory

// Image is the machine image of a launch as far as the template names it.
type Image struct {
	ID           Fact[string] // the AMI id, or unknown
	SSMParameter Fact[string] // path of the SSM parameter that it is read from; its Place is that of the image property
}
