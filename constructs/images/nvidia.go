package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// judgeNVIDIA judges the driver: its branch against the GPU, its kernel
// modules against the generation, and what particular builds lacked.
func judgeNVIDIA(img Image, t hardware.InstanceType) verdict {
	if img.Accelerator != NVIDIA {
		return fails(sourceAgent, SourceCode,
			fmt.Sprintf("%s has no NVIDIA driver: %s would register with no GPU, and GPU tasks would never be placed on it", img, t.Name),
			useDefault)
	}
	for _, rule := range []func(Image, hardware.InstanceType) (verdict, bool){
		judgeFirstBuild, judgeFabric, judgeBranch, judgeModules, judgeFraction,
	} {
		if v, decided := rule(img, t); decided {
			return v
		}
	}
	return drives(img, t)
}

func drives(img Image, t hardware.InstanceType) verdict {
	source, certainty := sourceRecipes, SourceCode
	switch {
	case img.Name == CustomName:
		source, certainty = sourceNVIDIA, Documented
	case img.OS == Bottlerocket:
		// AWS lists the types for the Kubernetes variants, which share the driver.
		source, certainty = "bottlerocket.dev GPU driver versions 1.68; AWS EKS documentation for the NVIDIA variants", Inferred
	}
	reason := fmt.Sprintf("driver %s of %s drives the %s", img.Driver, img, gpuOf(t))
	if img.Name == CustomName && t.Generation.OlderThan(hardware.Turing) {
		reason += ", provided that its kernel modules are NVIDIA's proprietary ones"
	}
	return works(source, certainty, reason)
}

func judgeFirstBuild(img Image, t hardware.InstanceType) (verdict, bool) {
	if img.Name != AL2023GPU || !img.before(firstAL2023GPU) {
		return verdict{}, false
	}
	return unsure(sourceChangelog, SourceCode,
		fmt.Sprintf("%s is older than the first build of that AMI (%s), so what it drives on %s is not known", img, firstAL2023GPU, t.Name),
		say(useLatest)), true
}

// judgeFabric: P6 needs packages beside the driver for its NVLink fabric.
func judgeFabric(img Image, t hardware.InstanceType) (verdict, bool) {
	if img.Name != AL2023GPU || !img.before(p6Support) || (t.Family() != "p6-b200" && t.Family() != "p6-b300") {
		return verdict{}, false
	}
	return fails(sourceChangelog+" "+p6Support, SourceCode,
		fmt.Sprintf("%s lacks the fabric packages that %s needs; they came with build %s", img, t.Name, p6Support),
		say(useLatest)), true
}

// judgeBranch compares the driver's branch with those that know the GPU.
func judgeBranch(img Image, t hardware.InstanceType) (verdict, bool) {
	if !img.Driver.IsKnown() {
		return unsure(sourceRecipes, Inferred,
			fmt.Sprintf("the driver of %s is not known, so whether it drives the %s is not either", img, gpuOf(t)), useOtherDriver), true
	}
	for _, b := range branchesFor(t) {
		if b.admits(img.Driver) {
			continue
		}
		reason := fmt.Sprintf("the %s needs a driver of %s, and %s has %s", gpuOf(t), b.wants(img.Driver), img, img.Driver)
		if b.excludes(img.Driver) {
			return against(b.source, b.certainty, reason, useOtherDriver), true
		}
		return unsure(b.source, Inferred, reason, useOtherDriver), true
	}
	return verdict{}, false
}

// gpuOf returns "V100 (Volta) of p3.2xlarge".
func gpuOf(t hardware.InstanceType) string {
	return fmt.Sprintf("%s (%s) of %s", t.Accelerators[0].Name, t.Generation, t.Name)
}

// judgeModules: generations before Turing need NVIDIA's own kernel modules, and
// the AMI must know to load them.
func judgeModules(img Image, t hardware.InstanceType) (verdict, bool) {
	if !t.Generation.OlderThan(hardware.Turing) || img.Name == CustomName {
		return verdict{}, false
	}
	switch {
	case img.Driver.Proprietary != fact.Yes:
		return unsure(sourceChangelog+" 20251027", Inferred,
			fmt.Sprintf("the %s needs NVIDIA's proprietary kernel modules, and builds of %s before %s may have the open ones only", gpuOf(t), img.Name, dynamicDriver),
			say(useLatest)), true
	case img.Name == AL2023GPU && t.Family() == "p3dn" && img.before(p3dnByDriverPick):
		return unsure(sourceRecipes+", nvidia-kmod-load.sh", Inferred,
			fmt.Sprintf("%s loads the proprietary kernel modules by a list of devices that at first had P3 and G3 but not %s", img, t.Name),
			say(useLatest)), true
	}
	return verdict{}, false
}

