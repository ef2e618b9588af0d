package ecsgpu_test

import (
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// serve creates a service of a task that takes one GPU of a g6.xlarge, which
// has one, on a pool of at most 4 instances.
func serve(t *testing.T, props ecsgpu.ServiceProps) (awscdk.Stack, *ecsgpu.Service) {
	pool := poolOf("g6.xlarge")
	pool.MaxCapacity = 4
	stack, task := newTask(t, pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})
	props.Task = task
	return stack, ecsgpu.NewService(stack, "Service", &props)
}

func TestService_defaults(t *testing.T) {
	stack, _ := serve(t, ecsgpu.ServiceProps{})
	template := snapshot.Of(t, stack)
	service := template.One("AWS::ECS::Service")
	assert.Equal(t, 1.0, service.Get("DesiredCount"))
	assert.Equal(t, []any{map[string]any{"CapacityProvider": map[string]any{"Ref": template.One("AWS::ECS::CapacityProvider").LogicalID}, "Weight": 1.0}},
		service.Get("CapacityProviderStrategy"))
	assert.Nil(t, service.Get("LaunchType"), "which would keep managed scaling from seeing the tasks")
	assert.Equal(t, map[string]any{
		"MinimumHealthyPercent": 0.0, "MaximumPercent": 100.0,
		"DeploymentCircuitBreaker": map[string]any{"Enable": true, "Rollback": true},
	}, service.Get("DeploymentConfiguration"), "the successor needs the GPU that the one task holds")
	assert.Equal(t, "DISABLED", service.Get("AvailabilityZoneRebalancing"))
	assert.Equal(t, []any{map[string]any{"Type": "binpack", "Field": "MEMORY"}}, service.Get("PlacementStrategies"))
	assert.Nil(t, service.Get("HealthCheckGracePeriodSeconds"), "nothing checks")
	assert.Nil(t, service.Get("NetworkConfiguration"))
	assert.Nil(t, service.Get("EnableExecuteCommand"))
}

// The providers must not go before the tasks that run on them.
func TestService_goesBeforeItsCapacity(t *testing.T) {
	stack, _ := serve(t, ecsgpu.ServiceProps{})
	template := snapshot.Of(t, stack)
	association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
	assert.Contains(t, template.One("AWS::ECS::Service").Body["DependsOn"], association.LogicalID)
	assert.Equal(t, template.One("AWS::ECS::CapacityProvider").LogicalID, association.Get("CapacityProviders.0.Ref"))
	assert.Equal(t, template.One("AWS::AutoScaling::AutoScalingGroup").LogicalID,
		template.One("AWS::ECS::CapacityProvider").Get("AutoScalingGroupProvider.AutoScalingGroupArn.Ref"))
}

