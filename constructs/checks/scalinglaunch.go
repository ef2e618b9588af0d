package checks

import (
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// launchRules are about what instances are started with.
var launchRules = []Rule{
	{
		ID: "ecsgpu-scaling-root-volume", Category: Scaling, Severity: Info,
		Title:  "instances with GPUs keep the image's small root volume",
		Reason: "the image's root volume is 30 GiB, and images with CUDA are often 5 to 30 GiB: the second one may fill it.",
		Source: "aws/amazon-ecs-ami a2532d3 (2026-08-21); aws/containers-roadmap #358",
		Fix:    "map /dev/xvda to a gp3 volume of 100 GiB or more.",
		check:  onPool(checkRootVolume),
	},
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
