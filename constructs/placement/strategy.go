package placement

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/internal/closedset"
)

// Strategy is how ECS chooses among the instances that a task fits. Ties go to
// the instance that was added first; ECS leaves them open.
type Strategy string

const (
	// BinpackMemory and BinpackCPU take the instance with the least left.
	BinpackMemory Strategy = "binpack-memory"
	BinpackCPU    Strategy = "binpack-cpu"
	// SpreadInstances takes the instance with the fewest tasks of the same kind.
	SpreadInstances Strategy = "spread-instances"
	// SpreadZones takes the zone with the fewest tasks of the same kind, and in
	// it the instance with the least memory left ("AZ balanced binpack").
	SpreadZones Strategy = "spread-zones"
)

// Strategies returns every strategy, sorted.
func Strategies() []Strategy {
	return []Strategy{BinpackCPU, BinpackMemory, SpreadInstances, SpreadZones}
}

// ParseStrategy reads a strategy in any case.
func ParseStrategy(s string) (Strategy, error) {
	return closedset.Parse("strategy", s, Strategies())
}

// StrategyOf returns the nearest strategy to those that a service lists.
// Without any, ECS spreads the tasks of a service over the zones.
func StrategyOf(s *inventory.Service) Strategy {
	if len(s.PlacementStrategies.Items) == 0 {
		return SpreadZones
	}
	first := s.PlacementStrategies.Items[0]
	kind, _ := first.Type.Get()
	field, _ := first.Field.Get()
	switch {
	case strings.EqualFold(kind, "binpack") && strings.EqualFold(field, "cpu"):
		return BinpackCPU
	case strings.EqualFold(kind, "binpack"):
		return BinpackMemory
	case strings.EqualFold(kind, "spread") && (strings.EqualFold(field, "instanceId") || strings.EqualFold(field, "host")):
		return SpreadInstances
	}
	return SpreadZones
}
