package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// lifecycleRules are about instance types that come and go.
var lifecycleRules = []Rule{
	{
		ID: "ecsgpu-lifecycle-retired-type", Category: Lifecycle, Severity: Warning,
		Title:  "an instance type is retired",
		Reason: "new instances can no longer be launched in commercial Regions, although CloudFormation, CDK and the price list still know the name; other partitions may still have it.",
		Source: "EC2 DescribeInstanceTypes (moto 5.2.1, 2026-02; karpenter-provider-aws, 2026-06-10) no longer lists P2, P3 and G3; AWS asked customers to leave P3 by 2025-12-20",
		Fix:    "choose a type that is on offer.",
		check:  onPool(checkRetired),
	},
	{
		ID: "ecsgpu-lifecycle-previous-generation", Category: Lifecycle, Severity: Info,
		Title:  "an instance type is of a previous generation",
		Reason: "EC2 says so; newer types do more for the money and are easier to get.",
		Source: "EC2 DescribeInstanceTypes, currentGeneration (moto 5.2.1, 2026-02)",
		Fix:    "consider a newer type.",
		check:  onPool(checkGeneration),
	},
	{
		ID: "ecsgpu-lifecycle-unknown-type", Category: Lifecycle, Severity: Warning,
		Title:  "an instance type is not in the catalogue",
		Reason: "the name is misspelt, or the type is newer or much older than the catalogue.",
		Source: "EC2 DescribeInstanceTypes (moto 5.2.1, 2026-02; karpenter-provider-aws, 2026-07)",
		Fix:    "check the spelling.",
		check:  onPool(checkName),
	},
	{
		ID: "ecsgpu-lifecycle-region", Category: Lifecycle, Severity: Warning,
		Title:  "an instance type is not offered in the stack's Region",
		Reason: "the Auto Scaling group cannot launch it there; offerings grow, so a recent one may be missing from the snapshot.",
		Source: "EC2 DescribeInstanceTypeOfferings (moto 5.2.1 copy, " + hardware.OfferingsDate + ")",
		Fix:    "choose a type or a Region that go together.",
		check:  onPool(checkRegion),
	},
	{
		ID: "ecsgpu-lifecycle-launch-configuration", Category: Lifecycle, Severity: Warning,
		Title:  "a launch configuration instead of a launch template",
		Reason: "accounts opened since 2024-10-01 cannot create launch configurations, and they know no instance type released since 2023.",
		Source: "Amazon EC2 Auto Scaling user guide, launch configurations (as of 2026-11)",
		Fix:    "use an AWS::EC2::LaunchTemplate.",
		check:  onPool(checkLaunchConfiguration),
	},
}

func checkRetired(p *pool, r *report) {
	for _, o := range p.options {
		if !o.known || !o.instance.IsRetired() {
			continue
		}
		f := r.add(p.item(o.launch), o.name.Place, "%s of %s is retired: new ones can no longer be launched in commercial Regions", o.instance.Name, p.speaks())
		f.suggest(p, o)
	}
}

// suggest names types that can stand in.
func (f *Finding) suggest(p *pool, o option) {
	if names := p.survey.advice.standIns(o.instance, p.survey.inv.Region); len(names) > 0 {
		f.fix("choose a type on offer, such as %s", strings.Join(names, ", "))
	}
}

func checkGeneration(p *pool, r *report) {
	for _, o := range p.options {
		if o.known && !o.instance.CurrentGeneration && !o.instance.IsRetired() {
			r.add(p.item(o.launch), o.name.Place, "%s of %s is of a previous generation", o.instance.Name, p.speaks())
		}
	}
}

// maxSpelled is how many unknown names get the nearest known ones.
const maxSpelled = 100

func checkName(p *pool, r *report) {
	for _, o := range p.options {
		name, named := o.name.Get()
		if !named || o.known || strings.ContainsAny(name, "*?") {
			continue
		}
		f := r.add(p.item(o.launch), o.name.Place, "%q of %s is not an instance type that the catalogue knows", name, p.speaks())
		if len(r.findings) <= maxSpelled { // each is compared with the whole catalogue
			f.fix("check the spelling; nearest are %s", strings.Join(hardware.Nearest(name, suggested), ", "))
		}
	}
}

func checkRegion(p *pool, r *report) {
	region := p.survey.inv.Region
	for _, o := range p.options {
		if !o.known || o.instance.IsRetired() || o.instance.OfferedIn(region) != hardware.No {
			continue
		}
		f := r.add(p.item(o.launch), o.name.Place, "%s of %s was not offered in %s in %s", o.instance.Name, p.speaks(), region, hardware.OfferingsDate)
		f.suggest(p, o)
	}
}

func checkLaunchConfiguration(p *pool, r *report) {
	for _, l := range p.Launches() {
		if l.Kind == inventory.LaunchConfiguration {
			r.add(l.Item, inventory.Place{}, "%s uses the launch configuration %s", p.speaks(), l.Label())
		}
	}
}
