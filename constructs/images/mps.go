package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

const (
	sourceMPS      = "Amazon ECS developer guide, sharing GPUs with NVIDIA MPS (2026-10-27)"
	sourceMPSBuild = "aws/amazon-ecs-ami CHANGELOG 20260721; release notes of 20260924 (agent 1.107.0)"
)

// SupportsMPS judges whether tasks can share the GPUs of a type through
// NVIDIA's Multi-Process Service on an image. It takes the AL2023 GPU AMI with
// nvidia-mps.service and an agent of 1.107.0 or later.
func SupportsMPS(img Image, t hardware.InstanceType) Support { return judgeMPS(img, t).on(img, t) }

func judgeMPS(img Image, t hardware.InstanceType) verdict {
	latest := say(fmt.Sprintf("use %s, the latest build or one from %s on", AL2023GPU, mpsAgent))
	without := judge(img, t)
	switch {
	case !without.OK:
		return without
	case !t.IsNVIDIA():
		return fails(sourceEC2, Documented, fmt.Sprintf("%s has no NVIDIA GPU to share", t.Name), say("choose a type with NVIDIA GPUs"))
	case t.IsFractional():
		return fails(sourceMPS, Documented, fmt.Sprintf("%s has a part of a GPU, which cannot be shared again", t.Name), useWholeGPU)
	case img.Name == CustomName, img.OS == Bottlerocket:
		return unsure(sourceMPS, Inferred, fmt.Sprintf("sharing by MPS is only documented for %s, not for %s", AL2023GPU, img), latest)
	case img.Name != AL2023GPU:
		return fails(sourceMPS, Documented, fmt.Sprintf("sharing by MPS needs %s, and the image is %s", AL2023GPU, img), latest)
	case img.before(mpsService):
		return fails(sourceMPSBuild, SourceCode, fmt.Sprintf("%s is older than the build that brought the MPS service (%s)", img, mpsService), latest)
	case img.before(mpsAgent):
		return unsure(sourceMPSBuild, Inferred,
			fmt.Sprintf("%s has the MPS service, but its agent is probably older than 1.107.0, which came with build %s", img, mpsAgent), latest)
	case without.Level == Unsure:
		return without
	}
	return works(sourceMPSBuild, SourceCode, fmt.Sprintf("%s has the MPS service and an agent that places by GPU memory", img))
}
