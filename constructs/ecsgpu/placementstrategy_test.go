package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func TestPlacementStrategy_overrides(t *testing.T) {
	zones := map[string]any{"Type": "spread", "Field": "attribute:ecs.availability-zone"}
	for strategy, want := range map[ecsgpu.PlacementStrategy][]any{
		ecsgpu.PlacementStrategyPack:            {map[string]any{"Type": "binpack", "Field": "MEMORY"}},
		ecsgpu.PlacementStrategySpreadZones:     {zones},
		ecsgpu.PlacementStrategySpreadInstances: {zones, map[string]any{"Type": "spread", "Field": "instanceId"}},
	} {
		t.Run(string(strategy), func(t *testing.T) {
			stack, _ := serve(t, ecsgpu.ServiceProps{Strategy: strategy})
			assert.Equal(t, want, snapshot.Of(t, stack).One("AWS::ECS::Service").Get("PlacementStrategies"))
		})
	}
}
