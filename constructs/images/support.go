package images

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

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
func Supports(img Image, t hardware.InstanceType) Support {
	switch {
	case len(t.Architectures) == 0:
		return fails(sourceEC2, Documented, fmt.Sprintf("%s runs macOS, for which ECS has no agent", t.Name),
			"choose an x86_64 or arm64 instance type")
	case !t.SupportsArchitecture(img.Architecture):
		return wrongArchitecture(img, t)
	}
	switch t.Kind() {
	case hardware.GPUKind:
		return supportsNVIDIA(img, t)
	case hardware.NeuronKind:
		return supportsNeuron(img, t)
	case hardware.OtherKind:
		return supportsOther(img, t)
	}
	return supportsCPU(img, t)
}

func wrongArchitecture(img Image, t hardware.InstanceType) Support {
	reason := fmt.Sprintf("%s is built for %s and does not boot on %s, which is %s", img, img.Architecture, t.Name, t.Architectures[0])
	return fails(sourceEC2, Documented, reason, useDefault(t))
}

func supportsCPU(img Image, t hardware.InstanceType) Support {
	if img.Accelerator == NoAccelerator {
		return works(sourceRecipes, SourceCode, fmt.Sprintf("%s boots on %s and registers its CPU and memory", img, t.Name))
	}
	return Support{
		OK: true, Level: Wasteful, Source: sourceAgent, Certainty: SourceCode,
		Reason: fmt.Sprintf("%s carries %s drivers, and %s has no such device: the agent gives up looking for it and registers CPU and memory only",
			img, img.Accelerator, t.Name),
		Remedy: useDefault(t),
	}
}

func supportsOther(img Image, t hardware.InstanceType) Support {
	device := t.Accelerators[0]
	reason := fmt.Sprintf("%s has %s %s devices, which no ECS-optimized AMI drives and ECS cannot hand out", t.Name, device.Manufacturer, device.Name)
	remedy := "choose a type with NVIDIA GPUs or Neuron devices, or one without accelerators"
	if img.Name == CustomName {
		return unsure(sourceAgent, SourceCode, reason+"; an image of your own may drive them behind ECS's back", remedy)
	}
	return fails(sourceAgent, SourceCode, reason, remedy)
}

// useDefault is the remedy that names the right image for a type.
func useDefault(t hardware.InstanceType) string {
	img, err := ForInstanceType(t)
	if err != nil {
		return "choose another instance type"
	}
	return fmt.Sprintf("use %s", img.Name)
}

// useOtherType is the remedy that names types that the image drives.
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

func works(source string, certainty Certainty, reason string) Support {
	return Support{OK: true, Level: Works, Reason: reason, Source: source, Certainty: certainty}
}

func unsure(source string, certainty Certainty, reason, remedy string) Support {
	return Support{OK: true, Level: Unsure, Reason: reason, Remedy: remedy, Source: source, Certainty: certainty}
}

func fails(source string, certainty Certainty, reason, remedy string) Support {
	return Support{Level: Fails, Reason: reason, Remedy: remedy, Source: source, Certainty: certainty}
}

// against makes a negative fact a refusal if it is firm, else a warning.
func against(source string, certainty Certainty, reason, remedy string) Support {
	if certainty.IsFirm() {
		return fails(source, certainty, reason, remedy)
	}
	return unsure(source, certainty, reason, remedy)
}
