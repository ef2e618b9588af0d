//go:build e2e

package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type vpc struct{ CidrBlock, InstanceTenancy, State string }

type subnet struct{ SubnetId, VpcId, CidrBlock, AvailabilityZone string }

type routeTable struct {
	RouteTableId string
	VpcId        string
	Associations []struct{ Main bool }
	Routes       []struct{ DestinationCidrBlock, GatewayId, NatGatewayId string }
}

// hasNetwork holds VPCs, subnets, routes and security groups against the
// template, as far as moto reads it: not the VPC's DNS attributes, not whether
// subnets give public addresses or which route table is theirs, not egress rules.
func (d *deployment) hasNetwork(t *testing.T) {
	t.Helper()
	for _, resource := range d.resources("AWS::EC2::VPC") {
		id := d.ids[resource.LogicalID]
		var answer struct{ Vpcs []vpc }
		d.aws(t, &answer, "ec2", "describe-vpcs", "--vpc-ids", id)
		wanted := vpc{CidrBlock: d.text(t, resource.Properties.Get("CidrBlock")), InstanceTenancy: "default", State: "available"}
		require.Equal(t, []vpc{wanted}, answer.Vpcs)
		d.hasSubnets(t, id)
		d.hasRoutes(t, id)
	}
	d.hasSecurityGroups(t)
}

func (d *deployment) hasSubnets(t *testing.T, vpc string) {
	t.Helper()
	var answer struct{ Subnets []subnet }
	d.aws(t, &answer, "ec2", "describe-subnets", "--filters", "Name=vpc-id,Values="+vpc)
	got := map[string]subnet{}
	zones := map[string]bool{}
	for _, s := range answer.Subnets {
		zones[s.AvailabilityZone] = true
		s.AvailabilityZone = "" // which zone is first is the account's affair
		got[s.SubnetId] = s
	}
	wanted := map[string]subnet{}
	for _, resource := range d.resources("AWS::EC2::Subnet") {
		id := d.ids[resource.LogicalID]
		wanted[id] = subnet{
			SubnetId: id, VpcId: d.text(t, resource.Properties.Get("VpcId")),
			CidrBlock: d.text(t, resource.Properties.Get("CidrBlock")),
		}
	}
	require.Equal(t, wanted, got)
	assert.Len(t, zones, 2, "the subnets are in two zones")
}

func (d *deployment) hasRoutes(t *testing.T, vpc string) {
	t.Helper()
	tables := map[string]routeTable{}
	for _, table := range d.routeTables(t, vpc) {
		tables[table.RouteTableId] = table
	}
	for _, resource := range d.resources("AWS::EC2::Route") {
		table := tables[d.text(t, resource.Properties.Get("RouteTableId"))]
		gateways := map[string]string{}
		for _, route := range table.Routes {
			gateways[route.DestinationCidrBlock] = route.GatewayId + route.NatGatewayId
		}
		wanted := d.text(t, resource.Properties.Get("GatewayId")) + d.text(t, resource.Properties.Get("NatGatewayId"))
		assert.Equal(t, wanted, gateways[d.text(t, resource.Properties.Get("DestinationCidrBlock"))], resource.LogicalID)
	}
}

func (d *deployment) routeTables(t *testing.T, vpc string) []routeTable {
	t.Helper()
	var answer struct{ RouteTables []routeTable }
	d.aws(t, &answer, "ec2", "describe-route-tables", "--filters", "Name=vpc-id,Values="+vpc)
	return answer.RouteTables
}

// hasSecurityGroups also shows that nothing may come in unless the template says so.
func (d *deployment) hasSecurityGroups(t *testing.T) {
	t.Helper()
	for _, resource := range d.resources("AWS::EC2::SecurityGroup") {
		var answer struct {
			SecurityGroups []struct {
				VpcId, Description                 string
				IpPermissions, IpPermissionsEgress []struct {
					IpProtocol string
					IpRanges   []struct{ CidrIp string }
				}
			}
		}
		d.aws(t, &answer, "ec2", "describe-security-groups", "--group-ids", d.ids[resource.LogicalID])
		got := answer.SecurityGroups[0]
		assert.Equal(t, d.text(t, resource.Properties.Get("VpcId")), got.VpcId)
		assert.Equal(t, d.text(t, resource.Properties.Get("GroupDescription")), got.Description)
		ways := resource.Properties.Get("SecurityGroupIngress").Len()
		for _, rule := range d.resources("AWS::EC2::SecurityGroupIngress") {
			if d.text(t, rule.Properties.Get("GroupId")) == d.ids[resource.LogicalID] {
				ways++
			}
		}
		assert.Len(t, got.IpPermissions, ways, "ways into %s", resource.LogicalID)
	}
}
