package ecsgpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// Placement narrows the instances that a task may run on. A pool of one kind
// of instance needs none of it, and managed scaling, which samples instances,
// can stall over a constraint that few of them meet.
type Placement struct {
	// InstanceTypes are the only types that will do.
	// Default: all of the pool.
	InstanceTypes []string
	// DriverVersion is a Java regular expression for the version of the NVIDIA
	// driver, such as 580.*.
	// Default: any.
	DriverVersion string
	// Expressions are further expressions of ECS's cluster query language, all
	// of which must hold.
	// Default: none.
	Expressions []string
}

// expressions are the constraints in ECS's cluster query language.
func (p Placement) expressions() []string {
	var all []string
	switch len(p.InstanceTypes) {
	case 0:
	case 1:
		all = append(all, "attribute:ecs.instance-type == "+p.InstanceTypes[0])
	default:
		all = append(all, fmt.Sprintf("attribute:ecs.instance-type in [%s]", strings.Join(p.InstanceTypes, ", ")))
	}
	if p.DriverVersion != "" {
		all = append(all, "attribute:ecs.capability.gpu-driver-version =~ "+p.DriverVersion)
	}
	return append(all, p.Expressions...)
}

func (p Placement) constraints() any {
	var all []any
	for _, expression := range p.expressions() {
		all = append(all, &awsecs.CfnTaskDefinition_TaskDefinitionPlacementConstraintProperty{
			Type: jsii.String("memberOf"), Expression: jsii.String(expression),
		})
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// maxConstraints is ECS's limit per task definition.
const maxConstraints = 10

// check says which constraints no instance of the pool meets.
func (p Placement) check(pool *Pool, all *problems) {
	if pool != nil {
		for i, name := range p.InstanceTypes {
			if !slices.Contains(pool.typeNames(), name) {
				all.add("Placement.InstanceTypes[%d] must be one of the pool's types (%s), got %q",
					i, strings.Join(pool.typeNames(), ", "), name)
			}
		}
	}
	if len(p.expressions()) > maxConstraints {
		all.add("Placement must be at most %d constraints, got %d", maxConstraints, len(p.expressions()))
	}
}

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
