package fromtemplate

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func (r *reader) readSecurityGroups() {
	for _, resource := range r.byType[typeSecurityGroup] {
		// Rules that are resources of their own are added below.
		g := rememberOwn(r.memory, resource.Body, func() *inventory.SecurityGroup { return r.securityGroup(resource) })
		r.inv.SecurityGroups = append(r.inv.SecurityGroups, g)
	}
	for _, resource := range r.byType[typeIngress] {
		r.addRule(resource, r.ingressRule(resource.Properties), func(g *inventory.SecurityGroup) *inventory.List[inventory.SecurityGroupRule] { return &g.Ingress })
	}
	for _, resource := range r.byType[typeEgress] {
		r.addRule(resource, r.egressRule(resource.Properties), func(g *inventory.SecurityGroup) *inventory.List[inventory.SecurityGroupRule] { return &g.Egress })
	}
}

func (r *reader) securityGroup(resource *cloudformation.ResourceValue) *inventory.SecurityGroup {
	p := resource.Properties
	g := &inventory.SecurityGroup{
		Item:    item(resource),
		Name:    text(p.Get("GroupName")),
		Ingress: blocks(p.Get("SecurityGroupIngress"), r.ingressRule),
		Egress:  blocks(p.Get("SecurityGroupEgress"), r.egressRule),
	}
	g.RulesComplete = g.Ingress.Complete() && g.Egress.Complete()
	return g
}

// addRule adds a rule that is a resource of its own. A rule for a group that
// cannot be told may belong to any of them.
func (r *reader) addRule(resource *cloudformation.ResourceValue, rule inventory.SecurityGroupRule, side func(*inventory.SecurityGroup) *inventory.List[inventory.SecurityGroupRule]) {
	group := r.link(resource.Properties.Get("GroupId"), securityGroupCategory)
	if group.IsAbsent() {
		group = r.link(resource.Properties.Get("GroupName"), securityGroupCategory)
	}
	if g := r.inv.SecurityGroup(group.Target); g != nil {
		rules := side(g)
		rules.Items, rules.Set = append(slices.Clip(rules.Items), rule), true
		if resource.Conditional {
			rules.Open, g.RulesComplete = true, false
		}
		return
	}
	if len(group.References) == 0 && group.IsUnknown() {
		for _, g := range r.inv.SecurityGroups {
			g.RulesComplete = false
		}
	}
}

func (r *reader) ingressRule(v cloudformation.Value) inventory.SecurityGroupRule {
	rule := r.rule(v)
	rule.Peer = r.firstLink(v, securityGroupCategory, "SourceSecurityGroupId", "SourceSecurityGroupName")
	return rule
}

func (r *reader) egressRule(v cloudformation.Value) inventory.SecurityGroupRule {
	rule := r.rule(v)
	rule.Peer = r.firstLink(v, securityGroupCategory, "DestinationSecurityGroupId")
	return rule
}

func (r *reader) rule(v cloudformation.Value) inventory.SecurityGroupRule {
	rule := inventory.SecurityGroupRule{
		Place:    v.Place(),
		Protocol: text(v.Get("IpProtocol")),
		FromPort: whole(v.Get("FromPort")),
		ToPort:   whole(v.Get("ToPort")),
		CIDR:     text(v.Get("CidrIp")),
	}
	if rule.CIDR.IsAbsent() {
		if v6 := text(v.Get("CidrIpv6")); !v6.IsAbsent() {
			rule.CIDR = v6
		}
	}
	return rule
}
