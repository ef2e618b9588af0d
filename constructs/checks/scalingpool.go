package checks

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// poolRules are about how a group grows, shrinks and is replaced, and what its
// instances start with.
var poolRules = []Rule{
	{
		ID: "ecsgpu-scaling-max-zero", Category: Scaling, Severity: Error,
		Title:  "a group with a maximum of 0",
		Reason: "it can never launch an instance, and managed scaling requires a maximum above 0.",
		Source: sourceScaling,
		Fix:    "raise MaxSize to at least 1.",
		check:  onPool(checkMaximum),
	},
	{
		ID: "ecsgpu-scaling-idle-gpus", Category: Scaling, Severity: Info,
		Title:  "instances with GPUs run whether there are tasks or not",
		Reason: "without a capacity provider nothing scales the group to what tasks need, and idle GPUs cost as much as busy ones.",
		Source: "Amazon ECS developer guide, cluster auto scaling (as of 2026-11)",
		Fix:    "add a capacity provider with managed scaling and set MinSize to 0.",
		check:  onPool(checkIdle),
	},
	{
		ID: "ecsgpu-scaling-competing-policy", Category: Scaling, Severity: Warning,
		Title:  "another scaling policy together with managed scaling",
		Reason: "two policies on one group undo each other's decisions.",
		Source: sourceScaling,
		Fix:    "remove the policy, or disable managed scaling.",
		check:  onPool(checkPolicies),
	},
	{
		ID: "ecsgpu-scaling-weights", Category: Scaling, Severity: Warning,
		Title:  "instance weights in a group with managed scaling",
		Reason: "managed scaling counts instances and does not support weights.",
		Source: sourceScaling,
		Fix:    "remove WeightedCapacity.",
		check:  onPool(checkWeights),
	},
	{
		ID: "ecsgpu-scaling-warm-pool-agent", Category: Scaling, Severity: Warning,
		Title:  "a warm pool without the agent's setting for it",
		Reason: "without ECS_WARM_POOLS_CHECK=true instances join the cluster while they are warmed up, get tasks, and are stopped under them.",
		Source: "Amazon ECS developer guide, warm pools (as of 2026-11); aws/containers-roadmap #1471",
		Fix:    "write ECS_WARM_POOLS_CHECK=true into /etc/ecs/ecs.config.",
		check:  onPool(checkWarmPoolAgent),
	},
	{
		ID: "ecsgpu-scaling-warm-pool-reuse", Category: Scaling, Severity: Warning,
		Title:  "a warm pool that reuses instances on scale-in",
		Reason: "ECS does not support ReuseOnScaleIn: an instance that comes back is still registered with its old state.",
		Source: "Amazon ECS developer guide, warm pools (as of 2026-11)",
		Fix:    "set ReuseOnScaleIn to false.",
		check:  onPool(checkWarmPoolReuse),
	},
	{
		ID: "ecsgpu-scaling-spot-draining", Category: Scaling, Severity: Warning,
		Title:  "spot instances without spot draining",
		Reason: "without ECS_ENABLE_SPOT_INSTANCE_DRAINING=true the two minutes' notice passes unused and tasks are killed with the instance.",
		Source: "Amazon ECS developer guide, spot instance draining (as of 2026-11); aws/aws-cdk #24360",
		Fix:    "write ECS_ENABLE_SPOT_INSTANCE_DRAINING=true into /etc/ecs/ecs.config.",
		check:  onPool(checkSpotDraining),
	},
	{
		ID: "ecsgpu-scaling-latest-image", Category: Scaling, Severity: Warning,
		Title:  "a new image replaces the whole fleet with the next deployment",
		Reason: "the parameter of the latest image moves by itself, and the group's update policy then ends running tasks in a deployment that is about something else.",
		Source: "aws/aws-cdk #5675 and #12484; aws/containers-roadmap #2478",
		Fix:    "pin the image, or leave the update policy out and refresh instances at a time of your choice; with a rolling update, drain instances by a capacity provider with managed draining.",
		check:  onPool(checkLatestImage),
	},
	{
		ID: "ecsgpu-scaling-signal", Category: Scaling, Severity: Warning,
		Title:  "user data that signals success but never failure",
		Reason: "the script stops at the first error, before it signals, so CloudFormation learns of a failure by waiting until its timeout.",
		Source: "AWS CloudFormation user guide, cfn-signal (as of 2026-11)",
		Fix:    "signal in a trap: trap 'cfn-signal -e $? …' EXIT.",
		check:  onPool(checkSignal),
	},
	{
		ID: "ecsgpu-scaling-sizes", Category: Scaling, Severity: Error,
		Title:  "the sizes of a group contradict each other",
		Reason: "EC2 Auto Scaling refuses a group whose desired capacity is not between its minimum and its maximum, and one whose minimum is above its maximum.",
		Source: "Amazon EC2 Auto Scaling API reference, CreateAutoScalingGroup (botocore 1.43.11, 2026-11); cfn-lint 1.51.0 E3706",
		Fix:    "write MinSize <= DesiredCapacity <= MaxSize.",
		check:  onPool(checkSizes),
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

func checkMaximum(p *placement.Pool, r *report) {
	most, ok := p.Max.Get()
	if !ok || most > 0 {
		return
	}
	f := r.add(p.Item, p.Max.Place, "%s has a maximum of %d", r.pool(p), most)
	if p.ManagedScaling() != fact.Yes {
		f.as(Warning) // somebody may have parked it
	}
}

func checkIdle(p *placement.Pool, r *report) {
	least, ok := p.Min.Get()
	if !ok || least == 0 || len(p.CapacityProviders) > 0 || len(p.ScalingPolicies) > 0 ||
		p.Kind != inventory.AutoScalingGroup || p.HasGPU() != fact.Yes || len(r.Open) > 0 {
		return
	}
	r.add(p.Item, p.Min.Place, "%s always runs at least %s with GPUs, and nothing scales it", r.pool(p), count(least, "instance"))
}

func checkPolicies(p *placement.Pool, r *report) {
	if p.ManagedScaling() != fact.Yes {
		return
	}
	for _, id := range p.ScalingPolicies {
		r.add(p.Item, inventory.Place{}, "%s has managed scaling and the scaling policy %s", r.pool(p), id)
	}
}

func checkWeights(p *placement.Pool, r *report) {
	if p.ManagedScaling() != fact.Yes {
		return
	}
	for _, o := range p.Overrides {
		if w, ok := o.WeightedCapacity.Get(); ok && w != "1" {
			r.add(p.Item, o.WeightedCapacity.Place, "%s gives %s the weight %s", r.pool(p), o.InstanceType, w)
		}
	}
}

func checkWarmPoolAgent(p *placement.Pool, r *report) {
	if p.WarmPool == nil {
		return
	}
	for _, l := range p.Launches() {
		if on, known := l.Agent.WarmPoolsCheck().Or(false); known && !on {
			r.add(p.WarmPool.Item, inventory.Place{}, "%s has a warm pool, and its user data does not set ECS_WARM_POOLS_CHECK=true", r.pool(p))
		}
	}
}

func checkWarmPoolReuse(p *placement.Pool, r *report) {
	if p.WarmPool == nil {
		return
	}
	if reuse, ok := p.WarmPool.ReuseOnScaleIn.Get(); ok && reuse {
		r.add(p.WarmPool.Item, p.WarmPool.ReuseOnScaleIn.Place, "the warm pool of %s takes instances back on scale-in", r.pool(p))
	}
}

// buysSpot reports whether some instances of a launch are certainly spot instances.
func buysSpot(p *placement.Pool, l *inventory.Launch) bool {
	if p.MixedInstancesPolicy {
		percent, known := p.OnDemandPercentageAboveBase.Or(100)
		return known && percent < 100
	}
	market, ok := l.MarketType.Get()
	return ok && market == "spot"
}

func checkSpotDraining(p *placement.Pool, r *report) {
	if p.Kind == inventory.ManagedInstances {
		return
	}
	for _, l := range p.Launches() {
		if on, known := l.Agent.SpotDraining().Or(false); buysSpot(p, l) && known && !on {
			r.add(itemOf(p, l), firstPlace(l.MarketType.Place, p.OnDemandPercentageAboveBase.Place),
				"%s buys spot instances, and its user data does not set ECS_ENABLE_SPOT_INSTANCE_DRAINING=true", r.pool(p))
		}
	}
}

func checkLatestImage(p *placement.Pool, r *report) {
	policy := ""
	switch replaces, known := p.ReplacingUpdate.Or(false); {
	case known && replaces:
		policy = "replaces"
	case slices.Contains(p.UpdatePolicy, "AutoScalingRollingUpdate") && drains(p) == fact.No:
		policy = "rolls, without draining,"
	default:
		return
	}
	for _, l := range p.Launches() {
		image, ok := l.Image.Recognise()
		if !ok || image.IsPinned() {
			continue
		}
		r.add(p.Item, l.Image.SSMParameter.Place, "%s boots the latest %s, and its update policy %s all instances whenever that moves", r.pool(p), image, policy)
	}
}

// drains returns whether ECS drains instances before they go.
func drains(p *placement.Pool) fact.Answer {
	answer := fact.No
	for _, c := range p.Providers {
		switch draining, known := c.ManagedDraining.Or("ENABLED"); {
		case known && strings.EqualFold(draining, "ENABLED"):
			return fact.Yes
		case !known:
			answer = fact.Maybe
		}
	}
	return answer
}

func checkSignal(p *placement.Pool, r *report) {
	waits, known := p.SignalCount.Or(1)
	if !known || waits == 0 || p.SignalCount.IsAbsent() && p.SignalTimeout.IsAbsent() {
		return
	}
	for _, l := range p.Launches() {
		if l.Agent.SignalsOnlySuccess {
			r.add(itemOf(p, l), l.UserData.Place, "the user data of %s stops at the first error and signals only when there was none", r.pool(p))
		}
	}
}

func checkSizes(p *placement.Pool, r *report) {
	if p.Kind != inventory.AutoScalingGroup {
		return
	}
	least, hasLeast := p.Min.Get()
	most, hasMost := p.Max.Get()
	desired, hasDesired := p.Desired.Get()
	if hasLeast && hasMost && least > most {
		r.add(p.Item, p.Min.Place, "%s has the minimum %d above its maximum %d", r.pool(p), least, most)
		return // the desired capacity cannot be right either
	}
	if hasDesired && hasLeast && desired < least {
		r.add(p.Item, p.Desired.Place, "%s has the desired capacity %d below its minimum %d", r.pool(p), desired, least)
	}
	if hasDesired && hasMost && desired > most {
		r.add(p.Item, p.Desired.Place, "%s has the desired capacity %d above its maximum %d", r.pool(p), desired, most)
	}
}

func checkRootVolume(p *placement.Pool, r *report) {
	if p.Kind == inventory.ManagedInstances || p.HasGPU() != fact.Yes {
		return
	}
	for _, l := range p.Launches() {
		image, ok := l.Image.Recognise()
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
			r.add(itemOf(p, l), l.BlockDevices.Place, "%s has GPUs and the root volume of %s, %d GiB", r.pool(p), image, image.Root.SizeGiB)
		}
	}
}
