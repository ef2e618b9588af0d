package fromtemplate

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func (r *reader) readRoles() {
	for _, resource := range r.byType[typeRole] {
		// Policies that are resources of their own are added here and below.
		role := rememberOwn(r.memory, resource.Body, func() *inventory.Role { return r.role(resource) })
		r.addReferenced(role, resource.Properties.Get("ManagedPolicyArns"))
		r.inv.Roles = append(r.inv.Roles, role)
	}
	for _, resource := range r.byType[typePolicy] {
		r.attach(resource, resource.Properties.Get("Roles"))
	}
	for _, resource := range r.byType[typeManagedPolicy] {
		r.attach(resource, resource.Properties.Get("Roles"))
	}
	for _, resource := range r.byType[typeRolePolicy] {
		r.attach(resource, resource.Properties.Get("RoleName"))
	}
	r.inv.InstanceProfiles = readAll(r, typeInstanceProfile, r.instanceProfile)
}

func (r *reader) instanceProfile(resource *cloudformation.ResourceValue) *inventory.InstanceProfile {
	p := resource.Properties
	return &inventory.InstanceProfile{Item: item(resource), Name: text(p.Get("InstanceProfileName")), Roles: r.links(p.Get("Roles"), roleCategory)}
}

func (r *reader) role(resource *cloudformation.ResourceValue) *inventory.Role {
	p := resource.Properties
	role := &inventory.Role{Item: item(resource), Name: text(p.Get("RoleName")), ManagedPolicies: texts(p.Get("ManagedPolicyArns"))}
	role.Principals = principals(p.Get("AssumeRolePolicyDocument", "Statement"))
	policies := p.Get("Policies")
	role.PoliciesComplete = policies.Complete() && role.ManagedPolicies.Complete()
	for _, policy := range policies.Items() {
		addStatements(role, statements(policy.Get("PolicyDocument"), text(policy.Get("PolicyName"))))
	}
	return role
}

// addReferenced adds the statements of managed policies that the role names and
// the template defines.
func (r *reader) addReferenced(role *inventory.Role, arns cloudformation.Value) {
	for _, arn := range arns.Items() {
		for _, reference := range arn.References() {
			if policy, ok := r.ev.Resource(reference.LogicalID); ok && policy.Type == typeManagedPolicy {
				addStatements(role, statements(policy.Properties.Get("PolicyDocument"), text(policy.Properties.Get("ManagedPolicyName"))))
			}
		}
	}
}

// attach adds a policy that is a resource of its own to the roles it names.
func (r *reader) attach(resource *cloudformation.ResourceValue, roles cloudformation.Value) {
	found := remember(r.memory, resource.Body, func() inventory.List[inventory.Statement] {
		return statements(resource.Properties.Get("PolicyDocument"), text(resource.Properties.Get("PolicyName")))
	})
	links := r.links(roles, roleCategory)
	if roles.IsUnknown() && len(roles.References()) > 0 {
		links = inventory.ListOf(r.link(roles, roleCategory))
	}
	for _, link := range links.Items {
		if role := r.inv.Role(link.Target); role != nil {
			addStatements(role, found)
			role.PoliciesComplete = role.PoliciesComplete && !resource.Conditional
		}
	}
	if links.Open {
		for _, role := range r.inv.Roles {
			role.PoliciesComplete = false
		}
	}
}

func addStatements(role *inventory.Role, found inventory.List[inventory.Statement]) {
	role.Statements.Items = append(slices.Clip(role.Statements.Items), found.Items...)
	role.Statements.Set = true
	if found.Open {
		role.Statements.Open, role.PoliciesComplete = true, false
	}
}

// statements reads a policy document, whose Statement may be one map or several.
func statements(document cloudformation.Value, policy inventory.Fact[string]) inventory.List[inventory.Statement] {
	v := document.Get("Statement")
	read := func(s cloudformation.Value) inventory.Statement {
		return inventory.Statement{
			Place: s.Place(), Policy: policy, Effect: text(s.Get("Effect")), Principals: principalsOf(s.Get("Principal")),
			Actions: oneOrMore(s.Get("Action")), NotActions: oneOrMore(s.Get("NotAction")),
			Resources: oneOrMore(s.Get("Resource")), NotResources: oneOrMore(s.Get("NotResource")),
			HasCondition: !s.Get("Condition").IsAbsent(),
		}
	}
	if v.Kind() == cloudformation.MapKind {
		return inventory.ListOf(read(v))
	}
	return blocks(v, read)
}

// oneOrMore reads an element of a policy, which is a text or a list of texts. A
// text with holes (the ARN of a resource) is one text, not a list.
func oneOrMore(v cloudformation.Value) inventory.List[inventory.Fact[string]] {
	if v.IsUnknown() && len(v.References()) > 0 {
		l := inventory.ListOf(text(v))
		l.Place = v.Place()
		return l
	}
	return texts(v)
}

// principalsOf reads an element Principal: * or a map of lists by their kind.
func principalsOf(v cloudformation.Value) inventory.List[inventory.Fact[string]] {
	if v.Kind() != cloudformation.MapKind {
		return oneOrMore(v)
	}
	all := inventory.List[inventory.Fact[string]]{Open: !v.Complete(), Set: true, Place: v.Place()}
	for _, kind := range v.Keys() {
		found := oneOrMore(v.Get(kind))
		all.Items = append(all.Items, found.Items...)
		all.Open = all.Open || found.Open
	}
	return all
}

func principals(v cloudformation.Value) inventory.List[inventory.Fact[string]] {
	items := v.Items()
	if v.Kind() == cloudformation.MapKind {
		items = []cloudformation.Value{v}
	}
	all := inventory.List[inventory.Fact[string]]{Open: !v.Complete(), Set: !v.IsAbsent(), Place: v.Place()}
	for _, statement := range items {
		found := oneOrMore(statement.Get("Principal", "Service"))
		all.Items = append(all.Items, found.Items...)
		all.Open = all.Open || found.Open
	}
	return all
}
