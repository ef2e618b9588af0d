package images

import "github.com/ecsgpu/cdk/constructs/hardware"

// Supported returns the types of the catalogue, retired ones included and
// sorted by name, that an image works on and that keep accepts. A nil keep
// accepts all. Wasteful and unsure combinations are left out.
func Supported(img Image, keep func(hardware.InstanceType) bool) []hardware.InstanceType {
	var types []hardware.InstanceType
	for _, t := range hardware.All() {
		if (keep == nil || keep(t)) && judge(img, t).Level == Works {
			types = append(types, t)
		}
	}
	return types
}

// NVIDIATypes returns the names of exactly the types whose NVIDIA GPUs an image
// drives, sorted, retired types included: what a template's parameter may
// allow.
func NVIDIATypes(img Image) []string {
	var names []string
	for _, t := range Supported(img, hardware.InstanceType.IsNVIDIA) {
		names = append(names, t.Name)
	}
	return names
}

// Alternatives returns at most n types on offer that can stand in for t, as
// [hardware.Alternatives] does, limited to those that the image works on.
func Alternatives(img Image, t hardware.InstanceType, n int) []hardware.InstanceType {
	var types []hardware.InstanceType
	for _, other := range hardware.Select(hardware.StandIn(t)) {
		if len(types) >= n {
			break
		}
		if other.Name != t.Name && judge(img, other).Level == Works {
			types = append(types, other)
		}
	}
	return types
}
