package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestManagedPool_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge", "g6.12xlarge"}})
	template := snapshot.Of(t, stack)
	provider := template.One("AWS::ECS::CapacityProvider")
	assert.Equal(t, template.One("AWS::ECS::Cluster").LogicalID, provider.Get("ClusterName.Ref"))
	launch := provider.Get("ManagedInstancesProvider.InstanceLaunchTemplate").(map[string]any)
	assert.Equal(t, "ON_DEMAND", launch["CapacityOptionType"])
	assert.Equal(t, map[string]any{"StorageSizeGiB": 100.0}, launch["StorageConfiguration"])
	assert.Equal(t, map[string]any{
		"AllowedInstanceTypes": []any{"g6.xlarge", "g6.12xlarge"}, "VCpuCount": map[string]any{"Min": 1.0}, "MemoryMiB": map[string]any{"Min": 1.0},
	}, launch["InstanceRequirements"])

	assert.Empty(t, template.Resources("AWS::ECS::ClusterCapacityProviderAssociations"), "the provider names its cluster")
	for _, kind := range []string{"AWS::AutoScaling::AutoScalingGroup", "AWS::EC2::LaunchTemplate"} {
		assert.Empty(t, template.Resources(kind), "ECS launches the instances")
	}
}

func TestManagedPool_isNotAssociated(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddManagedPool("first", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
	gpu := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	cluster.AddManagedPool("last", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
	association := snapshot.Of(t, stack).One("AWS::ECS::ClusterCapacityProviderAssociations")
	assert.Equal(t, []any{map[string]any{"Ref": *stack.GetLogicalId(gpu.CapacityProvider)}}, association.Get("CapacityProviders"))
}

// ECS needs the permission to pass the instances' role, and a way to them, for
// as long as there is a provider. CloudFormation deletes in the reverse order of
// creation.
func TestManagedPool_goesBeforeWhatItNeeds(t *testing.T) {
	stack := snapshot.NewStack(t)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
	template := snapshot.Of(t, stack)
	dependencies := template.One("AWS::ECS::CapacityProvider").Body["DependsOn"]
	assert.Contains(t, dependencies, template.One("AWS::IAM::Policy").LogicalID)
	routes := 0
	for _, route := range template.Resources("AWS::EC2::Route") {
		if route.Get("NatGatewayId") != nil {
			assert.Contains(t, dependencies, route.LogicalID)
			routes++
		}
	}
	assert.Positive(t, routes)
}

func TestManagedPool_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{
		Selection: &hardware.Selection{MinGPUMemoryMiB: 40000, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, Spot: true, VolumeGiB: 500,
	})
	launch := snapshot.Of(t, stack).One("AWS::ECS::CapacityProvider").Get("ManagedInstancesProvider.InstanceLaunchTemplate").(map[string]any)
	assert.Equal(t, "SPOT", launch["CapacityOptionType"])
	assert.Equal(t, map[string]any{"StorageSizeGiB": 500.0}, launch["StorageConfiguration"])
	assert.Greater(t, len(pool.InstanceTypes()), 10)
	for _, each := range pool.InstanceTypes() {
		assert.GreaterOrEqual(t, each.GPUMemoryMiB, 40000, each.Name)
	}
}

// CPU work would land on GPU instances, and images are for one architecture.
func TestManagedPool_isOfOneKind(t *testing.T) {
	_, cluster := newCluster(t)
	for _, each := range cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{Selection: &hardware.Selection{InstanceRequirements: hardware.InstanceRequirements{VCpuCount: hardware.AtLeast(4)}}}).InstanceTypes() {
		assert.Equal(t, hardware.KindCPU, each.Kind(), each.Name)
	}
}

func TestManagedPool_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.ManagedPoolProps
		problems []string
	}{
		"nothing": {ecsgpu.ManagedPoolProps{}, []string{`InstanceTypes is required, for example []string{"g6.12xlarge"}`}},
		"types and a selection": {ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}, Selection: &hardware.Selection{}}, []string{
			"InstanceTypes and Selection clash; give one of them",
		}},
		"a selection that contradicts itself": {ecsgpu.ManagedPoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.Between(2, 1)}}}, []string{
			"Selection: AcceleratorCount must have a maximum of at least its minimum (2), got 1",
		}},
		"a selection that nothing meets": {ecsgpu.ManagedPoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(64)}}}, []string{
			"Selection: no instance type on offer meets it; loosen it, and try it with ecsgpu instances",
		}},
		"two kinds": {ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge", "c5.large"}}, []string{
			"InstanceTypes must be of one kind: g6.xlarge is gpu, c5.large is cpu; give each kind its own pool",
		}},
		"first-generation Inferentia": {ecsgpu.ManagedPoolProps{InstanceTypes: []string{"inf1.xlarge"}}, []string{
			"InstanceTypes: ECS has no Managed Instances of inf1.xlarge; give it a pool of its own instances",
		}},
		"a volume too small": {ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}, VolumeGiB: 10}, []string{
			"VolumeGiB must be between 30 and 65536, got 10",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			requireRefused(t, func() { cluster.AddManagedPool("managed", &test.props) }, test.problems...)
		})
	}
}

func TestManagedPool_rejectsALongClusterName(t *testing.T) {
	stack := snapshot.NewStack(t)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network: ecsgpu.NewNetwork(stack, "Network", nil), Name: strings.Repeat("n", 124),
	})
	requireRefused(t, func() {
		cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
	}, "the cluster's Name must have at most 123 characters for a managed pool, whose capacity provider's name begins with it; got 124")
}

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
