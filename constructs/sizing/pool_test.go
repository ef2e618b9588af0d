package sizing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// A service goes only where its capacity provider strategy sends it.
func TestNewPlan_services_follow_their_strategy(t *testing.T) {
	inv := cluster([]pool{
		{name: "a", types: []string{"g5.xlarge"}, desired: 1, max: 1, scaling: true},
		{name: "b", types: []string{"g5.12xlarge"}, desired: 1, max: 1, scaling: true},
	}, task("train", 1, 1024, 4096))
	inv.Services = []*inventory.Service{{
		TaskDefinition: inventory.LinkTo("train"), DesiredCount: inventory.Known(2),
		Strategy: inventory.ListOf(inventory.StrategyItem{Provider: inventory.LinkTo("bProvider"), Weight: inventory.Known(1)}),
	}}
	p := plan(t, inv)
	assert.Equal(t, 0, p.Mix.Pools[0].UsedGPUs)
	assert.Equal(t, 2, p.Mix.Pools[1].UsedGPUs)
}
