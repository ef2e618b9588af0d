package ecsgpu_test

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func managedTask(pool *ecsgpu.ManagedPool, containers ...ecsgpu.Container) *ecsgpu.TaskDefinitionProps {
	props := taskProps(nil, containers...)
	props.ManagedPool = pool
	return props
}

func TestManagedTask_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge", "g6.12xlarge"}})
	// Only one of the two types has four GPUs, and ECS picks it.
	task := ecsgpu.NewTaskDefinition(stack, "Task", managedTask(pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(4)}))
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task})
	template := snapshot.Of(t, stack)

	definition := template.One("AWS::ECS::TaskDefinition")
	assert.Equal(t, []any{"MANAGED_INSTANCES"}, definition.Get("RequiresCompatibilities"))
	assert.Equal(t, "awsvpc", definition.Get("NetworkMode"))
	assert.Equal(t, map[string]any{"OperatingSystemFamily": "LINUX", "CpuArchitecture": "X86_64"}, definition.Get("RuntimePlatform"))
	assert.Equal(t, []any{map[string]any{"Type": "GPU", "Value": "4"}}, definition.Get("ContainerDefinitions.0.ResourceRequirements"))
	service := template.One("AWS::ECS::Service")
	assert.Equal(t, template.One("AWS::ECS::CapacityProvider").LogicalID, service.Get("CapacityProviderStrategy.0.CapacityProvider.Ref"))
	assert.Nil(t, service.Get("PlacementStrategies"), "ECS places tasks by itself")
	assert.Len(t, service.Get("NetworkConfiguration.AwsvpcConfiguration.Subnets"), 2)
	assert.Empty(t, template.Resources("AWS::ECS::ClusterCapacityProviderAssociations"))
}

func TestManagedTask_overrides(t *testing.T) {
	t.Run("the network of the instance, on arm64", func(t *testing.T) {
		stack, cluster := newCluster(t)
		pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"c7g.large"}})
		props := managedTask(pool, ecsgpu.Container{})
		props.NetworkMode = ecsgpu.NetworkModeHost
		ecsgpu.NewTaskDefinition(stack, "Task", props)
		task := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition")
		assert.Equal(t, "host", task.Get("NetworkMode"))
		assert.Equal(t, "ARM64", task.Get("RuntimePlatform.CpuArchitecture"))
	})
	t.Run("all Neuron devices, which ECS hands out there", func(t *testing.T) {
		stack, cluster := newCluster(t)
		pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"inf2.24xlarge"}})
		ecsgpu.NewTaskDefinition(stack, "Task", managedTask(pool, ecsgpu.Container{NeuronDevices: 6}))
		task := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition")
		assert.Equal(t, []any{map[string]any{"Type": "NeuronDevice", "Value": "ALL"}}, task.Get("ContainerDefinitions.0.ResourceRequirements"))
		assert.Nil(t, task.Get("ContainerDefinitions.0.LinuxParameters"))
	})
}

func TestManagedTask_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		types      []string
		containers []ecsgpu.Container
		change     func(*ecsgpu.TaskDefinitionProps, *ecsgpu.Cluster)
		problems   []string
	}{
		"two kinds of pool": {[]string{"g6.xlarge"}, []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1)}},
			func(p *ecsgpu.TaskDefinitionProps, c *ecsgpu.Cluster) {
				p.Pool = c.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
			}, []string{"Pool and ManagedPool clash; leave one out"}},
		"what only instances of one's own have": {[]string{"g6.xlarge"}, []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1), SharedMemoryMiB: 64}},
			func(p *ecsgpu.TaskDefinitionProps, _ *ecsgpu.Cluster) {
				p.NetworkMode, p.ShareIPC = ecsgpu.NetworkModeBridge, true
				p.Volumes = []ecsgpu.Volume{{Name: "local", HostPath: "/local"}}
			}, []string{
				`NetworkMode must be "awsvpc" or "host" on a managed pool, got "bridge"`,
				"ShareIPC and Placement.DriverVersion do not exist on Managed Instances; leave them out, or use a Pool",
				"Volumes[0].HostPath: Managed Instances have no path to mount; use EFS, or a Pool",
				"Containers[0]: SharedMemoryMiB and EFAInterfaces do not exist on Managed Instances; use a Pool",
			}},
		"a task that no type runs": {[]string{"g6.xlarge", "g6.12xlarge"}, []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(8)}}, nil, []string{
			`Containers[0].GPUs: task definition "task" requests 8 GPUs, but g6.xlarge of pool managed has 1; use a suitable instance type, such as g4dn.metal, g6.48xlarge, g5.48xlarge, or request less [ecsgpu-fit-gpus]`,
		}},
		"some of the Neuron devices, twice": {[]string{"inf2.24xlarge"}, []ecsgpu.Container{{NeuronDevices: 2}, {NeuronDevices: 6}}, nil, []string{
			"Containers[0].NeuronDevices must be all those of an instance on a managed pool: inf2.24xlarge has 6, got 2",
			"Containers: one container of a task can have the Neuron devices of a managed instance, got 2",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			props := managedTask(cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: test.types}), test.containers...)
			if test.change != nil {
				test.change(props, cluster)
			}
			requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Task", props) }, test.problems...)
		})
	}
	t.Run("a strategy of one's own", func(t *testing.T) {
		stack, cluster := newCluster(t)
		pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
		task := ecsgpu.NewTaskDefinition(stack, "Task", managedTask(pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1)}))
		requireRefused(t, func() {
			ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, Strategy: ecsgpu.PlacementStrategyPack})
		}, `Strategy must be empty on a managed pool, whose instances ECS fills by itself, got "pack"`)
	})
}
