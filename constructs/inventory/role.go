package inventory

import (
	"slices"
	"strings"
)

// Role is an AWS::IAM::Role with the policies that other resources of the
// template attach to it.
type Role struct {
	Item
	Name             Fact[string]
	Principals       List[Fact[string]] // services that may assume it, for example ec2.amazonaws.com
	ManagedPolicies  List[Fact[string]] // ARNs
	Statements       List[Statement]
	PoliciesComplete bool // no policy can have been missed
}

// Statement is one statement of a policy.
type Statement struct {
	Place        Place
	Policy       Fact[string]       // name of the policy that holds it
	Effect       Fact[string]       // Allow, Deny
	Principals   List[Fact[string]] // services, accounts, roles; * is anybody. Absent in a role's own policy
	Actions      List[Fact[string]]
	NotActions   List[Fact[string]]
	Resources    List[Fact[string]]
	NotResources List[Fact[string]]
	HasCondition bool
}

// InstanceProfile is an AWS::IAM::InstanceProfile.
type InstanceProfile struct {
	Item
	Name  Fact[string]
	Roles List[Link]
}

// HasManagedPolicy reports whether a managed policy of that name is attached, by
// AWS or by the account, in any partition.
func (role *Role) HasManagedPolicy(name string) bool {
	return slices.ContainsFunc(role.ManagedPolicies.Items, func(arn Fact[string]) bool {
		return arn.Text == name || strings.HasSuffix(arn.Text, "/"+name)
	})
}

// Allows reports whether a statement allows exactly that action, or all of its service.
func (role *Role) Allows(action string) bool {
	service, _, _ := strings.Cut(action, ":")
	for _, s := range role.Statements.Items {
		if effect, ok := s.Effect.Get(); !ok || effect != "Allow" {
			continue
		}
		for _, a := range s.Actions.Items {
			if v, ok := a.Get(); ok && (strings.EqualFold(v, action) || strings.EqualFold(v, service+":*")) {
				return true
			}
		}
	}
	return false
}
