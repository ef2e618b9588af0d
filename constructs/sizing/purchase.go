package sizing

import (
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Purchase is how a pool buys its instances.
type Purchase struct {
	// Class is how those instances are bought that are not on demand.
	// Default: OnDemand, for all.
	Class hardware.UsageClass

	// OnDemandBase instances are on demand first; of the rest,
	// OnDemandPercent are, rounded up.
	OnDemandBase, OnDemandPercent int
}

// Split divides n instances into those on demand and the others.
func (p Purchase) Split(n int) (onDemand, other int) {
	if p.Class == "" || p.Class == hardware.OnDemand {
		return n, 0
	}
	base := min(n, p.OnDemandBase)
	onDemand = base + ((n-base)*p.OnDemandPercent+99)/100
	return onDemand, n - onDemand
}

// purchaseOf reads how a pool buys. What is unknown counts as on demand, and a
// note says so.
func purchaseOf(p *inventory.Pool) (Purchase, string) {
	if p.MixedInstancesPolicy {
		base, known := p.OnDemandBase.Or(0)
		percent, knownPercent := p.OnDemandPercentageAboveBase.Or(100)
		if !known || !knownPercent {
			return Purchase{Class: hardware.OnDemand}, "how many instances are Spot is known only at deployment; the quota counts all on demand"
		}
		if percent == 100 {
			return Purchase{Class: hardware.OnDemand}, ""
		}
		return Purchase{Class: hardware.Spot, OnDemandBase: base, OnDemandPercent: percent}, ""
	}
	if p.Launch == nil {
		return Purchase{Class: hardware.OnDemand}, ""
	}
	market, known := p.Launch.MarketType.Or("")
	switch {
	case !known:
		return Purchase{Class: hardware.OnDemand}, "how instances are bought is known only at deployment; the quota counts all on demand"
	case market == "spot", market == "" && !p.Launch.SpotPrice.IsAbsent():
		return Purchase{Class: hardware.Spot}, ""
	case market == "capacity-block":
		return Purchase{Class: hardware.CapacityBlock}, ""
	}
	return Purchase{Class: hardware.OnDemand}, ""
}
