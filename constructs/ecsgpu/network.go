package ecsgpu

import (
	"net/netip"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// NetworkKind says how container instances reach the internet.
type NetworkKind string

const (
	// NetworkKindPublic gives every instance a public address, which its tasks
	// share, but for those in NetworkModeAwsvpc. It costs nothing at rest, as
	// the original tensorflow-test cluster does it.
	NetworkKindPublic NetworkKind = "public"
	// NetworkKindPrivate keeps instances in private subnets behind NAT gateways,
	// which are billed by the hour and by the gigabyte.
	NetworkKindPrivate NetworkKind = "private"
	// NetworkKindIsolated keeps instances in private subnets without any way to
	// the internet. They reach ECS, ECR, S3, CloudWatch and Systems Manager
	// through VPC endpoints, billed by the hour, zone and gigabyte; images must
	// come from ECR. What tasks need beyond that, such as Secrets Manager for
	// Container.Secrets, is added by Vpc.AddInterfaceEndpoint.
	NetworkKindIsolated NetworkKind = "isolated"
)

// NetworkProps are the props of [NewNetwork].
type NetworkProps struct {
	// Kind is public, private or isolated. Clashes with Vpc.
	// Default: NetworkKindPublic.
	Kind NetworkKind
	// CIDR is the IPv4 range of a new VPC, from /16 to /20 so that its subnets
	// have room. Clashes with Vpc.
	// Default: 10.0.0.0/16, subnets of 256 addresses.
	CIDR string
	// Zones is the number of availability zones, 1 to 6, at most those of the
	// Region. A stack without an account and a Region of its own takes the first
	// ones of the Region that it is deployed in. Clashes with Vpc.
	// Default: 2.
	Zones int
	// NATGateways is the number of NAT gateways of a private network, at most
	// one per zone. One is a single point of failure and the cheapest.
	// Default: 1 in a private network; a public one has none.
	NATGateways int
	// Vpc is an existing VPC to use instead of creating one.
	// Default: a new VPC.
	Vpc awsec2.IVpc
	// Subnets picks the subnets of an existing VPC that instances launch in.
	// Only with Vpc.
	// Default: the private subnets with a way out; without any, the public
	// ones. Required when there are none of these either.
	Subnets *awsec2.SubnetSelection
	// Parameters lets the deployment choose an existing VPC. Clashes with
	// everything else.
	// Default: none.
	Parameters *NetworkParameters
	// FlowLogs records rejected and accepted traffic of a new VPC in a log
	// group, billed by volume. Clashes with Vpc.
	// Default: false.
	FlowLogs bool
}

// NetworkParameters are CloudFormation parameters that name an existing VPC.
type NetworkParameters struct {
	// VpcID is a parameter of type AWS::EC2::VPC::Id. Required.
	VpcID awscdk.CfnParameter
	// SubnetIDs is a parameter of type List<AWS::EC2::Subnet::Id>: subnets of
	// that VPC with a way out. Required.
	SubnetIDs awscdk.CfnParameter
}

// Network is where a cluster's instances live: a VPC and the subnets to launch
// in. A new public network costs nothing by itself; a private one pays for its
// NAT gateways.
type Network struct {
	constructs.Construct
	// Vpc is the new or the given VPC.
	Vpc awsec2.IVpc
	// Subnets picks the subnets in which instances launch. Nil when the
	// deployment names them.
	Subnets *awsec2.SubnetSelection

	subnetIDs *[]*string              // when the deployment names them
	selection *awsec2.SelectedSubnets // what Subnets picks, once asked for
	endpoints constructs.Construct    // of an isolated network
}

// NewNetwork creates a VPC, or adopts the one in its props. Props may be nil.
func NewNetwork(scope constructs.Construct, id string, props *NetworkProps) *Network {
	defer alone(id)()
	var given NetworkProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())

	n := &Network{}
	constructs.NewConstruct_Override(n, scope, &id)
	switch {
	case given.Parameters != nil:
		n.leaveOpen(*given.Parameters)
	case given.Vpc != nil:
		n.adopt(given)
	default:
		n.create(given.withDefaults())
	}
	return n
}

// SubnetIDs returns the ids of the subnets in which instances launch.
func (n *Network) SubnetIDs() *[]*string {
	if n.subnetIDs != nil {
		return n.subnetIDs
	}
	return n.selected().SubnetIds
}

// selected asks CDK once: every answer takes seven calls to JavaScript.
func (n *Network) selected() *awsec2.SelectedSubnets {
	if n.selection == nil {
		n.selection = n.Vpc.SelectSubnets(n.Subnets)
	}
	return n.selection
}

// public says whether instances rely on public addresses.
func (n *Network) public() bool { return n.subnetIDs == nil && *n.selected().HasPublic }

// connected is what must exist before an instance can reach AWS, or nil.
func (n *Network) connected() constructs.IDependable {
	if n.subnetIDs != nil {
		return nil
	}
	if n.endpoints != nil {
		return n.endpoints
	}
	return n.selected().InternetConnectivityEstablished
}

