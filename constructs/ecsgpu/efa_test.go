package ecsgpu_test

import (
	"fmt"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// newPrivateCluster creates a cluster whose instances have no public address.
func newPrivateCluster(t *testing.T, zones int) (awscdk.Stack, *ecsgpu.Cluster) {
	stack := snapshot.NewStack(t)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate, Zones: zones})
	return stack, ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
}

func TestEFA_defaults(t *testing.T) {
	stack, cluster := newPrivateCluster(t, 1)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)
	assert.Nil(t, template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.NetworkInterfaces"))
	assert.Empty(t, template.Resources("AWS::EC2::PlacementGroup"))
}

func TestEFA_overrides(t *testing.T) {
	for instanceType, want := range map[string]struct {
		interfaces int
		first      string // what card 0 has
	}{
		"p5.48xlarge":      {32, "efa"},
		"p5en.48xlarge":    {16, "efa"},
		"p4d.24xlarge":     {4, "efa"},
		"p6-b200.48xlarge": {8, "efa"},
		"p6-b300.48xlarge": {17, "interface"}, // 16 adapters on cards 1 to 16
		"g6e.12xlarge":     {1, "efa"},
		"g6e.48xlarge":     {4, "efa"},
		"trn1.32xlarge":    {8, "efa"},
		"hpc6id.32xlarge":  {2, "efa"}, // one place on each card
	} {
		t.Run(instanceType, func(t *testing.T) {
			stack, cluster := newPrivateCluster(t, 1)
			cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{instanceType}, MaxCapacity: 2, EFA: true})
			template := snapshot.Of(t, stack)
			data := template.One("AWS::EC2::LaunchTemplate")
			interfaces := data.Get("LaunchTemplateData.NetworkInterfaces").([]any)
			require.Len(t, interfaces, want.interfaces)
			groups := data.Get("LaunchTemplateData.NetworkInterfaces.0.Groups")
			assert.Len(t, groups, 2, "the cluster's group and the fabric's")
			for card, each := range interfaces {
				kind := "efa-only"
				if card == 0 {
					kind = want.first
				}
				assert.Equal(t, map[string]any{
					"NetworkCardIndex": float64(card), "DeviceIndex": 0.0, "InterfaceType": kind,
					"Groups": groups, "DeleteOnTermination": true,
				}, each, "card %d", card)
			}
			assert.Nil(t, data.Get("LaunchTemplateData.SecurityGroupIds"), "EC2 takes groups in one place only")
			assert.Equal(t, template.One("AWS::EC2::PlacementGroup").LogicalID, data.Get("LaunchTemplateData.Placement.GroupName.Ref"))
			assert.Equal(t, "cluster", template.One("AWS::EC2::PlacementGroup").Get("Strategy"))
		})
	}
}

// An adapter takes traffic only from a group that names itself, both ways.
func TestEFA_opensTheFabricToItself(t *testing.T) {
	stack, cluster := newPrivateCluster(t, 1)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"p4d.24xlarge"}, MaxCapacity: 2, EFA: true})
	template := snapshot.Of(t, stack)
	in, out := template.One("AWS::EC2::SecurityGroupIngress"), template.One("AWS::EC2::SecurityGroupEgress")
	assert.Equal(t, "-1", in.Get("IpProtocol"))
	assert.Equal(t, "-1", out.Get("IpProtocol"))
	fabric := in.Get("GroupId")
	assert.Equal(t, fabric, in.Get("SourceSecurityGroupId"))
	assert.Equal(t, fabric, out.Get("GroupId"))
	assert.Equal(t, fabric, out.Get("DestinationSecurityGroupId"))
}

func TestEFA_inOneZoneOfSeveral(t *testing.T) {
	stack, cluster := newPrivateCluster(t, 2)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 2, EFA: true, Zone: 2})
	group := snapshot.Of(t, stack).One("AWS::AutoScaling::AutoScalingGroup")
	require.Len(t, group.Get("VPCZoneIdentifier"), 1)
	assert.Contains(t, fmt.Sprint(group.Get("VPCZoneIdentifier.0.Ref")), "Subnet2")
}

// The instances of a block are close together by themselves.
func TestEFA_inACapacityBlockHasNoPlacementGroup(t *testing.T) {
	stack, cluster := newPrivateCluster(t, 1)
	cluster.AddPool("pool", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 2, EFA: true, Purchase: ecsgpu.CapacityBlock(reservation),
	})
	template := snapshot.Of(t, stack)
	assert.Empty(t, template.Resources("AWS::EC2::PlacementGroup"))
	assert.Nil(t, template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.Placement"))
	assert.Len(t, template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.NetworkInterfaces"), 32)
}

func TestEFA_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		zones    int
		props    ecsgpu.PoolProps
		problems []string
	}{
		"two zones": {2, ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}}, []string{
			"EFA does not cross availability zones, and the network has 2: set Zone, 1 for the first",
		}},
		"a zone that the network does not have": {2, ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, Zone: 3}, []string{
			"Zone must be between 1 and the number of the network's zones (2), got 3",
		}},
		"a type without an adapter": {1, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}, []string{
			"EFA: g6.xlarge has no Elastic Fabric Adapter; types with one: ecsgpu instances --efa 1",
		}},
		"types with different numbers of adapters": {1, ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge", "p5en.48xlarge"}}, []string{
			"EFA: InstanceTypes must have equally many adapters: p5.48xlarge has 32, p5en.48xlarge has 16; give each its own pool",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newPrivateCluster(t, test.zones)
			test.props.MaxCapacity, test.props.EFA = 1, true
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
	t.Run("several interfaces behind public addresses", func(t *testing.T) {
		_, cluster := newCluster(t)
		requireRefused(t, func() {
			cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 1, EFA: true, Zone: 1})
		}, "EFA: an instance with several network interfaces gets no public address, so p5.48xlarge cannot reach ECS from a public subnet; use a private Network")
	})
}
