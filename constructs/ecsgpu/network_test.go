package ecsgpu_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
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
	t.Run("flow logs of all traffic, kept for 90 days", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{FlowLogs: true})
		template := snapshot.Of(t, stack)
		log, group := template.One("AWS::EC2::FlowLog"), template.One("AWS::Logs::LogGroup")
		assert.Equal(t, "ALL", log.Get("TrafficType"))
		assert.Equal(t, template.One("AWS::EC2::VPC").LogicalID, log.Get("ResourceId.Ref"))
		assert.Equal(t, group.LogicalID, log.Get("LogGroupName.Ref"))
		assert.Equal(t, template.One("AWS::IAM::Role").LogicalID, log.Get("DeliverLogsPermissionArn.Fn::GetAtt.0"))
		assert.Equal(t, 90.0, group.Get("RetentionInDays"))
		assert.Equal(t, "Delete", group.Body["DeletionPolicy"])
	})
	t.Run("more zones than CDK knows of a Region that nobody named", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate, Zones: 3, NATGateways: 3})
		assert.Len(t, *network.SubnetIDs(), 3)
		template := snapshot.Of(t, stack)
		assert.Len(t, template.Resources("AWS::EC2::NatGateway"), 3)
		zones := map[any]int{}
		for _, subnet := range template.Resources("AWS::EC2::Subnet") {
			zones[subnet.Get("AvailabilityZone.Fn::Select.0")]++
		}
		assert.Equal(t, map[any]int{0.0: 2, 1.0: 2, 2.0: 2}, zones, "a public and a private subnet in each")
	})
	t.Run("zones of a Region that the stack names", func(t *testing.T) {
		app := snapshot.NewApp(t, map[string]any{
			"availability-zones:account=123456789012:region=eu-west-1": []string{"eu-west-1a", "eu-west-1b", "eu-west-1c"},
		})
		stack := awscdk.NewStack(app, jsii.String("Test"), &awscdk.StackProps{
			Env: &awscdk.Environment{Account: jsii.String("123456789012"), Region: jsii.String("eu-west-1")},
		})
		ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Zones: 3})
		var zones []any
		for _, subnet := range snapshot.Of(t, stack).Resources("AWS::EC2::Subnet") {
			zones = append(zones, subnet.Get("AvailabilityZone"))
		}
		assert.ElementsMatch(t, []any{"eu-west-1a", "eu-west-1b", "eu-west-1c"}, zones)
	})
	t.Run("the public subnets of an existing VPC that has no others", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Vpc: awsec2.Vpc_FromVpcAttributes(stack, jsii.String("Vpc"), &awsec2.VpcAttributes{
			VpcId: jsii.String("vpc-1"), AvailabilityZones: jsii.Strings("eu-west-1a"), PublicSubnetIds: jsii.Strings("subnet-1"),
		})})
		assert.Equal(t, jsii.Strings("subnet-1"), network.SubnetIDs())
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

// Instances of an isolated network reach AWS by its endpoints alone, and not
// before these are there.
func TestNetwork_isolated(t *testing.T) {
	stack := snapshot.NewStack(t)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindIsolated, Zones: 1})
	ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network}).
		AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)
	assert.Empty(t, template.Resources("AWS::EC2::InternetGateway"))
	assert.Equal(t, false, template.One("AWS::EC2::Subnet").Get("MapPublicIpOnLaunch"))

	dependsOn := template.One("AWS::AutoScaling::AutoScalingGroup").Body["DependsOn"]
	var services []string
	for _, endpoint := range template.Resources("AWS::EC2::VPCEndpoint") {
		assert.Contains(t, dependsOn, endpoint.LogicalID)
		if endpoint.Get("VpcEndpointType") == "Interface" {
			assert.Equal(t, true, endpoint.Get("PrivateDnsEnabled"))
			services = append(services, fmt.Sprint(endpoint.Get("ServiceName")))
		}
	}
	for _, name := range []string{"ecs", "ecs-agent", "ecs-telemetry", "ecr.api", "ecr.dkr", "logs", "ssm", "ec2", "autoscaling", "cloudformation"} {
		assert.True(t, slices.ContainsFunc(services, func(s string) bool { return strings.Contains(s, "."+name) }), name)
	}
}

// A VPC by parameters: the template refers to them, and takes nothing for granted.
func TestNetwork_byParameters(t *testing.T) {
	stack := snapshot.NewStack(t)
	parameter := func(id, kind string) awscdk.CfnParameter {
		return awscdk.NewCfnParameter(stack, &id, &awscdk.CfnParameterProps{Type: &kind})
	}
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Parameters: &ecsgpu.NetworkParameters{
		VpcID: parameter("Vpc", "AWS::EC2::VPC::Id"), SubnetIDs: parameter("Subnets", "List<AWS::EC2::Subnet::Id>"),
	}})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	requireRefused(t, func() {
		cluster.AddPool("zonal", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1, Zone: 1})
	}, "Zone cannot be 1, because the deployment chooses the subnets; leave it out")
	props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}),
		ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})
	props.NetworkMode = ecsgpu.NetworkModeAwsvpc
	task := ecsgpu.NewTaskDefinition(stack, "Task", props)
	requireRefused(t, func() {
		ecsgpu.NewService(stack, "Web", &ecsgpu.ServiceProps{Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080}})
	}, "LoadBalancer needs subnets of two availability zones, and the deployment chooses those of the Network; adopt a Vpc instead of its Parameters")
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task})

	template := snapshot.Of(t, stack)
	assert.Equal(t, map[string]any{"Ref": "Subnets"}, template.One("AWS::AutoScaling::AutoScalingGroup").Get("VPCZoneIdentifier"))
	assert.Equal(t, map[string]any{"Ref": "Subnets"}, template.One("AWS::ECS::Service").Get("NetworkConfiguration.AwsvpcConfiguration.Subnets"))
	for _, group := range template.Resources("AWS::EC2::SecurityGroup") {
		assert.Equal(t, map[string]any{"Ref": "Vpc"}, group.Get("VpcId"), group.LogicalID)
	}
}

func TestNetwork_namesIsolatedSubnets(t *testing.T) {
	stack := snapshot.NewStack(t)
	vpc := awsec2.Vpc_FromVpcAttributes(stack, jsii.String("Vpc"), &awsec2.VpcAttributes{
		VpcId: jsii.String("vpc-1"), AvailabilityZones: jsii.Strings("eu-west-1a"), IsolatedSubnetIds: jsii.Strings("subnet-1"),
	})
	requireRefused(t, func() { ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Vpc: vpc}) },
		"Subnets is required, because Vpc has neither private subnets with a way out nor public ones: isolated ones need VPC endpoints")
	network := ecsgpu.NewNetwork(stack, "Isolated", &ecsgpu.NetworkProps{
		Vpc: vpc, Subnets: &awsec2.SubnetSelection{SubnetType: awsec2.SubnetType_PRIVATE_ISOLATED},
	})
	assert.Equal(t, jsii.Strings("subnet-1"), network.SubnetIDs())
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
		"a range that starts in its middle": {
			ecsgpu.NetworkProps{CIDR: "10.0.0.7/16"},
			[]string{`CIDR must start at the first address of its range, 10.0.0.0/16, got "10.0.0.7/16"`},
		},
		"half of a VPC by parameters, and another one": {
			ecsgpu.NetworkProps{Parameters: &ecsgpu.NetworkParameters{}, Zones: 2},
			[]string{
				"Parameters needs VpcID and SubnetIDs",
				"Parameters clashes with the other fields: the deployment chooses the VPC",
			},
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
