package inventory

// SecurityGroup is an AWS::EC2::SecurityGroup with the rules that other
// resources of the template add to it.
type SecurityGroup struct {
	Item
	Name          Fact[string]
	Ingress       List[SecurityGroupRule] // absent: nothing comes in
	Egress        List[SecurityGroupRule] // absent: everything goes out
	RulesComplete bool                    // no rule can have been missed
}

// SecurityGroupRule permits traffic.
type SecurityGroupRule struct {
	Protocol Fact[string] // tcp, udp, icmp, -1 (all), or a number
	FromPort Fact[int]
	ToPort   Fact[int]
	CIDR     Fact[string] // IPv4 or IPv6
	Peer     Link         // source or destination security group
	Place    Place
}
