package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNetwork_defaults(t *testing.T) {
	stack := snapshot.NewStack(t)
	network := ecsgpu.NewNetwork(stack, "Network", nil)
	template := snapshot.Of(t, stack)

	vpc := template.One("AWS::EC2::VPC")
	assert.Equal(t, "10.0.0.0/16", vpc.Get("CidrBlock"))
	subnets := template.Resources("AWS::EC2::Subnet")
	require.Len(t, subnets, 2)
	for i, cidr := range []string{"10.0.0.0/24", "10.0.1.0/24"} {
		assert.Equal(t, cidr, subnets[i].Get("CidrBlock"))
		assert.Equal(t, true, subnets[i].Get("MapPublicIpOnLaunch"))
	}
	assert.Empty(t, template.Resources("AWS::EC2::NatGateway"), "a public network costs nothing at rest")
	assert.Len(t, *network.SubnetIDs(), 2)
}

func TestNetwork_overrides(t *testing.T) {
	t.Run("a private network has NAT gateways and keeps instances from public addresses", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
		template := snapshot.Of(t, stack)
		assert.Len(t, template.Resources("AWS::EC2::NatGateway"), 1)
		for _, subnet := range template.Resources("AWS::EC2::Subnet") {
			assert.Equal(t, false, subnet.Get("MapPublicIpOnLaunch"), subnet.LogicalID)
		}
	})
	t.Run("range, zones and gateways", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{
			Kind: ecsgpu.NetworkKindPrivate, CIDR: "10.64.0.0/18", Zones: 1, NATGateways: 1,
		})
		template := snapshot.Of(t, stack)
		assert.Equal(t, "10.64.0.0/18", template.One("AWS::EC2::VPC").Get("CidrBlock"))
		assert.Len(t, *network.SubnetIDs(), 1)
	})
	t.Run("an existing VPC adds nothing", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		vpc := awsec2.Vpc_FromVpcAttributes(stack, jsii.String("Vpc"), &awsec2.VpcAttributes{
			VpcId:             jsii.String("vpc-1"),
			AvailabilityZones: jsii.Strings("eu-west-1a", "eu-west-1b"),
			PrivateSubnetIds:  jsii.Strings("subnet-1", "subnet-2"),
		})
		network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Vpc: vpc})
		assert.Equal(t, jsii.Strings("subnet-1", "subnet-2"), network.SubnetIDs())
		assert.Empty(t, snapshot.Of(t, stack).Section("Resources"))
	})
}

func TestNetwork_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.NetworkProps
		problems []string
	}{
		"an unknown kind": {
			ecsgpu.NetworkProps{Kind: "secret"},
			[]string{`Kind must be "public", "private" or "isolated", got "secret"`},
		},
		"every problem at once": {
			ecsgpu.NetworkProps{CIDR: "10.0.0.0/28", Zones: 7, NATGateways: 9},
			[]string{
				`CIDR must be between /16 and /20, got "10.0.0.0/28"`,
				"Zones must be between 1 and 6, got 7",
				"NATGateways must be between 0 and Zones (7), got 9",
				`NATGateways need Kind "private", a network of another kind has no use for them`,
			},
		},
		"a range that is none": {
			ecsgpu.NetworkProps{CIDR: "ten"},
			[]string{`CIDR must be an IPv4 range such as 10.0.0.0/16, got "ten"`},
		},
		"subnets of no VPC": {
			ecsgpu.NetworkProps{Subnets: &awsec2.SubnetSelection{}},
			[]string{"Subnets picks subnets of an existing VPC; set Vpc as well, or leave it out"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			stack := snapshot.NewStack(t)
			requireRefused(t, func() { ecsgpu.NewNetwork(stack, "Network", &test.props) }, test.problems...)
		})
	}
}
