package ecsgpu

import "net/netip"

// problems says everything that is wrong with the props.
func (p NetworkProps) problems() error {
	var all problems
	if p.Parameters != nil {
		p.checkParameters(&all)
		return all.join()
	}
	if p.Vpc != nil {
		if p.FlowLogs || p.Kind != "" || p.CIDR != "" || p.Zones != 0 || p.NATGateways != 0 {
			all.add("Kind, CIDR, Zones, NATGateways and FlowLogs describe a new VPC and clash with Vpc; leave them out, or leave out Vpc")
		}
		p.checkSubnets(&all)
		return all.join()
	}
	if p.Subnets != nil {
		all.add("Subnets picks subnets of an existing VPC; set Vpc as well, or leave it out")
	}
	p = p.withDefaults()
	switch p.Kind {
	case NetworkKindPublic, NetworkKindPrivate, NetworkKindIsolated:
	default:
		all.add("Kind must be %q, %q or %q, got %q", NetworkKindPublic, NetworkKindPrivate, NetworkKindIsolated, p.Kind)
	}
	if prefix, err := netip.ParsePrefix(p.CIDR); err != nil || !prefix.Addr().Is4() {
		all.add("CIDR must be an IPv4 range such as 10.0.0.0/16, got %q", p.CIDR)
	} else if prefix.Bits() < 16 || prefix.Bits() > 20 {
		all.add("CIDR must be between /16 and /20, got %q", p.CIDR)
	} else if prefix != prefix.Masked() {
		all.add("CIDR must start at the first address of its range, %s, got %q", prefix.Masked(), p.CIDR)
	}
	if p.Zones < 1 || p.Zones > 6 {
		all.add("Zones must be between 1 and 6, got %d", p.Zones)
	}
	if p.NATGateways < 0 || p.NATGateways > p.Zones {
		all.add("NATGateways must be between 0 and Zones (%d), got %d", p.Zones, p.NATGateways)
	}
	if p.Kind != NetworkKindPrivate && p.NATGateways > 0 {
		all.add("NATGateways need Kind %q, a network of another kind has no use for them", NetworkKindPrivate)
	}
	return all.join()
}

// checkSubnets refuses a VPC of which nobody says where to launch: one whose
// subnets are all isolated may have endpoints, or not.
func (p NetworkProps) checkSubnets(all *problems) {
	if p.Subnets == nil && len(*p.Vpc.PrivateSubnets()) == 0 && len(*p.Vpc.PublicSubnets()) == 0 {
		all.add("Subnets is required, because Vpc has neither private subnets with a way out nor public ones: isolated ones need VPC endpoints")
	}
}

// checkParameters refuses a VPC that is named twice, or by half.
func (p NetworkProps) checkParameters(all *problems) {
	if p.Parameters.VpcID == nil || p.Parameters.SubnetIDs == nil {
		all.add("Parameters needs VpcID and SubnetIDs")
	}
	p.Parameters = nil
	if p != (NetworkProps{}) {
		all.add("Parameters clashes with the other fields: the deployment chooses the VPC")
	}
}