// leaveOpen uses a VPC that the deployment names. Of its zones nothing is known.
func (n *Network) leaveOpen(parameters NetworkParameters) {
	n.Vpc = awsec2.Vpc_FromVpcAttributes(n, jsii.String("Vpc"), &awsec2.VpcAttributes{
		VpcId: reference(parameters.VpcID),
		// CDK wants at least one; nothing here asks for it.
		AvailabilityZones: &[]*string{awscdk.Fn_Select(jsii.Number(0), awscdk.Fn_GetAzs(nil))},
	})
	n.subnetIDs = parameters.SubnetIDs.ValueAsList()
}

// adopt uses an existing VPC.
func (n *Network) adopt(props NetworkProps) {
	n.Vpc, n.Subnets = props.Vpc, props.Subnets
	if n.Subnets == nil {
		kind := awsec2.SubnetType_PRIVATE_WITH_EGRESS
		if len(*props.Vpc.PrivateSubnets()) == 0 {
			kind = awsec2.SubnetType_PUBLIC
		}
		n.Subnets = &awsec2.SubnetSelection{SubnetType: kind}
	}
}

// create builds a new VPC. RestrictDefaultSecurityGroup is set because its
// default follows a feature flag and adds a Lambda function.
func (n *Network) create(props NetworkProps) {
	subnets := []*awsec2.SubnetConfiguration{{
		Name: jsii.String("Public"), SubnetType: awsec2.SubnetType_PUBLIC,
		CidrMask: jsii.Number(24), MapPublicIpOnLaunch: jsii.Bool(props.Kind == NetworkKindPublic),
	}}
	kind := awsec2.SubnetType_PUBLIC
	switch props.Kind {
	case NetworkKindPrivate:
		kind = awsec2.SubnetType_PRIVATE_WITH_EGRESS
		subnets = append(subnets, &awsec2.SubnetConfiguration{
			Name: jsii.String("Private"), SubnetType: kind, CidrMask: jsii.Number(24),
		})
	case NetworkKindIsolated:
		kind = awsec2.SubnetType_PRIVATE_ISOLATED
		subnets = []*awsec2.SubnetConfiguration{{
			Name: jsii.String("Isolated"), SubnetType: kind, CidrMask: jsii.Number(24),
		}}
	}
	vpc := &awsec2.VpcProps{
		IpAddresses:                  awsec2.IpAddresses_Cidr(&props.CIDR),
		NatGateways:                  jsii.Number(props.NATGateways),
		SubnetConfiguration:          &subnets,
		RestrictDefaultSecurityGroup: jsii.Bool(false),
	}
	n.spread(vpc, props.Zones)
	n.Vpc = awsec2.NewVpc(n, jsii.String("Vpc"), vpc)
	n.Subnets = &awsec2.SubnetSelection{SubnetType: kind}
	if props.Kind == NetworkKindIsolated {
		n.addEndpoints()
	}
	if props.FlowLogs {
		n.addFlowLogs()
	}
}

// withDefaults fills what was left out.
func (p NetworkProps) withDefaults() NetworkProps {
	if p.Kind == "" {
		p.Kind = NetworkKindPublic
	}
	if p.CIDR == "" {
		p.CIDR = "10.0.0.0/16"
	}
	if p.Zones == 0 {
		p.Zones = 2
	}
	if p.Kind == NetworkKindPrivate && p.NATGateways == 0 {
		p.NATGateways = 1
	}
	return p
}

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

// zonesCDKKnows is how many zones CDK thinks a Region has that it does not know.
const zonesCDKKnows = 2

// spread gives a VPC its zones. Of a stack without an account and a Region CDK
// would take no more than two without a word; the others are named here.
func (n *Network) spread(vpc *awsec2.VpcProps, zones int) {
	if zones <= zonesCDKKnows || n.knowsRegion() {
		vpc.MaxAzs = jsii.Number(zones)
		return
	}
	var names []*string
	for i := range zones {
		names = append(names, awscdk.Fn_Select(jsii.Number(i), awscdk.Fn_GetAzs(nil)))
	}
	vpc.AvailabilityZones = &names
}

// knowsRegion is whether the stack says where it will be deployed.
func (n *Network) knowsRegion() bool {
	stack := awscdk.Stack_Of(n)
	return !*awscdk.Token_IsUnresolved(stack.Account()) && !*awscdk.Token_IsUnresolved(stack.Region())
}

// zones is the number of availability zones that instances launch in; 0 when
// the deployment decides.
func (n *Network) zones() int {
	if n.subnetIDs != nil {
		return 0
	}
	return len(n.byZone())
}

// zone returns the ids of the subnets in a zone, 1 being the first.
func (n *Network) zone(number int) *[]*string { return n.byZone()[number-1] }

// byZone groups the selected subnets by their zone, in the VPC's order.
func (n *Network) byZone() []*[]*string {
	var names []string
	groups := map[string]*[]*string{}
	for _, subnet := range *n.selected().Subnets {
		name := *subnet.AvailabilityZone()
		if groups[name] == nil {
			groups[name] = &[]*string{}
			names = append(names, name)
		}
		*groups[name] = append(*groups[name], subnet.SubnetId())
	}
	var all []*[]*string
	for _, name := range names {
		all = append(all, groups[name])
	}
	return all
}
