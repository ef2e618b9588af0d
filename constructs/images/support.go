package images

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// Level is the outcome of a judgement.
type Level string

// The levels, from go to stop.
const (
	// Works: instances register, with their accelerators.
	Works Level = "yes"
	// Wasteful: instances register and work, but the image carries drivers for
	// devices that the type does not have.
	Wasteful Level = "wasteful"
	// Unsure: something speaks against it that is not certain. Warn.
	Unsure Level = "unsure"
	// Fails: instances do not boot, do not register, or register without their
	// accelerators. Refuse.
	Fails Level = "no"
)

// Certainty is how much a fact can be relied on.
type Certainty string

// The certainties, firmest first.
const (
	// Documented: AWS's or NVIDIA's documentation or release notes say so.
	Documented Certainty = "documented"
	// SourceCode: read in the public recipe or program that makes it so.
	SourceCode Certainty = "source code"
	// ThirdParty: somebody else reports it.
	ThirdParty Certainty = "third party"
	// Inferred: it follows from other facts, if nothing else changed.
	Inferred Certainty = "inferred"
)

// IsFirm reports whether a refusal may rest on the fact.
func (c Certainty) IsFirm() bool { return c == Documented || c == SourceCode }

// Support is the judgement of an image on an instance type.
type Support struct {
	// OK is false exactly when Level is Fails: refuse. Wasteful and Unsure are
	// OK and deserve a warning.
	OK    bool
	Level Level

	// Reason is one sentence, always there.
	Reason string

	// Remedy says what to do instead, or besides; empty when Level is Works and
	// nothing more is needed.
	Remedy string

	// Source and Certainty say where the deciding fact is from, and how firm it
	// is.
	Source    string
	Certainty Certainty

	// Sysctl is a kernel setting that user data must make before the image
	// works on the type: "vm.overcommit_memory=1". Mostly empty.
	Sysctl string
}

// Sources of facts that several judgements use.
const (
	sourceEC2       = "EC2 DescribeInstanceTypes (moto 5.2.1 copy, 2026-02)"
	sourceRecipes   = "aws/amazon-ecs-ami a2532d3 (2026-08-21)"
	sourceChangelog = "aws/amazon-ecs-ami CHANGELOG"
	sourceAgent     = "aws/amazon-ecs-agent 8dfceca (2026-06-30)"
	sourceNeuron    = "Amazon ECS developer guide, task definitions for AWS Neuron machine learning workloads"
)

// Supports judges an image on an instance type: whether it boots there,
// registers with ECS, and hands out the type's accelerators. Retired types are
// judged as if they could still be launched, and the end of an image's life is
// not considered: those are other questions (Status, IsPastEndOfLife).
func Supports(img Image, t hardware.InstanceType) Support { return judge(img, t).on(img, t) }

func judge(img Image, t hardware.InstanceType) verdict {
	switch {
	case len(t.Architectures) == 0:
		return fails(sourceEC2, Documented, fmt.Sprintf("%s runs macOS, for which ECS has no agent", t.Name),
			say("choose an x86_64 or arm64 instance type"))
	case !t.SupportsArchitecture(img.Architecture):
		return wrongArchitecture(img, t)
	}
	switch t.Kind() {
	case hardware.KindGPU:
		return judgeNVIDIA(img, t)
	case hardware.KindNeuron:
		return judgeNeuron(img, t)
	case hardware.KindOther:
		return judgeOther(img, t)
	}
	return judgeCPU(img, t)
}

func wrongArchitecture(img Image, t hardware.InstanceType) verdict {
	reason := fmt.Sprintf("%s is built for %s and does not boot on %s, which is %s", img, img.Architecture, t.Name, t.Architectures[0])
	return fails(sourceEC2, Documented, reason, useDefault)
}

func judgeCPU(img Image, t hardware.InstanceType) verdict {
	if img.Accelerator == NoAccelerator {
		return works(sourceRecipes, SourceCode, fmt.Sprintf("%s boots on %s and registers its CPU and memory", img, t.Name))
	}
	return wasteful(sourceAgent, SourceCode,
		fmt.Sprintf("%s carries %s drivers, and %s has no such device: the agent gives up looking for it and registers CPU and memory only",
			img, img.Accelerator, t.Name),
		useDefault)
}

func judgeOther(img Image, t hardware.InstanceType) verdict {
	device := t.Accelerators[0]
	reason := fmt.Sprintf("%s has %s %s devices, which no ECS-optimized AMI drives and ECS cannot hand out", t.Name, device.Manufacturer, device.Name)
	instead := say("choose a type with NVIDIA GPUs or Neuron devices, or one without accelerators")
	if img.Name == CustomName {
		return unsure(sourceAgent, SourceCode, reason+"; an image of your own may drive them behind ECS's back", instead)
	}
	return fails(sourceAgent, SourceCode, reason, instead)
}

// verdict is a judgement whose remedy is not yet worded.
type verdict struct {
	Support
	remedy remedy
}

// on words the remedy.
func (v verdict) on(img Image, t hardware.InstanceType) Support {
	if v.remedy != nil {
		v.Remedy = v.remedy(img, t)
	}
	return v.Support
}

func works(source string, certainty Certainty, reason string) verdict {
	return verdict{Support: Support{OK: true, Level: Works, Reason: reason, Source: source, Certainty: certainty}}
}

func wasteful(source string, certainty Certainty, reason string, r remedy) verdict {
	return verdict{Support{OK: true, Level: Wasteful, Reason: reason, Source: source, Certainty: certainty}, r}
}

func unsure(source string, certainty Certainty, reason string, r remedy) verdict {
	return verdict{Support{OK: true, Level: Unsure, Reason: reason, Source: source, Certainty: certainty}, r}
}

func fails(source string, certainty Certainty, reason string, r remedy) verdict {
	return verdict{Support{Level: Fails, Reason: reason, Source: source, Certainty: certainty}, r}
}

// against makes a negative fact a refusal if it is firm, else a warning.
func against(source string, certainty Certainty, reason string, r remedy) verdict {
	if certainty.IsFirm() {
		return fails(source, certainty, reason, r)
	}
	return unsure(source, certainty, reason, r)
}

// remedy words what to do instead of booting an image on a type. It is only
// asked once a judgement stands, because looking for other types means judging
// them too.
type remedy func(Image, hardware.InstanceType) string

// say returns a remedy that depends on nothing.
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

// useOtherDriver names the default image for the type if its driver is suitable,
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