// judgeFraction: parts of a GPU are virtual GPUs, which need GRID modules.
func judgeFraction(img Image, t hardware.InstanceType) (verdict, bool) {
	if !t.IsFractional() {
		return verdict{}, false
	}
	const latest = useLatest + " of " + string(AL2023GPU)
	need := fmt.Sprintf("%s has a part of a GPU, which needs NVIDIA's GRID driver", t.Name)
	switch {
	case img.Driver.GRID == fact.No:
		return fails(sourceChangelog+" "+dynamicDriver, SourceCode,
			fmt.Sprintf("%s, and %s is older than the build that brought it (%s)", need, img, dynamicDriver), say(latest)), true
	case img.Driver.GRID != fact.Yes && img.Name == AL2023GPU:
		return unsure(sourceChangelog+" "+gridLicensing, SourceCode,
			fmt.Sprintf("%s, and %s has it without the licence daemon, which came with build %s", need, img, gridLicensing), say(latest)), true
	case img.Driver.GRID != fact.Yes && img.Name == CustomName:
		return unsure(sourceRecipes, Inferred, need+", and the image does not claim it",
			say("set GRID if the image has it, or "+latest)), true
	case img.Driver.GRID != fact.Yes:
		return unsure(sourceRecipes, Inferred, fmt.Sprintf("%s, and nothing says that %s has it", need, img), say(latest)), true
	}
	v := drives(img, t)
	if t.Name == "g6f.large" {
		v.Sysctl = "vm.overcommit_memory=1"
		v.Remedy = "set vm.overcommit_memory=1 in user data (aws/amazon-ecs-ami README)"
	}
	return v, true
}

// branches are the driver branches that know a GPU. A zero bound is open.
type branches struct {
	first, last int
	source      string
	certainty   Certainty
}

const (
	sourceNVIDIA = "NVIDIA data center driver documentation, CUDA Toolkit, Driver, and Architecture Matrix (read 2026-11)"
	sourceG7     = "AWS EKS documentation as quoted in NVIDIA/aicr #2743; awslabs/amazon-eks-ami #2768 (2026-09-21)"
	sourceB300   = "general knowledge of NVIDIA's branches; not found in a release note"
)

// branchesByGeneration holds for every GPU of a generation in EC2 unless
// branchesByFamily says more. NVIDIA's matrix gives the last branch, and the
// first CUDA toolkit, which came with the first branch: 9.0 with R384, 10.0 with
// R410, 11.0 with R450, 11.8 with R520, 12.8 with R570.
// https://docs.nvidia.com/datacenter/tesla/drivers/cuda-toolkit-driver-and-architecture-matrix.html
var branchesByGeneration = map[hardware.Generation]branches{
	hardware.Kepler:    {last: 470, source: sourceNVIDIA, certainty: Documented},
	hardware.Maxwell:   {last: 580, source: sourceNVIDIA, certainty: Documented},
	hardware.Volta:     {first: 384, last: 580, source: sourceNVIDIA, certainty: Documented},
	hardware.Turing:    {first: 410, source: sourceNVIDIA, certainty: Documented},
	hardware.Ampere:    {first: 450, source: sourceNVIDIA, certainty: Documented},
	hardware.Ada:       {first: 520, source: sourceNVIDIA, certainty: Documented},
	hardware.Hopper:    {first: 520, source: sourceNVIDIA, certainty: Documented},
	hardware.Blackwell: {first: 570, source: sourceNVIDIA, certainty: Documented},
}

// branchesByFamily holds the GPUs that came late in their generation.
var branchesByFamily = map[string]branches{
	"g7":      {first: 595, source: sourceG7, certainty: ThirdParty},
	"p6-b300": {first: 580, source: sourceB300, certainty: Inferred},
}

// branchesFor returns the bounds that the GPUs of a type must meet, the firmest
// first: those of the generation, then those of the family.
func branchesFor(t hardware.InstanceType) []branches {
	bounds := []branches{branchesByGeneration[t.Generation]}
	if b, found := branchesByFamily[t.Family()]; found {
		bounds = append(bounds, b)
	}
	return bounds
}

// admits reports whether every branch that a driver may be of lies within the
// bounds.
func (b branches) admits(d Driver) bool {
	return d.IsKnown() && d.MinMajor >= b.first && (b.last == 0 || d.MaxMajor <= b.last)
}

// excludes reports whether no branch that a driver may be of does.
func (b branches) excludes(d Driver) bool {
	return d.IsKnown() && (d.MaxMajor < b.first || b.last > 0 && d.MinMajor > b.last)
}

// wants returns in which direction a driver that is not admitted misses.
func (b branches) wants(d Driver) string {
	if d.MinMajor < b.first {
		return fmt.Sprintf("branch %d or newer", b.first)
	}
	return fmt.Sprintf("branch %d or older", b.last)
}
