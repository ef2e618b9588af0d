package ecsgpu_test

import (
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

	association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
	assert.Equal(t, []any{map[string]any{"Ref": provider.LogicalID}}, association.Get("CapacityProviders"))
	assert.Equal(t, []any{}, association.Get("DefaultCapacityProviderStrategy"))
	for _, kind := range []string{"AWS::AutoScaling::AutoScalingGroup", "AWS::EC2::LaunchTemplate"} {
		assert.Empty(t, template.Resources(kind), "ECS launches the instances")
	}
}

func TestManagedPool_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{
		Need: &hardware.Need{MinGPUs: 1, MinGPUMemoryMiB: 40000}, Spot: true, VolumeGiB: 500,
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
	for _, each := range cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{Need: &hardware.Need{MinVCPUs: 4}}).InstanceTypes() {
		assert.Equal(t, hardware.KindCPU, each.Kind(), each.Name)
	}
}

func TestManagedPool_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.ManagedPoolProps
		problems []string
	}{
		"nothing": {ecsgpu.ManagedPoolProps{}, []string{`InstanceTypes is required, for example []string{"g6.12xlarge"}`}},
		"types and a need": {ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}, Need: &hardware.Need{}}, []string{
			"InstanceTypes and Need clash; give one of them",
		}},
		"a need that contradicts itself": {ecsgpu.ManagedPoolProps{Need: &hardware.Need{MinGPUs: 2, ExactGPUs: 1}}, []string{
			"Need: MinGPUs (2) and ExactGPUs (1) must not both be set: drop one",
		}},
		"a need that nothing meets": {ecsgpu.ManagedPoolProps{Need: &hardware.Need{MinGPUs: 64}}, []string{
			"Need: no instance type on offer meets it; loosen it, and try it with ecsgpu instances",
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
