package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// PlacementStrategy is how ECS picks among the instances that can take a task.
type PlacementStrategy string

const (
	// PlacementStrategyPack fills instances before it takes others (binpack on
	// memory), so that few GPUs stay stranded and idle instances can end.
	PlacementStrategyPack PlacementStrategy = "pack"
	// PlacementStrategySpreadZones spreads tasks over availability zones.
	PlacementStrategySpreadZones PlacementStrategy = "spread-zones"
	// PlacementStrategySpreadInstances spreads tasks over zones and then over
	// instances.
	PlacementStrategySpreadInstances PlacementStrategy = "spread-instances"
)

// property is the strategy as AWS::ECS::Service has it.
func (s PlacementStrategy) property() any {
	one := func(kind, field string) any {
		return &awsecs.CfnService_PlacementStrategyProperty{Type: &kind, Field: jsii.String(field)}
	}
	switch s {
	case PlacementStrategyPack:
		return []any{one("binpack", "MEMORY")}
	case PlacementStrategySpreadZones:
		return []any{one("spread", "attribute:ecs.availability-zone")}
	case PlacementStrategySpreadInstances:
		return []any{one("spread", "attribute:ecs.availability-zone"), one("spread", "instanceId")}
	}
	return nil
}

func (s PlacementStrategy) check(task *TaskDefinition, all *problems) {
	switch s {
	case "":
	case PlacementStrategyPack, PlacementStrategySpreadZones, PlacementStrategySpreadInstances:
		if task.ManagedPool != nil {
			all.add("Strategy must be empty on a managed pool, whose instances ECS fills by itself, got %q", s)
		}
	default:
		all.add("Strategy must be %q, %q or %q, got %q", PlacementStrategyPack, PlacementStrategySpreadZones, PlacementStrategySpreadInstances, s)
	}
}
