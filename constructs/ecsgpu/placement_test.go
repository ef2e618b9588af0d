package ecsgpu_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestPlacement_defaults(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1)})
	assert.Nil(t, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("PlacementConstraints"), "managed scaling stalls over constraints")
}

func TestPlacement_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		placement ecsgpu.Placement
		want      []string
	}{
		"one type": {ecsgpu.Placement{InstanceTypes: []string{"g6.xlarge"}}, []string{"attribute:ecs.instance-type == g6.xlarge"}},
		"several types": {ecsgpu.Placement{InstanceTypes: []string{"g6.xlarge", "g5.xlarge"}},
			[]string{"attribute:ecs.instance-type in [g6.xlarge, g5.xlarge]"}},
		"a driver": {ecsgpu.Placement{DriverVersion: "580.*"}, []string{"attribute:ecs.capability.gpu-driver-version =~ 580.*"}},
		"more": {ecsgpu.Placement{DriverVersion: "580.*", Expressions: []string{"attribute:team == vision"}},
			[]string{"attribute:ecs.capability.gpu-driver-version =~ 580.*", "attribute:team == vision"}},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge", "g5.xlarge"}, MaxCapacity: 1}),
				ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1)})
			props.Placement = test.placement
			ecsgpu.NewTaskDefinition(stack, "Task", props)
			var want []any
			for _, expression := range test.want {
				want = append(want, map[string]any{"Type": "memberOf", "Expression": expression})
			}
			assert.Equal(t, want, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("PlacementConstraints"))
		})
	}
}

func TestPlacement_rejects(t *testing.T) {
	stack, cluster := newCluster(t)
	props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}), ecsgpu.Container{})
	props.Placement = ecsgpu.Placement{InstanceTypes: []string{"p3.2xlarge"}}
	for i := range 10 {
		props.Placement.Expressions = append(props.Placement.Expressions, fmt.Sprintf("attribute:rack == %d", i))
	}
	requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Task", props) },
		`Placement.InstanceTypes[0] must be one of the pool's types (g6.xlarge), got "p3.2xlarge"`,
		"Placement must be at most 10 constraints, got 11")
}

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
