package checks

import "github.com/ecsgpu/cdk/constructs/inventory"

// sizeRules are about the three sizes of a group together.
var sizeRules = []Rule{
	{
		ID: "ecsgpu-scaling-sizes", Category: Scaling, Severity: Error,
		Title:  "the sizes of a group contradict each other",
		Reason: "EC2 Auto Scaling refuses a group whose desired capacity is not between its minimum and its maximum, and one whose minimum is above its maximum.",
		Source: "Amazon EC2 Auto Scaling API reference, CreateAutoScalingGroup (botocore 1.43.11, 2026-11); cfn-lint 1.51.0 E3706",
		Fix:    "write MinSize <= DesiredCapacity <= MaxSize.",
		check:  onPool(checkSizes),
	},
}

func checkSizes(p *pool, r *report) {
	if p.Kind != inventory.AutoScalingGroup {
		return
	}
	least, hasLeast := p.Min.Get()
	most, hasMost := p.Max.Get()
	desired, hasDesired := p.Desired.Get()
	if hasLeast && hasMost && least > most {
		r.add(p.Item, p.Min.Place, "%s has the minimum %d above its maximum %d", p.speaks(), least, most)
		return // the desired capacity cannot be right either
	}
	if hasDesired && hasLeast && desired < least {
		r.add(p.Item, p.Desired.Place, "%s has the desired capacity %d below its minimum %d", p.speaks(), desired, least)
	}
	if hasDesired && hasMost && desired > most {
		r.add(p.Item, p.Desired.Place, "%s has the desired capacity %d above its maximum %d", p.speaks(), desired, most)
	}
}
