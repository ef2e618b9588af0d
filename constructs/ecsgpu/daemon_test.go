package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestDaemon_defaults(t *testing.T) {
	stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{Privileged: true})
	daemon := ecsgpu.NewDaemon(stack, "Metrics", &ecsgpu.DaemonProps{Task: task})
	template := snapshot.Of(t, stack)
	service := template.One("AWS::ECS::Service")
	assert.Equal(t, "DAEMON", service.Get("SchedulingStrategy"))
	assert.Equal(t, "EC2", service.Get("LaunchType"))
	assert.Nil(t, service.Get("DesiredCount"))
	assert.Nil(t, service.Get("CapacityProviderStrategy"))
	assert.Equal(t, []any{map[string]any{"Type": "memberOf", "Expression": "attribute:ecsgpu.pool == pool"}}, service.Get("PlacementConstraints"))
	assert.Equal(t, 0.0, service.Get("DeploymentConfiguration.MinimumHealthyPercent"))
	assert.Contains(t, service.Body["DependsOn"], template.One("AWS::ECS::ClusterCapacityProviderAssociations").LogicalID)
	assert.Contains(t, userData(t, template), `"ecsgpu.pool":"pool"`, "the attribute that the constraint asks for")
	assert.NotNil(t, daemon.ServiceName())
}

func TestDaemon_rejects(t *testing.T) {
	stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1)})
	requireRefused(t, func() { ecsgpu.NewDaemon(stack, "Metrics", &ecsgpu.DaemonProps{Task: task}) },
		"Task: Containers[0].GPUs must be empty for a daemon, got 1 GPU; it would hold them on every instance")
	requireRefused(t, func() { ecsgpu.NewDaemon(stack, "Other", nil) },
		"Task is required, and its Pool: a daemon runs on every instance of one pool")
}
