package checks

import (
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

const sourceEFA = "Amazon EC2 user guide, Elastic Fabric Adapter; AWS Batch user guide, EFA (as of 2026-11)"

// efaRules are about instances joined by Elastic Fabric Adapters.
var efaRules = []Rule{
	{
		ID: "ecsgpu-network-efa-interfaces", Category: Network, Severity: Error,
		Title:  "more EFA interfaces than the instance type has",
		Reason: "EC2 refuses to launch the instance.",
		Source: "EC2 DescribeInstanceTypes (moto 5.2.1 copy, 2026-02)",
		Fix:    "attach fewer EFA interfaces, or choose a type with more.",
		check:  onPool(checkEFAInterfaces),
	},
	{
		ID: "ecsgpu-network-efa-placement-group", Category: Network, Severity: Warning,
		Title:  "EFA without a cluster placement group",
		Reason: "without one the instances may be far apart, which adds the latency that EFA is meant to avoid. Those of a capacity block are close together by themselves.",
		Source: sourceEFA + "; Amazon EC2 user guide, Capacity Blocks for ML (as of 2026-11)",
		Fix:    "put the group into an AWS::EC2::PlacementGroup with strategy cluster.",
		check:  onPool(checkEFAPlacement),
	},
	{
		ID: "ecsgpu-network-efa-security-group", Category: Network, Severity: Warning,
		Title:  "EFA with a security group that does not allow all traffic within itself",
		Reason: "EFA traffic passes only between members of a security group that allows all traffic from and to itself; a rule for a range of addresses is not enough.",
		Source: sourceEFA,
		Fix:    "allow all protocols (-1) in and out with the security group itself as source and destination.",
		check:  onPool(checkEFASecurityGroup),
	},
}

// efas returns the interfaces of a launch that are certainly EFAs.
func efas(l *inventory.Launch) []inventory.NetworkInterface {
	var all []inventory.NetworkInterface
	for _, n := range l.NetworkInterfaces.Items {
		if kind, ok := n.InterfaceType.Get(); ok && (kind == "efa" || kind == "efa-only") {
			all = append(all, n)
		}
	}
	return all
}

func checkEFAInterfaces(p *placement.Pool, r *report) {
	for o := range named(p) {
		if !o.Known || o.Launch == nil || o.Instance.Status == hardware.Retired {
			continue
		}
		all := efas(o.Launch)
		if len(all) > o.Instance.EFAInterfaces {
			r.add(itemOf(p, o.Launch), all[0].InterfaceType.Place, "%s of %s has %s, and its launch attaches %d",
				o.Instance.Name, r.pool(p), count(o.Instance.EFAInterfaces, "EFA interface"), len(all))
		}
	}
}

func checkEFAPlacement(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		all := efas(l)
		if len(all) == 0 {
			continue
		}
		link := p.PlacementGroup
		if link.IsAbsent() {
			link = l.PlacementGroup
		}
		if link.IsAbsent() && !link.Resolved() {
			if placedTogether(l) {
				continue
			}
			r.add(itemOf(p, l), all[0].InterfaceType.Place, "%s has %s and no placement group", r.pool(p), count(len(all), "EFA interface"))
			continue
		}
		group := r.PlacementGroup(link.Target)
		if group == nil {
			continue
		}
		if strategy, known := group.Strategy.Or("cluster"); known && strategy != "cluster" {
			r.add(group.Item, group.Strategy.Place, "%s has EFA interfaces, and its placement group has the strategy %s", r.pool(p), strategy)
		}
	}
}

// placedTogether reports whether EC2 puts the instances close together by itself, as
// it does in a capacity block, or may do so.
func placedTogether(l *inventory.Launch) bool {
	market, known := l.MarketType.Or("")
	return !known || market == "capacity-block"
}

func checkEFASecurityGroup(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		for _, n := range efas(l) {
			links := n.SecurityGroups
			if links.IsAbsent() {
				links = l.SecurityGroups
			}
			if side := r.closedSide(links); side != "" {
				r.add(itemOf(p, l), firstPlace(n.SecurityGroups.Place, n.InterfaceType.Place),
					"the security group of an EFA interface of %s does not allow all traffic %s itself", r.pool(p), side)
				break
			}
		}
	}
}

// closedSide returns the direction in which none of the security groups allows all
// traffic with itself: "from" or "to"; empty when one does or may.
func (s *survey) closedSide(links inventory.List[inventory.Link]) string {
	if links.Open || len(links.Items) == 0 {
		return ""
	}
	in, out := false, false
	for _, link := range links.Items {
		group := s.SecurityGroup(link.Target)
		if group == nil || !group.RulesComplete {
			return ""
		}
		in = in || allowsItself(group, group.Ingress)
		out = out || allowsItself(group, group.Egress)
	}
	switch {
	case !in:
		return "from"
	case !out:
		return "to"
	}
	return ""
}

func allowsItself(group *inventory.SecurityGroup, rules inventory.List[inventory.SecurityGroupRule]) bool {
	for _, rule := range rules.Items {
		protocol, known := rule.Protocol.Get()
		if (!known || protocol == "-1") && (rule.Peer.Target == group.LogicalID || rule.Peer.IsUnknown() && !rule.Peer.Resolved()) {
			return true
		}
	}
	return false
}

// awsvpcRules are about tasks with a network interface of their own.
var awsvpcRules = []Rule{
	{
		ID: "ecsgpu-network-awsvpc-public", Category: Network, Severity: Warning,
		Title:  "tasks in awsvpc mode in a public subnet",
		Reason: "on container instances the network interface of a task gets no public address, whatever the subnet says, and an internet gateway takes nothing without one: the task reaches neither the internet nor, without VPC endpoints, AWS.",
		Source: "Amazon ECS developer guide, Connect Amazon ECS applications to the internet (as of 2026-11)",
		Fix:    "place the tasks in private subnets behind a NAT gateway, or use network mode bridge or host, in which they share the instance's address.",
		check:  onService(checkPublicTasks),
	},
}

func checkPublicTasks(v *placement.Service, r *report) {
	if v.Task == nil || !v.Route.Known {
		return
	}
	if mode, known := v.Task.NetworkMode.Get(); !known || mode != "awsvpc" {
		return
	}
	for _, p := range v.Route.Pools() {
		if p.Kind == inventory.ManagedInstances {
			return // of which the guide does not say it
		}
	}
	for _, link := range v.Subnets.Items {
		subnet := r.Subnet(link.Target)
		if subnet == nil {
			continue
		}
		if public, known := subnet.PublicIPOnLaunch.Get(); known && public {
			r.add(v.Item, link.Place, "%s runs %s in awsvpc mode, and its subnet %s is a public one",
				serviceName(v), taskName(v.Task), subnet.Label())
			return
		}
	}
}
