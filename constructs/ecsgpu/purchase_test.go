package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

const reservation = "cr-0123456789abcdef0"

func TestPurchase_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1, Purchase: ecsgpu.OnDemand()})
	template := snapshot.Of(t, stack)
	group := template.One("AWS::AutoScaling::AutoScalingGroup")
	assert.Nil(t, group.Get("MixedInstancesPolicy"))
	assert.Equal(t, template.One("AWS::EC2::LaunchTemplate").LogicalID, group.Get("LaunchTemplate.LaunchTemplateId.Ref"))
	assert.NotContains(t, userData(t, template), "SPOT")
}

func TestPurchase_overrides(t *testing.T) {
	synth := func(t *testing.T, props ecsgpu.PoolProps) snapshot.Template {
		stack, cluster := newCluster(t)
		props.MaxCapacity = 4
		cluster.AddPool("pool", &props)
		return snapshot.Of(t, stack)
	}
	policy := func(template snapshot.Template) any {
		return template.One("AWS::AutoScaling::AutoScalingGroup").Get("MixedInstancesPolicy.InstancesDistribution")
	}
	types := []string{"g6.xlarge", "g5.xlarge"}
	t.Run("several types on demand, the first one preferred", func(t *testing.T) {
		template := synth(t, ecsgpu.PoolProps{InstanceTypes: types})
		assert.Equal(t, map[string]any{"OnDemandAllocationStrategy": "prioritized"}, policy(template))
		assert.Equal(t, []any{map[string]any{"InstanceType": "g6.xlarge"}, map[string]any{"InstanceType": "g5.xlarge"}},
			template.One("AWS::AutoScaling::AutoScalingGroup").Get("MixedInstancesPolicy.LaunchTemplate.Overrides"))
		assert.NotContains(t, userData(t, template), "ECS_ENABLE_SPOT_INSTANCE_DRAINING")
	})
	t.Run("spot drains before EC2 takes an instance back", func(t *testing.T) {
		template := synth(t, ecsgpu.PoolProps{InstanceTypes: types, Purchase: ecsgpu.Spot("")})
		assert.Equal(t, map[string]any{
			"OnDemandAllocationStrategy": "prioritized", "OnDemandBaseCapacity": 0.0, "OnDemandPercentageAboveBaseCapacity": 0.0,
			"SpotAllocationStrategy": "price-capacity-optimized",
		}, policy(template))
		assert.Contains(t, userData(t, template), "ECS_ENABLE_SPOT_INSTANCE_DRAINING=true\n")
	})
	t.Run("spot above a base on demand", func(t *testing.T) {
		template := synth(t, ecsgpu.PoolProps{InstanceTypes: types, Purchase: ecsgpu.Mixed(2, 25, ecsgpu.SpotAllocationCapacityOptimizedPrioritized)})
		assert.Equal(t, map[string]any{
			"OnDemandAllocationStrategy": "prioritized", "OnDemandBaseCapacity": 2.0, "OnDemandPercentageAboveBaseCapacity": 25.0,
			"SpotAllocationStrategy": "capacity-optimized-prioritized",
		}, policy(template))
	})
	t.Run("a capacity reservation", func(t *testing.T) {
		launch := synth(t, ecsgpu.PoolProps{InstanceTypes: types[:1], Zone: 1, Purchase: ecsgpu.CapacityReservation(reservation)}).One("AWS::EC2::LaunchTemplate")
		assert.Equal(t, reservation, launch.Get("LaunchTemplateData.CapacityReservationSpecification.CapacityReservationTarget.CapacityReservationId"))
		assert.Nil(t, launch.Get("LaunchTemplateData.InstanceMarketOptions"))
	})
	t.Run("a group of reservations, in any zone", func(t *testing.T) {
		group := "arn:aws:resource-groups:us-east-1:123456789012:group/gpus"
		launch := synth(t, ecsgpu.PoolProps{InstanceTypes: types[:1], Purchase: ecsgpu.CapacityReservation(group)}).One("AWS::EC2::LaunchTemplate")
		assert.Equal(t, group, launch.Get("LaunchTemplateData.CapacityReservationSpecification.CapacityReservationTarget.CapacityReservationResourceGroupArn"))
	})
	t.Run("a capacity block", func(t *testing.T) {
		launch := synth(t, ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, Zone: 2, Purchase: ecsgpu.CapacityBlock(reservation)}).One("AWS::EC2::LaunchTemplate")
		assert.Equal(t, "capacity-block", launch.Get("LaunchTemplateData.InstanceMarketOptions.MarketType"))
		assert.Equal(t, reservation, launch.Get("LaunchTemplateData.CapacityReservationSpecification.CapacityReservationTarget.CapacityReservationId"))
	})
	t.Run("spot of the one type that a parameter decides on", func(t *testing.T) {
		stack, cluster := newCluster(t)
		parameter := ecsgpu.NewInstanceTypeParameter(stack, "Type", &ecsgpu.InstanceTypeParameterProps{Default: "g6.xlarge", Allowed: types})
		cluster.AddPool("pool", &ecsgpu.PoolProps{MaxCapacity: 1, Purchase: ecsgpu.Spot(""), Parameters: &ecsgpu.PoolParameters{InstanceType: parameter}})
		template := snapshot.Of(t, stack)
		assert.Nil(t, template.One("AWS::AutoScaling::AutoScalingGroup").Get("MixedInstancesPolicy.LaunchTemplate.Overrides"))
		assert.Equal(t, "Type", template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.InstanceType.Ref"))
	})
}

func TestPurchase_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		types    []string
		zone     int
		purchase ecsgpu.Purchase
		problems []string
	}{
		"a mix out of range": {[]string{"g6.xlarge"}, 0, ecsgpu.Mixed(-1, 101, "cheapest"), []string{
			"Purchase: the on-demand base must not be negative and the percentage must be 0 to 100, got -1 and 101",
			`Purchase: the spot allocation must be "price-capacity-optimized", "capacity-optimized", "capacity-optimized-prioritized" or "lowest-price", got "cheapest"`,
		}},
		"a reservation that is none": {[]string{"g6.xlarge"}, 0, ecsgpu.CapacityReservation("mine"), []string{
			`Purchase: a capacity reservation must be an id (cr-…) or the ARN of a resource group, got "mine"`,
		}},
		"a reservation in one of two zones": {[]string{"g6.xlarge"}, 0, ecsgpu.CapacityReservation(reservation), []string{
			"Purchase: cr-0123456789abcdef0 is capacity in one availability zone, and the network has 2: set Zone, 1 for the first",
		}},
		"a block of a type that is not sold in blocks": {[]string{"g6.xlarge"}, 1, ecsgpu.CapacityBlock(reservation), []string{
			"Purchase: EC2 sells no capacity blocks of g6.xlarge; it does of p4d to p6 and trn",
		}},
		"a block of two types": {[]string{"p5.48xlarge", "p5en.48xlarge"}, 1, ecsgpu.CapacityBlock(reservation), []string{
			"Purchase: a capacity block is of one instance type, got 2; give each its own pool",
		}},
		"a block without an id": {[]string{"p5.48xlarge"}, 1, ecsgpu.CapacityBlock(""), []string{
			`Purchase: a capacity block must be an id (cr-…), got ""`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			requireRefused(t, func() {
				cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: test.types, MaxCapacity: 1, Zone: test.zone, Purchase: test.purchase})
			}, test.problems...)
		})
	}
}
