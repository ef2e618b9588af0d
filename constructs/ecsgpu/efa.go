package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// fabric is what instances need to reach each other over the Elastic Fabric
// Adapter: one placement group, and a security group that lets everything in
// from itself and out to itself.
type fabric struct {
	// placementGroup is nil for a capacity block.
	placementGroup awsec2.CfnPlacementGroup
	securityGroup  awsec2.CfnSecurityGroup
}

// newFabric creates both. The instances of a capacity block are close together
// by themselves (EC2 user guide, "Capacity Blocks for ML", as of 2026-11). An
// outbound rule to 0.0.0.0/0 does not count for an EFA, which wants the group
// itself named (AWS Batch user guide, "Elastic Fabric Adapter").
func (p *Pool) newFabric() *fabric {
	group := awsec2.NewCfnSecurityGroup(p, jsii.String("FabricSecurityGroup"), &awsec2.CfnSecurityGroupProps{
		GroupDescription: jsii.String("Elastic Fabric Adapters of the pool, among themselves"),
		VpcId:            p.Cluster.Network.Vpc.VpcId(),
	})
	awsec2.NewCfnSecurityGroupIngress(p, jsii.String("FabricIngress"), &awsec2.CfnSecurityGroupIngressProps{
		GroupId: group.AttrGroupId(), SourceSecurityGroupId: group.AttrGroupId(),
		IpProtocol: jsii.String("-1"), Description: jsii.String("Everything from the pool itself"),
	})
	awsec2.NewCfnSecurityGroupEgress(p, jsii.String("FabricEgress"), &awsec2.CfnSecurityGroupEgressProps{
		GroupId: group.AttrGroupId(), DestinationSecurityGroupId: group.AttrGroupId(),
		IpProtocol: jsii.String("-1"), Description: jsii.String("Everything to the pool itself"),
	})
	f := &fabric{securityGroup: group}
	if p.props.Purchase.kind != blockPurchase {
		f.placementGroup = awsec2.NewCfnPlacementGroup(p, jsii.String("PlacementGroup"), &awsec2.CfnPlacementGroupProps{
			Strategy: jsii.String("cluster"),
		})
	}
	return f
}

// apply gives the launch template its interfaces. With interfaces of its own, a
// template must name the security groups there and nowhere else.
func (f *fabric) apply(data *awsec2.CfnLaunchTemplate_LaunchTemplateDataProperty, t hardware.InstanceType) {
	groups := append(*data.SecurityGroupIds, f.securityGroup.AttrGroupId())
	data.SecurityGroupIds = nil
	if f.placementGroup != nil {
		data.Placement = &awsec2.CfnLaunchTemplate_PlacementProperty{GroupName: f.placementGroup.Ref()}
	}
	var interfaces []any
	for _, each := range fabricInterfaces(t) {
		interfaces = append(interfaces, &awsec2.CfnLaunchTemplate_NetworkInterfaceProperty{
			NetworkCardIndex:    jsii.Number(each.card),
			DeviceIndex:         jsii.Number(0),
			InterfaceType:       jsii.String(each.kind),
			Groups:              &groups,
			DeleteOnTermination: jsii.Bool(true),
		})
	}
	data.NetworkInterfaces = interfaces
}

// fabricInterface is one network interface of an instance with EFA.
type fabricInterface struct {
	card int
	kind string // interface, efa, efa-only
}

// fabricInterfaces lays a type's adapters on its network cards: one per card,
// the first one also carrying IP traffic. A type with a card more than
// adapters (p6-b300) keeps the first card for IP traffic alone.
//
// Every interface has device index 0. The Amazon EC2 user guide asks for it on
// the EFA-only interfaces of the cards after the first ("Maximize network
// bandwidth on instances with multiple network cards", as of 2026-11; until
// 2025 it said 1, and EC2 takes both where a card has two places). AWS's
// engineers ask for it on p6-b300 (aws/aws-parallelcluster issue 7143,
// 2025-12-06), and hpc6id has one place on each card (DescribeInstanceTypes,
// moto 5.2.5).
func fabricInterfaces(t hardware.InstanceType) []fabricInterface {
	first := fabricInterface{kind: "efa"}
	remaining := t.EFAInterfaces - 1
	if t.NetworkCards > t.EFAInterfaces {
		first.kind = "interface"
		remaining = t.EFAInterfaces
	}
	all := []fabricInterface{first}
	for card := 1; card <= remaining; card++ {
		all = append(all, fabricInterface{card: card, kind: "efa-only"})
	}
	return all
}

// checkEFA says why these types cannot form a fabric in this network.
func (p PoolProps) checkEFA(types []hardware.InstanceType, network *Network, all *problems) {
	if !p.EFA {
		return
	}
	for _, t := range types {
		if t.EFAInterfaces == 0 {
			all.add("EFA: %s has no Elastic Fabric Adapter; types with one: ecsgpu instances --efa 1", t.Name)
		} else if len(fabricInterfaces(t)) != len(fabricInterfaces(types[0])) {
			all.add("EFA: InstanceTypes must have equally many adapters: %s has %d, %s has %d; give each its own pool",
				types[0].Name, types[0].EFAInterfaces, t.Name, t.EFAInterfaces)
		}
	}
	if p.Zone == 0 && network.zones() > 1 {
		all.add("EFA does not cross availability zones, and the network has %d: set Zone, 1 for the first", network.zones())
	}
	if network.public() && len(types) > 0 && len(fabricInterfaces(types[0])) > 1 {
		all.add("EFA: an instance with several network interfaces gets no public address, so %s cannot reach ECS from a public subnet; use a private Network",
			types[0].Name)
	}
}
