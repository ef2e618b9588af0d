package checks

import (
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// launchRules are about what instances are started with.
var launchRules = []Rule{
	{
		ID: "ecsgpu-scaling-reserved-memory", Category: Scaling, Severity: Warning,
		Title:  "ECS_RESERVED_MEMORY out of range",
		Reason: "the agent reads it as a 16 bit number and takes 0 for what is not one, so nothing is reserved and tasks may take the system's memory.",
		Source: "aws/amazon-ecs-agent 8dfceca (2026-06-30), agent/config/parse.go",
		Fix:    "set it to 0 to 65535 MiB.",
		check:  onPool(checkReservedMemory),
	},
	{
		ID: "ecsgpu-scaling-root-volume", Category: Scaling, Severity: Info,
		Title:  "instances with GPUs keep the image's small root volume",
		Reason: "the image's root volume is 30 GiB, and images with CUDA are often 5 to 30 GiB: the second one may fill it.",
		Source: "aws/amazon-ecs-ami a2532d3 (2026-08-21); aws/containers-roadmap #358",
		Fix:    "map /dev/xvda to a gp3 volume of 100 GiB or more.",
		check:  onPool(checkRootVolume),
	},
}

func checkReservedMemory(p *pool, r *report) {
	for _, l := range p.Launches() {
		f := l.Agent.Settings.Get("ECS_RESERVED_MEMORY")
		text, ok := f.Get()
		if !ok {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err != nil || n < 0 || n > sizing.MaxReservedMemoryMiB {
			r.add(p.item(l), f.Place, "%s sets ECS_RESERVED_MEMORY to %q, which the agent reads as 0", p.speaks(), text)
		}
	}
}

func checkRootVolume(p *pool, r *report) {
	if p.Kind == inventory.ManagedInstances || p.hasGPU() != hardware.Yes {
		return
	}
	for _, l := range p.Launches() {
		image, ok := imageOf(l)
		if !ok || image.Root.SizeGiB == 0 || image.Data.SizeGiB > 0 || l.BlockDevices.Open {
			continue
		}
		mapped := false
		for _, d := range l.BlockDevices.Items {
			if name, known := d.DeviceName.Get(); known && name != image.Root.Device {
				continue
			}
			size, known := d.SizeGiB.Or(image.Root.SizeGiB)
			mapped = mapped || !known || size > image.Root.SizeGiB
		}
		if !mapped {
			r.add(p.item(l), l.BlockDevices.Place, "%s has GPUs and the root volume of %s, %d GiB", p.speaks(), image, image.Root.SizeGiB)
		}
	}
}
