package checks

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// poolRules are about how a group grows, shrinks and is replaced.
var poolRules = []Rule{
	{
		ID: "ecsgpu-scaling-max-zero", Category: Scaling, Severity: Error,
		Title:  "a pool whose maximum is 0",
		Reason: "it can never launch an instance, and managed scaling demands a maximum above 0.",
		Source: sourceScaling,
		Fix:    "raise MaxSize to at least 1.",
		check:  onPool(checkMaximum),
	},
	{
		ID: "ecsgpu-scaling-idle-gpus", Category: Scaling, Severity: Info,
		Title:  "instances with GPUs run whether there are tasks or not",
		Reason: "without a capacity provider nothing scales the group to what tasks need, and idle GPUs cost as much as busy ones.",
		Source: "Amazon ECS developer guide, cluster auto scaling (as of 2026-11)",
		Fix:    "add a capacity provider with managed scaling and let the group rest at MinSize 0.",
		check:  onPool(checkIdle),
	},
	{
		ID: "ecsgpu-scaling-competing-policy", Category: Scaling, Severity: Warning,
		Title:  "another scaling policy beside managed scaling",
		Reason: "two policies on one group undo each other's decisions.",
		Source: sourceScaling,
		Fix:    "remove the policy, or switch managed scaling off.",
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
		Title:  "a warm pool that takes instances back",
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
		Reason: "the parameter of the latest image moves by itself, and the group's update policy then ends running tasks in a deployment that meant something else.",
		Source: "aws/aws-cdk #5675 and #12484; aws/containers-roadmap #2478",
		Fix:    "pin the image, or leave the update policy out and refresh instances when it suits; with a rolling update, drain instances by a capacity provider with managed draining.",
		check:  onPool(checkLatestImage),
	},
	{
		ID: "ecsgpu-scaling-signal", Category: Scaling, Severity: Warning,
		Title:  "a signal that can only report success",
		Reason: "the script stops at the first error, before it signals, so CloudFormation learns of a failure by waiting until its timeout.",
		Source: "AWS CloudFormation user guide, cfn-signal (as of 2026-11)",
		Fix:    "signal in a trap: trap 'cfn-signal -e $? …' EXIT.",
		check:  onPool(checkSignal),
	},
}

func checkMaximum(p *pool, r *report) {
	most, ok := p.Max.Get()
	if !ok || most > 0 {
		return
	}
	f := r.add(p.Item, p.Max.Place, "%s has a maximum of %d", p.speaks(), most)
	if p.managedScaling() != hardware.Yes {
		f.as(Warning) // somebody may have parked it
	}
}

func checkIdle(p *pool, r *report) {
	least, ok := p.Min.Get()
	if !ok || least == 0 || len(p.CapacityProviders) > 0 || len(p.ScalingPolicies) > 0 ||
		p.Kind != inventory.AutoScalingGroup || p.hasGPU() != hardware.Yes || len(p.survey.inv.Open) > 0 {
		return
	}
	r.add(p.Item, p.Min.Place, "%s always runs at least %s with GPUs, and nothing scales it", p.speaks(), count(least, "instance"))
}

func checkPolicies(p *pool, r *report) {
	if p.managedScaling() != hardware.Yes {
		return
	}
	for _, id := range p.ScalingPolicies {
		r.add(p.Item, inventory.Place{}, "%s has managed scaling and the scaling policy %s", p.speaks(), id)
	}
}

func checkWeights(p *pool, r *report) {
	if p.managedScaling() != hardware.Yes {
		return
	}
	for _, o := range p.Overrides {
		if w, ok := o.WeightedCapacity.Get(); ok && w != "1" {
			r.add(p.Item, o.WeightedCapacity.Place, "%s gives %s the weight %s", p.speaks(), o.InstanceType, w)
		}
	}
}

func checkWarmPoolAgent(p *pool, r *report) {
	if p.WarmPool == nil {
		return
	}
	for _, l := range p.Launches() {
		if on, known := l.Agent.WarmPoolsCheck().Or(false); known && !on {
			r.add(p.WarmPool.Item, inventory.Place{}, "%s has a warm pool, and its user data does not set ECS_WARM_POOLS_CHECK=true", p.speaks())
		}
	}
}

func checkWarmPoolReuse(p *pool, r *report) {
	if p.WarmPool == nil {
		return
	}
	if reuse, ok := p.WarmPool.ReuseOnScaleIn.Get(); ok && reuse {
		r.add(p.WarmPool.Item, p.WarmPool.ReuseOnScaleIn.Place, "the warm pool of %s takes instances back on scale-in", p.speaks())
	}
}

// buysSpot is whether some instances of a launch are certainly spot instances.
func (p *pool) buysSpot(l *inventory.Launch) bool {
	if p.MixedInstancesPolicy {
		percent, known := p.OnDemandPercentageAboveBase.Or(100)
		return known && percent < 100
	}
	market, ok := l.MarketType.Get()
	return ok && market == "spot"
}

func checkSpotDraining(p *pool, r *report) {
	if p.Kind == inventory.ManagedInstances {
		return
	}
	for _, l := range p.Launches() {
		if on, known := l.Agent.SpotDraining().Or(false); p.buysSpot(l) && known && !on {
			r.add(p.item(l), firstPlace(l.MarketType.Place, p.OnDemandPercentageAboveBase.Place),
				"%s buys spot instances, and its user data does not set ECS_ENABLE_SPOT_INSTANCE_DRAINING=true", p.speaks())
		}
	}
}

func checkLatestImage(p *pool, r *report) {
	policy := ""
	switch replaces, known := p.ReplacingUpdate.Or(false); {
	case known && replaces:
		policy = "replaces"
	case slices.Contains(p.UpdatePolicy, "AutoScalingRollingUpdate") && p.drains() == hardware.No:
		policy = "rolls, without draining,"
	default:
		return
	}
	for _, l := range p.Launches() {
		image, ok := imageOf(l)
		if !ok || image.IsPinned() {
			continue
		}
		r.add(p.Item, l.Image.SSMParameter.Place, "%s boots the latest %s, and its update policy %s all instances whenever that moves", p.speaks(), image, policy)
	}
}

// drains is whether ECS drains instances before they go.
func (p *pool) drains() hardware.Answer {
	answer := hardware.No
	for _, c := range p.providers {
		switch draining, known := c.ManagedDraining.Or("ENABLED"); {
		case known && strings.EqualFold(draining, "ENABLED"):
			return hardware.Yes
		case !known:
			answer = hardware.Unknown
		}
	}
	return answer
}

func checkSignal(p *pool, r *report) {
	waits, known := p.SignalCount.Or(1)
	if !known || waits == 0 || p.SignalCount.IsAbsent() && p.SignalTimeout.IsAbsent() {
		return
	}
	for _, l := range p.Launches() {
		if l.Agent.SignalsOnlySuccess {
			r.add(p.item(l), l.UserData.Place, "the user data of %s stops at the first error and signals only when there was none", p.speaks())
		}
	}
}
