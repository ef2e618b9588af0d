package ecsgpu_test

import (
	"testing"
	"time"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func TestRestart_defaults(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{Restart: &ecsgpu.Restart{}})
	assert.Equal(t, map[string]any{"Enabled": true},
		snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.RestartPolicy"))
}

func TestRestart_overrides(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{
		Restart: &ecsgpu.Restart{After: 10 * time.Minute, IgnoredExitCodes: []int{0, 3}},
	})
	assert.Equal(t, map[string]any{"Enabled": true, "RestartAttemptPeriod": 600.0, "IgnoredExitCodes": []any{0.0, 3.0}},
		snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.RestartPolicy"))
}

func TestRestart_rejects(t *testing.T) {
	requireRefused(t, func() {
		newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{Restart: &ecsgpu.Restart{After: 300, IgnoredExitCodes: make([]int, 51)}})
	},
		"Containers[0].Restart.After must be between 1m0s and 30m0s, got 300ns",
		"Containers[0].Restart.IgnoredExitCodes must be at most 50, got 51")
}