func TestService_overrides(t *testing.T) {
	get := func(t *testing.T, props ecsgpu.ServiceProps, path string) any {
		stack, _ := serve(t, props)
		return snapshot.Of(t, stack).One("AWS::ECS::Service").Get(path)
	}
	t.Run("half of several tasks stay during a rollout", func(t *testing.T) {
		assert.Equal(t, 50.0, get(t, ecsgpu.ServiceProps{DesiredCount: 4}, "DeploymentConfiguration.MinimumHealthyPercent"))
	})
	t.Run("a surge keeps all of them", func(t *testing.T) {
		configuration := get(t, ecsgpu.ServiceProps{DesiredCount: 3, Surge: true}, "DeploymentConfiguration").(map[string]any)
		assert.Equal(t, 100.0, configuration["MinimumHealthyPercent"])
		assert.Equal(t, 200.0, configuration["MaximumPercent"])
	})
	t.Run("tasks on distinct instances", func(t *testing.T) {
		assert.Equal(t, []any{map[string]any{"Type": "distinctInstance"}}, get(t, ecsgpu.ServiceProps{DistinctInstances: true}, "PlacementConstraints"))
	})
	t.Run("a custom grace period", func(t *testing.T) {
		props := ecsgpu.ServiceProps{HealthCheckGracePeriod: 40 * time.Minute, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080}}
		assert.Equal(t, 2400.0, get(t, props, "HealthCheckGracePeriodSeconds"))
	})
	t.Run("a shell in the containers", func(t *testing.T) {
		stack, _ := serve(t, ecsgpu.ServiceProps{ExecuteCommand: true})
		template := snapshot.Of(t, stack)
		assert.Equal(t, true, template.One("AWS::ECS::Service").Get("EnableExecuteCommand"))
		assert.NotNil(t, template.One("AWS::ECS::TaskDefinition").Get("TaskRoleArn"), "which opens its channels")
	})
	t.Run("containers that check themselves get time to load a model", func(t *testing.T) {
		stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), HealthCheck: &ecsgpu.HealthCheck{Command: []string{"CMD", "true"}}})
		ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task})
		assert.Equal(t, 600.0, snapshot.Of(t, stack).One("AWS::ECS::Service").Get("HealthCheckGracePeriodSeconds"))
	})
	t.Run("CPU work spreads over zones", func(t *testing.T) {
		stack, task := newTask(t, poolOf("c5.large"), ecsgpu.Container{})
		ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task})
		assert.Equal(t, []any{map[string]any{"Type": "spread", "Field": "attribute:ecs.availability-zone"}},
			snapshot.Of(t, stack).One("AWS::ECS::Service").Get("PlacementStrategies"))
	})
	t.Run("a network interface for each task", func(t *testing.T) {
		stack, cluster := newCluster(t)
		props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1)})
		props.NetworkMode = ecsgpu.NetworkModeAwsvpc
		service := ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: ecsgpu.NewTaskDefinition(stack, "Task", props)})
		service.Connections().AllowFrom(cluster, awsec2.Port_Tcp(jsii.Number(8080)), nil)
		configuration := snapshot.Of(t, stack).One("AWS::ECS::Service").Get("NetworkConfiguration.AwsvpcConfiguration").(map[string]any)
		assert.Len(t, configuration["Subnets"], 2)
		assert.Len(t, configuration["SecurityGroups"], 1)
	})
	t.Run("it is a construct", func(t *testing.T) {
		stack, service := serve(t, ecsgpu.ServiceProps{})
		require.NotPanics(t, func() {
			awscdk.Tags_Of(service).Add(jsii.String("team"), jsii.String("vision"), nil)
			awssns.NewTopic(stack, jsii.String("After"), nil).Node().AddDependency(service)
		})
	})
}

func TestService_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.ServiceProps
		problems []string
	}{
		"more tasks than the pool ever holds": {ecsgpu.ServiceProps{DesiredCount: 5}, []string{
			`the service may have 5 tasks, and pool "pool" holds 4 of them at MaxCapacity 4; raise it, or lower DesiredCount and Scaling.MaxTasks`,
		}},
		"a surge without room for one more": {ecsgpu.ServiceProps{DesiredCount: 4, Surge: true}, []string{
			`Surge needs room for one task more than the service may have (4), and pool "pool" holds 4 at MaxCapacity 4; raise it, or leave Surge out`,
		}},
		"values that do not exist": {ecsgpu.ServiceProps{DesiredCount: -1, Strategy: "random"}, []string{
			"DesiredCount must not be negative, got -1",
			`Strategy must be "pack", "spread-zones" or "spread-instances", got "random"`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, func() { serve(t, test.props) }, test.problems...)
		})
	}
	t.Run("no task", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		requireRefused(t, func() { ecsgpu.NewService(stack, "Service", nil) }, "Task is required, and its Pool: a service runs on one pool")
	})
	t.Run("CPU work on GPU instances", func(t *testing.T) {
		stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{})
		requireRefused(t, func() { ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task}) },
			`Task asks for no accelerator and would fill the instances of gpu pool "pool"; name a CPU pool, or run it as a Daemon`)
	})
	t.Run("two tasks on the same Neuron devices", func(t *testing.T) {
		pool := poolOf("inf2.24xlarge")
		pool.MaxCapacity = 2
		stack, task := newTask(t, pool, ecsgpu.Container{NeuronDevices: 6})
		requireRefused(t, func() { ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, DesiredCount: 2}) },
			"Task takes the first Neuron devices of its instance, so that two tasks on one instance would share them; set DistinctInstances")
		require.NotPanics(t, func() {
			ecsgpu.NewService(stack, "Apart", &ecsgpu.ServiceProps{Task: task, DesiredCount: 2, DistinctInstances: true})
		})
	})
}
