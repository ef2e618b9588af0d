package placement_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// A group starts any of its types, and managed scaling counts with the least of
// each figure.
func TestPool_Fit_severalTypes(t *testing.T) {
	for name, c := range map[string]struct {
		pool   pool
		demand placement.Demand
		want   fact.Answer
	}{
		"fits every type":                            {pool{types: []string{"g5.xlarge", "g5.12xlarge"}, scaling: true}, gpuTask("t", 1, 1024, 4096), fact.Yes},
		"fits no type":                               {pool{types: []string{"g5.xlarge", "g5.12xlarge"}, scaling: true}, gpuTask("t", 8, 1024, 4096), fact.No},
		"fits the larger, and nothing starts it":     {pool{types: []string{"g5.xlarge", "g5.12xlarge"}, scaling: true}, gpuTask("t", 4, 1024, 4096), fact.No},
		"fits the larger, which may be running":      {pool{types: []string{"g5.xlarge", "g5.12xlarge"}, scaling: true, min: 1}, gpuTask("t", 4, 1024, 4096), fact.Maybe},
		"fits the larger, which EC2 may have chosen": {pool{types: []string{"g5.xlarge", "g5.12xlarge"}}, gpuTask("t", 4, 1024, 4096), fact.Maybe},
		"fits each type, but not the least of each figure": {
			pool{types: []string{"g4dn.8xlarge", "g5.2xlarge"}, scaling: true}, placement.Demand{Family: "t", CPUUnits: 1, GPU: placement.GPUDemand{SharedMemoryMiB: 14500}}, fact.Yes},
	} {
		t.Run(name, func(t *testing.T) {
			c.pool.name, c.pool.max = "gpu", 4
			p := placement.NewView(cluster([]pool{c.pool})).Pools[0]
			f := p.Fit(&c.demand)
			assert.Equal(t, c.want, f.Placed, f.Why())
			assert.Equal(t, c.want == fact.Yes, len(f.Shortages) == 0)
		})
	}
}

func TestPool_Smallest(t *testing.T) {
	p := placement.NewView(cluster([]pool{{name: "gpu", types: []string{"g4dn.8xlarge", "g5.2xlarge"}, max: 4}})).Pools[0]
	least, ok := p.Smallest()
	assert.True(t, ok)
	g4dn, g5 := offer(t, "g4dn.8xlarge"), offer(t, "g5.2xlarge")
	assert.Equal(t, g5.CPUUnits, least.CPUUnits, "g5.2xlarge has fewer vCPUs")
	assert.Equal(t, g4dn.GPUMemoryMiB, least.GPUMemoryMiB, "the T4 has less memory")
	assert.Empty(t, least.InstanceType)
}

// Managed Instances start the cheapest type that a task fits.
func TestPool_managed(t *testing.T) {
	inv := cluster([]pool{{name: "gpu"}})
	inv.Pools[0].Kind = inventory.ManagedInstances
	inv.Pools[0].InstanceTypes = inventory.List[inventory.Fact[string]]{}
	inv.Pools[0].Requirements = &inventory.InstanceRequirements{AllowedInstanceTypes: inventory.Knowns("g6e.*")}
	p := placement.NewView(inv).Pools[0]
	d := gpuTask("t", 1, 1024, 4096)
	assert.Equal(t, fact.Yes, p.Fit(&d).Placed)
	assert.Equal(t, "g6e.xlarge", p.Cheapest(&d).Instance.Name)
	large := gpuTask("t", 8, 1024, 4096)
	assert.Equal(t, fact.Yes, p.Fit(&large).Placed)
	assert.Equal(t, "g6e.48xlarge", p.Cheapest(&large).Instance.Name)
	none := gpuTask("t", 9, 1024, 4096)
	assert.Equal(t, fact.No, p.Fit(&none).Placed)
}

// A strategy sends each pool its share, also the one that cannot take it.
func TestTask_Verdicts(t *testing.T) {
	service := &inventory.Service{Strategy: strategy(item("a", 0, 1), item("b", 0, 1))}
	v := routed(service)
	v.Inventory.TaskDefinitions[0].Containers.Items[0].GPURequests = inventory.Knowns(inventory.WholeGPUs(4))
	verdicts := placement.NewView(v.Inventory).Tasks[0].Verdicts()
	if assert.Len(t, verdicts, 1) {
		assert.True(t, verdicts[0].Part)
		assert.Equal(t, "a", verdicts[0].Pool.Title)
	}
	service.Strategy = inventory.List[inventory.StrategyItem]{}
	assert.Empty(t, placement.NewView(v.Inventory).Tasks[0].Verdicts(), "without a strategy ECS chooses an instance that fits")
	service.Strategy = strategy(item("a", 0, 1))
	verdicts = placement.NewView(v.Inventory).Tasks[0].Verdicts()
	if assert.Len(t, verdicts, 1) {
		assert.False(t, verdicts[0].Part)
		assert.Equal(t, []string{"it requests 4 GPUs, and g5.xlarge has 1"}, verdicts[0].Why())
	}
}

// A daemon runs on an instance before other tasks: what daemons take does not
// keep it out.
func TestTask_Verdicts_daemon(t *testing.T) {
	v := routed(&inventory.Service{SchedulingStrategy: inventory.Known("DAEMON"), Strategy: strategy(item("a", 0, 1))})
	option := v.Pools[0].Options[0]
	assert.Less(t, option.Offer.GPUs, option.Bare.GPUs)
	assert.Empty(t, v.Tasks[0].Verdicts())
}

// Of the types that a task does not fit, the one that misses least speaks.
func TestPool_Fit_nearest(t *testing.T) {
	p := placement.NewView(cluster([]pool{{name: "gpu", types: []string{"g6.xlarge", "g6.48xlarge", "g6.12xlarge"}, max: 1}})).Pools[0]
	f := p.Fit(&placement.Demand{GPU: placement.GPUDemand{Devices: 9}})
	assert.Equal(t, "g6.48xlarge", f.Option.Instance.Name)
	assert.Equal(t, fact.No, f.Placed)
}

// EC2 starts no type that the image does not boot on, and any of the others.
func TestPool_byAttributes(t *testing.T) {
	for name, c := range map[string]struct {
		names   []string
		image   string
		hasGPU  fact.Answer
		without string
	}{
		"GPUs of both architectures": {[]string{"t4", "t4g"}, "amazon-linux-2023/gpu", fact.Yes, "g5g.xlarge"},
		"any accelerator, or none":   {nil, "amazon-linux-2023/gpu", fact.Maybe, "m7g.large"},
	} {
		t.Run(name, func(t *testing.T) {
			inv := cluster([]pool{{name: "gpu", max: 1}})
			p := inv.Pools[0]
			p.InstanceTypes, p.Requirements = inventory.ListOf[inventory.Fact[string]](), &inventory.InstanceRequirements{AcceleratorNames: inventory.Knowns(c.names...)}
			p.Launch = &inventory.Launch{Image: inventory.Image{SSMParameter: inventory.Known("/aws/service/ecs/optimized-ami/" + c.image + "/recommended/image_id")}}
			got := placement.NewView(inv).Pools[0]
			assert.Equal(t, c.hasGPU, got.HasGPU())
			assert.NotEmpty(t, got.Options)
			for _, o := range got.Options {
				assert.True(t, o.ByAttributes)
				assert.NotEqual(t, c.without, o.Instance.Name)
			}
		})
	}
}
