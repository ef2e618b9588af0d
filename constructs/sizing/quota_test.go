package sizing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

func TestQuotaOf(t *testing.T) {
	none := fact.NotKnown[int]()
	for name, c := range map[string]struct {
		instance string
		class    hardware.UsageClass
		code     string
		fresh    fact.Value[int]
	}{
		"P on demand":                  {"p3.2xlarge", hardware.OnDemand, "L-417A185B", fact.Of(0)},
		"P5 on demand shares it":       {"p5.48xlarge", hardware.OnDemand, "L-417A185B", fact.Of(0)},
		"P4 on Spot":                   {"p4d.24xlarge", hardware.Spot, "L-7212CCBC", fact.Of(0)},
		"P5 on Spot is apart":          {"p5en.48xlarge", hardware.Spot, "L-C4BD4855", fact.Of(0)},
		"P6 on Spot is not known":      {"p6-b200.48xlarge", hardware.Spot, "", none},
		"G on demand":                  {"g5.xlarge", hardware.OnDemand, "L-DB2E81BA", fact.Of(0)},
		"Gr counts as G":               {"gr6.4xlarge", hardware.Spot, "L-3819A6DF", fact.Of(0)},
		"VT counts as G":               {"vt1.3xlarge", hardware.OnDemand, "L-DB2E81BA", fact.Of(0)},
		"Inf":                          {"inf2.xlarge", hardware.OnDemand, "L-1945791B", fact.Of(0)},
		"Trn":                          {"trn1.2xlarge", hardware.Spot, "L-6B0D517C", fact.Of(0)},
		"DL":                           {"dl1.24xlarge", hardware.OnDemand, "L-6E869C2A", fact.Of(0)},
		"standard on demand":           {"c5.2xlarge", hardware.OnDemand, "L-1216C47A", fact.Of(5)},
		"standard on Spot":             {"im4gn.large", hardware.Spot, "L-34B43A08", fact.Of(5)},
		"D is standard, DL is not":     {"d3.xlarge", hardware.OnDemand, "L-1216C47A", fact.Of(5)},
		"families without a source":    {"x1.16xlarge", hardware.OnDemand, "", none},
		"Capacity Blocks draw on none": {"p5.48xlarge", hardware.CapacityBlock, "", none},
	} {
		t.Run(name, func(t *testing.T) {
			found, ok := hardware.Lookup(c.instance)
			require.True(t, ok)
			q := sizing.QuotaOf(found, c.class)
			assert.Equal(t, c.code, q.Code)
			assert.Equal(t, c.fresh, q.NewAccountDefault)
			assert.Equal(t, c.code == "", q.Note != "", "what is not known is said")
		})
	}
}

func TestPlan_quotas(t *testing.T) {
	inv := cluster([]pool{
		{name: "a", types: []string{"p3.2xlarge"}, max: 3},
		{name: "b", types: []string{"p3.8xlarge"}, max: 2},
		{name: "c", types: []string{"c5.2xlarge", "c5.4xlarge"}, max: 2},
	})
	spot := inv.Pools[2]
	spot.MixedInstancesPolicy, spot.OnDemandBase, spot.OnDemandPercentageAboveBase = true, inventory.Known(1), inventory.Known(0)
	q := plan(t, inv).Quotas
	require.Len(t, q, 3)
	assert.Equal(t, "L-34B43A08", q[0].Code)
	assert.Equal(t, fact.Of(16), q[0].VCPUsAtMax, "one c5.4xlarge on Spot, the larger of the two types")
	assert.Equal(t, fact.Of(3*8+2*32), q[1].VCPUsAtMax, "two pools draw on one quota")
	assert.Equal(t, []string{"a", "b"}, q[1].Pools)
	assert.Equal(t, fact.Of(16), q[2].VCPUsAtMax)
}

func TestPurchase_Split(t *testing.T) {
	for name, c := range map[string]struct {
		purchase        sizing.Purchase
		n, demand, spot int
	}{
		"on demand by default":         {sizing.Purchase{}, 5, 5, 0},
		"all on Spot":                  {sizing.Purchase{Class: hardware.Spot}, 5, 0, 5},
		"a base on demand":             {sizing.Purchase{Class: hardware.Spot, OnDemandBase: 2}, 5, 2, 3},
		"a share above it, rounded up": {sizing.Purchase{Class: hardware.Spot, OnDemandBase: 1, OnDemandPercent: 50}, 4, 3, 1},
		"fewer than the base":          {sizing.Purchase{Class: hardware.Spot, OnDemandBase: 9}, 4, 4, 0},
	} {
		t.Run(name, func(t *testing.T) {
			demand, spot := c.purchase.Split(c.n)
			assert.Equal(t, []int{c.demand, c.spot}, []int{demand, spot})
		})
	}
}
