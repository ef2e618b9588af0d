package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"
)

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
