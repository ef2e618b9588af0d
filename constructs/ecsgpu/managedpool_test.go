package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
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
