package sizing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func TestPurchaseOf(t *testing.T) {
	for name, c := range map[string]struct {
		pool inventory.Pool
		want Purchase
		note bool
	}{
		"on demand":           {inventory.Pool{Launch: &inventory.Launch{}}, Purchase{Class: hardware.OnDemand}, false},
		"spot":                {inventory.Pool{Launch: &inventory.Launch{MarketType: inventory.Known("spot")}}, Purchase{Class: hardware.Spot}, false},
		"a spot price":        {inventory.Pool{Launch: &inventory.Launch{SpotPrice: inventory.Known("0.5")}}, Purchase{Class: hardware.Spot}, false},
		"a capacity block":    {inventory.Pool{Launch: &inventory.Launch{MarketType: inventory.Known("capacity-block")}}, Purchase{Class: hardware.CapacityBlock}, false},
		"known at deployment": {inventory.Pool{Launch: &inventory.Launch{MarketType: inventory.NotKnown[string]("later")}}, Purchase{Class: hardware.OnDemand}, true},
		"several types, all on demand by default": {inventory.Pool{MixedInstancesPolicy: true}, Purchase{Class: hardware.OnDemand}, false},
		"several types, some on demand": {inventory.Pool{MixedInstancesPolicy: true, OnDemandBase: inventory.Known(1), OnDemandPercentageAboveBase: inventory.Known(20)},
			Purchase{Class: hardware.Spot, OnDemandBase: 1, OnDemandPercent: 20}, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, note := purchaseOf(&c.pool)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.note, note != "")
		})
	}
}
