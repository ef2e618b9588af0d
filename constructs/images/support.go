package images

import (
	"fmt"

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
