package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
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
		Reason: "newer types have a better price for their performance and are easier to get.",
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
		Fix:    "choose a type that the Region offers, or another Region.",
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

func checkRetired(p *placement.Pool, r *report) {
	for o := range named(p) {
		if !o.Known || !o.Instance.IsRetired() {
			continue
		}
		f := r.add(itemOf(p, o.Launch), o.Name.Place, "%s of %s is retired: new ones can no longer be launched in commercial Regions", o.Instance.Name, r.pool(p))
		r.suggest(f, o.Instance)
	}
}

// suggest names types that can stand in.
func (r *report) suggest(f *Finding, t hardware.InstanceType) {
	types := r.advice.remember(t.Name+" "+r.Region, func() string {
		selection := hardware.StandIn(t)
		selection.Region = r.Region
		var names []string
		for _, other := range hardware.Select(selection) {
			if other.Name != t.Name && len(names) < suggested {
				names = append(names, other.Name)
			}
		}
		return strings.Join(names, ", ")
	})
	if types != "" {
		f.fix("choose a type on offer, such as %s", types)
	}
}

func checkGeneration(p *placement.Pool, r *report) {
	for o := range named(p) {
		if o.Known && !o.Instance.CurrentGeneration && !o.Instance.IsRetired() {
			r.add(itemOf(p, o.Launch), o.Name.Place, "%s of %s is of a previous generation", o.Instance.Name, r.pool(p))
		}
	}
}

// maxSpelled is how many unknown names get the nearest known ones.
const maxSpelled = 100

func checkName(p *placement.Pool, r *report) {
	for o := range named(p) {
		name, named := o.Name.Get()
		if !named || o.Known || strings.ContainsAny(name, "*?") {
			continue
		}
		f := r.add(itemOf(p, o.Launch), o.Name.Place, "%q of %s is not an instance type that the catalogue knows", name, r.pool(p))
		if len(r.findings) <= maxSpelled { // each is compared with the whole catalogue
			f.fix("check the spelling; nearest are %s", strings.Join(hardware.Nearest(name, suggested), ", "))
		}
	}
}

func checkRegion(p *placement.Pool, r *report) {
	region := r.Region
	for o := range named(p) {
		if !o.Known || o.Instance.IsRetired() || o.Instance.OfferedIn(region) != fact.No {
			continue
		}
		f := r.add(itemOf(p, o.Launch), o.Name.Place, "%s of %s was not offered in %s in %s", o.Instance.Name, r.pool(p), region, hardware.OfferingsDate)
		r.suggest(f, o.Instance)
	}
}

func checkLaunchConfiguration(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		if l.Kind == inventory.LaunchConfiguration {
			r.add(l.Item, inventory.Place{}, "%s uses the launch configuration %s", r.pool(p), l.Label())
		}
	}
}
