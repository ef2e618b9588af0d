package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// mismatch is one way in which an image and an instance type do not go together.
type mismatch string

const (
	wrongArchitecture mismatch = "architecture"
	noGPUDriver       mismatch = "no-gpu-driver"
	wrongDriver       mismatch = "driver"
	noGRIDDriver      mismatch = "fraction"
	noNeuronDriver    mismatch = "neuron-driver"
	needlessDriver    mismatch = "gpu-on-cpu"
	foreignDevice     mismatch = "accelerator"
)

// imageRules are about the machine image on the instance types.
var imageRules = []Rule{
	{
		ID: "ecsgpu-image-architecture", Category: Image, Severity: Error,
		Title:  "an image is built for another architecture than the instance type",
		Reason: "EC2 refuses to launch the instance.",
		Source: "EC2 DescribeInstanceTypes (moto 5.2.1 copy, 2026-02)",
		Fix:    "use the image of the instance type's architecture.",
		check:  onImage(wrongArchitecture),
	},
	{
		ID: "ecsgpu-image-no-gpu-driver", Category: Image, Severity: Error,
		Title:  "instances with GPUs boot an image without an NVIDIA driver",
		Reason: "the instance registers with no GPU, is paid for, and GPU tasks are never placed on it.",
		Source: "aws/amazon-ecs-agent 8dfceca (2026-06-30)",
		Fix:    "use the GPU image: /aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id.",
		check:  onImage(noGPUDriver),
	},
	{
		ID: "ecsgpu-image-driver", Category: Image, Severity: Error,
		Title:  "the image's driver does not support the GPU",
		Reason: "without a driver for the GPU, the instance registers with no GPU.",
		Source: "aws/amazon-ecs-ami a2532d3 (2026-08-21); NVIDIA data center driver release notes",
		Fix:    "use an image that supports the instance type, or another type.",
		check:  onImage(wrongDriver),
	},
	{
		ID: "ecsgpu-image-fraction", Category: Image, Severity: Error,
		Title:  "fractional GPUs boot an image without NVIDIA's GRID driver",
		Reason: "g6f and gr6f have virtual GPUs, which the data center driver does not drive.",
		Source: "aws/amazon-ecs-ami CHANGELOG 20251027 and 20260323",
		Fix:    "use the latest build of the AL2023 GPU image.",
		check:  onImage(noGRIDDriver),
	},
	{
		ID: "ecsgpu-image-neuron-driver", Category: Image, Severity: Error,
		Title:  "Inferentia or Trainium instances boot an image without the Neuron driver",
		Reason: "the /dev/neuron devices do not exist, so tasks that map them do not start.",
		Source: "Amazon ECS developer guide, AWS Neuron workloads (as of 2026-11)",
		Fix:    "use /aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id.",
		check:  onImage(noNeuronDriver),
	},
	{
		ID: "ecsgpu-image-gpu-on-cpu", Category: Image, Severity: Warning,
		Title:  "instances without GPUs boot a GPU or Neuron image",
		Reason: "tasks run, but the agent looks for devices at every boot and finds none, and the image is larger.",
		Source: "aws/amazon-ecs-agent 8dfceca (2026-06-30)",
		Fix:    "use the standard image.",
		check:  onImage(needlessDriver),
	},
	{
		ID: "ecsgpu-image-accelerator", Category: Image, Severity: Warning,
		Title:  "instances have accelerators that ECS does not support",
		Reason: "ECS hands out NVIDIA GPUs and Neuron devices only; AMD, Habana, Qualcomm and Xilinx devices are not driven by its images.",
		Source: "aws/amazon-ecs-agent 8dfceca (2026-06-30)",
		Fix:    "choose a type with NVIDIA GPUs or Neuron devices, or one without accelerators.",
		check:  onImage(foreignDevice),
	},
	{
		ID: "ecsgpu-image-end-of-life", Category: Image, Severity: Warning,
		Title:  "an image is past its end of life",
		Reason: "it gets no security fixes and no drivers for new GPUs.",
		Source: "aws/amazon-ecs-ami README (a2532d3, 2026-08-21); bottlerocket-os/bottlerocket #4492",
		Fix:    "use the Amazon Linux 2023 image.",
		check:  onPool(checkEndOfLife),
	},
	{
		ID: "ecsgpu-image-overcommit", Category: Image, Severity: Warning,
		Title:  "g6f.large without the kernel setting that its driver needs",
		Reason: "on g6f.large the GRID driver does not load without vm.overcommit_memory=1.",
		Source: "aws/amazon-ecs-ami README (a2532d3, 2026-08-21)",
		Fix:    "add `sysctl -w vm.overcommit_memory=1` to the user data.",
		check:  onPool(checkSysctl),
	},
}

// onImage reports the mismatches of one kind.
func onImage(kind mismatch) onPool {
	return func(p *placement.Pool, r *report) {
		for o := range named(p) {
			if !o.Known || !o.Recognized || mismatchOf(o) != kind {
				continue
			}
			s := images.Supports(o.Image, o.Instance)
			if s.Level == images.Works {
				continue
			}
			r.add(itemOf(p, o.Launch), o.Launch.Image.SSMParameter.Place, "%s of %s: %s", o.Instance.Name, r.pool(p), s.Reason).
				as(severityOf(s.Level)).fix("%s", s.Remedy).because(r.rule.Reason, s.Source)
		}
	}
}

// mismatchOf returns what is wrong with an image on a type, if anything is.
func mismatchOf(o *placement.Option) mismatch {
	switch {
	case !o.Instance.SupportsArchitecture(o.Image.Architecture):
		return wrongArchitecture
	case o.Instance.Kind() == hardware.KindCPU:
		return needlessDriver
	case o.Instance.Kind() == hardware.KindNeuron:
		return noNeuronDriver
	case o.Instance.Kind() == hardware.KindOther:
		return foreignDevice
	case o.Image.Accelerator != images.NVIDIA:
		return noGPUDriver
	case o.Instance.IsFractional():
		return noGRIDDriver
	}
	return wrongDriver
}

func severityOf(level images.Level) Severity {
	if level == images.Fails {
		return Error
	}
	return Warning
}

func checkEndOfLife(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		image, ok := l.Image.Recognise()
		if !ok || !image.IsPastEndOfLife() {
			continue
		}
		f := r.add(itemOf(p, l), l.Image.SSMParameter.Place, "%s boots %s, which reached its end of life on %s", r.pool(p), image, image.EndOfLife).
			because(r.rule.Reason, image.EndOfLifeSource)
		if better, ok := successor(p, l); ok {
			f.fix("use %s: %s", better.Name, better.SSMParameter)
		}
	}
}

// successor returns the image to use instead on the types of a launch.
func successor(p *placement.Pool, l *inventory.Launch) (images.Image, bool) {
	for o := range named(p) {
		if o.Launch == l && o.Known {
			image, err := images.ForInstanceType(o.Instance)
			return image, err == nil
		}
	}
	return images.Image{}, false
}

func checkSysctl(p *placement.Pool, r *report) {
	for o := range named(p) {
		if !o.Known || !o.Recognized {
			continue
		}
		setting := images.Supports(o.Image, o.Instance).Sysctl
		if setting == "" {
			continue
		}
		name, _, _ := strings.Cut(setting, "=")
		data, known := readable(o.Launch.UserData)
		if !known || strings.Contains(data, name) || o.Launch.Agent.Bottlerocket {
			continue
		}
		r.add(itemOf(p, o.Launch), o.Launch.UserData.Place, "%s of %s needs %s, and its user data does not set it", o.Instance.Name, r.pool(p), setting)
	}
}
