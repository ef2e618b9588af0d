package ecsgpu

import (
	"regexp"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// SpotAllocation is how EC2 picks among the spot capacity of several types.
type SpotAllocation string

const (
	// SpotAllocationPriceCapacityOptimized weighs price against the risk of interruption,
	// and is what EC2 recommends.
	SpotAllocationPriceCapacityOptimized SpotAllocation = "price-capacity-optimized"
	// SpotAllocationCapacityOptimized takes the pools that are least likely to be interrupted.
	SpotAllocationCapacityOptimized SpotAllocation = "capacity-optimized"
	// SpotAllocationCapacityOptimizedPrioritized does so and honours the order of the types.
	SpotAllocationCapacityOptimizedPrioritized SpotAllocation = "capacity-optimized-prioritized"
	// SpotAllocationLowestPrice takes the cheapest pools, which are interrupted most.
	SpotAllocationLowestPrice SpotAllocation = "lowest-price"
)

type purchaseKind string

const (
	onDemandPurchase    purchaseKind = ""
	mixedPurchase       purchaseKind = "mixed"
	reservationPurchase purchaseKind = "reservation"
	blockPurchase       purchaseKind = "capacity block"
)

// Purchase is how EC2 sells the instances of a pool. It says one thing at a
// time; the zero value is on demand.
type Purchase struct {
	kind            purchaseKind
	allocation      SpotAllocation
	onDemandBase    int
	onDemandPercent int
	reservation     string
}

// OnDemand pays by the second and is interrupted by nobody.
func OnDemand() Purchase { return Purchase{} }

// Spot takes spare capacity that EC2 may take back with two minutes' notice;
// the agent then drains the instance. Several instance types find more of it.
// An empty allocation means SpotAllocationPriceCapacityOptimized.
func Spot(allocation SpotAllocation) Purchase { return Mixed(0, 0, allocation) }

// Mixed buys onDemandBase instances on demand, and of those above it
// onDemandPercent on demand and the rest as spot.
func Mixed(onDemandBase, onDemandPercent int, allocation SpotAllocation) Purchase {
	if allocation == "" {
		allocation = SpotAllocationPriceCapacityOptimized
	}
	return Purchase{kind: mixedPurchase, allocation: allocation, onDemandBase: onDemandBase, onDemandPercent: onDemandPercent}
}

// CapacityReservation uses an on-demand capacity reservation (cr-…), which is
// in one zone, or a resource group of them (its ARN).
func CapacityReservation(idOrGroupARN string) Purchase {
	return Purchase{kind: reservationPurchase, reservation: idOrGroupARN}
}

// CapacityBlock uses a capacity block for machine learning (cr-…), which was
// paid in advance for a span of days and is in one zone. Instances end with it.
func CapacityBlock(reservationID string) Purchase {
	return Purchase{kind: blockPurchase, reservation: reservationID}
}

// usesSpot says whether some instances can be interrupted.
func (p Purchase) usesSpot() bool { return p.kind == mixedPurchase && p.onDemandPercent < 100 }

// distribution is the part of a mixed instances policy that says how to buy.
func (p Purchase) distribution() *awsautoscaling.CfnAutoScalingGroup_InstancesDistributionProperty {
	distribution := &awsautoscaling.CfnAutoScalingGroup_InstancesDistributionProperty{
		OnDemandAllocationStrategy: jsii.String("prioritized"),
	}
	if p.kind == mixedPurchase {
		distribution.OnDemandBaseCapacity = jsii.Number(p.onDemandBase)
		distribution.OnDemandPercentageAboveBaseCapacity = jsii.Number(p.onDemandPercent)
		distribution.SpotAllocationStrategy = jsii.String(string(p.allocation))
	}
	return distribution
}

// apply writes what the launch template says of the purchase.
func (p Purchase) apply(data *awsec2.CfnLaunchTemplate_LaunchTemplateDataProperty) {
	if p.reservation == "" {
		return
	}
	target := &awsec2.CfnLaunchTemplate_CapacityReservationTargetProperty{CapacityReservationId: &p.reservation}
	if resourceGroup.MatchString(p.reservation) {
		target = &awsec2.CfnLaunchTemplate_CapacityReservationTargetProperty{CapacityReservationResourceGroupArn: &p.reservation}
	}
	data.CapacityReservationSpecification = &awsec2.CfnLaunchTemplate_CapacityReservationSpecificationProperty{
		CapacityReservationTarget: target,
	}
	if p.kind == blockPurchase {
		data.InstanceMarketOptions = &awsec2.CfnLaunchTemplate_InstanceMarketOptionsProperty{MarketType: jsii.String("capacity-block")}
	}
}

var (
	reservationID = regexp.MustCompile(`^cr-[0-9a-f]{8,17}$`)
	resourceGroup = regexp.MustCompile(`^arn:[a-z-]+:resource-groups:[a-z0-9-]+:[0-9]{12}:group/.+$`)
)

// check says what is wrong with the purchase of these types.
func (p Purchase) check(types []hardware.InstanceType, all *problems) {
	switch p.kind {
	case mixedPurchase:
		p.checkMix(all)
	case reservationPurchase:
		if !reservationID.MatchString(p.reservation) && !resourceGroup.MatchString(p.reservation) {
			all.add("Purchase: a capacity reservation must be an id (cr-…) or the ARN of a resource group, got %q", p.reservation)
		}
	case blockPurchase:
		if !reservationID.MatchString(p.reservation) {
			all.add("Purchase: a capacity block must be an id (cr-…), got %q", p.reservation)
		}
		if len(types) > 1 {
			all.add("Purchase: a capacity block is of one instance type, got %d; give each its own pool", len(types))
		}
		for _, t := range types {
			if t.SupportsUsageClass(hardware.CapacityBlock) == fact.No {
				all.add("Purchase: EC2 sells no capacity blocks of %s; it does of p4d to p6 and trn", t.Name)
			}
		}
	}
}

// zonal says whether the purchase is capacity in one zone.
func (p Purchase) zonal() bool { return reservationID.MatchString(p.reservation) }

// checkReservedZone refuses to launch outside of the zone of reserved capacity,
// where EC2 refuses it (EC2 user guide, "Launch instances using Capacity
// Blocks").
func (p PoolProps) checkReservedZone(network *Network, all *problems) {
	if p.Purchase.zonal() && p.Zone == 0 && network.zones() > 1 {
		all.add("Purchase: %s is capacity in one availability zone, and the network has %d: set Zone, 1 for the first",
			p.Purchase.reservation, network.zones())
	}
}

func (p Purchase) checkMix(all *problems) {
	if p.onDemandBase < 0 || p.onDemandPercent < 0 || p.onDemandPercent > 100 {
		all.add("Purchase: the on-demand base must not be negative and the percentage must be 0 to 100, got %d and %d",
			p.onDemandBase, p.onDemandPercent)
	}
	switch p.allocation {
	case SpotAllocationPriceCapacityOptimized, SpotAllocationCapacityOptimized, SpotAllocationCapacityOptimizedPrioritized, SpotAllocationLowestPrice:
	default:
		all.add("Purchase: the spot allocation must be %q, %q, %q or %q, got %q",
			SpotAllocationPriceCapacityOptimized, SpotAllocationCapacityOptimized, SpotAllocationCapacityOptimizedPrioritized, SpotAllocationLowestPrice, p.allocation)
	}
}
