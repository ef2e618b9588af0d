package inventory

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
	Policy       Fact[string] // name of the policy that holds it
	Effect       Fact[string] // Allow, Deny
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
