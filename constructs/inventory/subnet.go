package inventory

// Subnet is an AWS::EC2::Subnet.
type Subnet struct {
	Item
	CIDR Fact[string]
	// AvailabilityZone is the zone's name. Two subnets with equal Text share a
	// zone even when the name is unknown (Fn::Select 0 of Fn::GetAZs).
	AvailabilityZone Fact[string]
	PublicIPOnLaunch Fact[bool]
}
