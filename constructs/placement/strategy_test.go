package placement_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

func TestStrategyOf(t *testing.T) {
	service := func(kind, field string) *inventory.Service {
		return &inventory.Service{PlacementStrategies: inventory.ListOf(inventory.PlacementStrategy{Type: inventory.Known(kind), Field: inventory.Known(field)})}
	}
	assert.Equal(t, placement.SpreadZones, placement.StrategyOf(&inventory.Service{}))
	assert.Equal(t, placement.BinpackMemory, placement.StrategyOf(service("binpack", "memory")))
	assert.Equal(t, placement.BinpackCPU, placement.StrategyOf(service("binpack", "cpu")))
	assert.Equal(t, placement.SpreadInstances, placement.StrategyOf(service("spread", "instanceId")))
	assert.Equal(t, placement.SpreadZones, placement.StrategyOf(service("spread", "attribute:ecs.availability-zone")))
}

func TestParse(t *testing.T) {
	for _, s := range placement.Strategies() {
		got, err := placement.ParseStrategy(string(s))
		assert.NoError(t, err)
		assert.Equal(t, s, got)
	}
	_, err := placement.ParseStrategy("random")
	assert.EqualError(t, err, `strategy must be binpack-cpu, binpack-memory, spread-instances or spread-zones, got "random"`)
}
