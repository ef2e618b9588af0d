package placement_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

func TestPool_names(t *testing.T) {
	for name, c := range map[string]struct {
		pools []*inventory.Pool
		want  []string
	}{
		"the name that the template gives": {[]*inventory.Pool{{Item: inventory.Item{LogicalID: "Group"}, Name: inventory.Known("gpu")}}, []string{"gpu"}},
		"else the logical id":              {[]*inventory.Pool{{Item: inventory.Item{LogicalID: "Group"}, Name: inventory.NotKnown[string]("later")}}, []string{"Group"}},
		"else CDK's path":                  {[]*inventory.Pool{{Item: inventory.Item{LogicalID: "GpuASG1D85760F", ConstructPath: "App/Gpu/ASG"}}}, []string{"App/Gpu/ASG"}},
		"a logical id of CDK's is made short": {[]*inventory.Pool{
			{Item: inventory.Item{LogicalID: "ClusterGpuAutoScalingGroup1D85760F"}}, {Item: inventory.Item{LogicalID: "BatchASG1D85760A"}},
		}, []string{"Gpu", "Batch"}},
		"equal names are told apart": {[]*inventory.Pool{
			{Item: inventory.Item{LogicalID: "A"}, Name: inventory.Known("gpu")}, {Item: inventory.Item{LogicalID: "B"}, Name: inventory.Known("gpu")},
		}, []string{"A", "B"}},
	} {
		t.Run(name, func(t *testing.T) {
			inv := &inventory.Inventory{Pools: c.pools, Clusters: []*inventory.Cluster{{Item: inventory.Item{LogicalID: "ClusterEB0386A7"}}}}
			var got []string
			for _, p := range placement.NewView(inv).Pools {
				got = append(got, p.Title)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// onePool returns the pool of an inventory after a change to its launch.
func onePool(t *testing.T, instance string, change func(*inventory.Launch)) *placement.Pool {
	t.Helper()
	inv := cluster([]pool{{name: "gpu", types: []string{instance}, max: 1}})
	inv.Pools[0].Launch = &inventory.Launch{}
	change(inv.Pools[0].Launch)
	pools := placement.NewView(inv).Pools
	require.Len(t, pools, 1)
	require.Len(t, pools[0].Options, 1)
	return pools[0]
}

func TestPool_sizes_beyond_the_limit(t *testing.T) {
	inv := cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, max: math.MaxInt}})
	p := placement.NewView(inv).Pools[0]
	assert.Equal(t, fact.Of(placement.MaxInstances), p.Size.Max)
	assert.Contains(t, p.Notes, "the maximum size of 9223372036854775807 counts as 5000, ECS's limit of container instances in a cluster")
}

func TestPool_reserved_memory(t *testing.T) {
	p := onePool(t, "g5.xlarge", func(l *inventory.Launch) {
		l.Agent.Settings = inventory.MapOf(map[string]string{"ECS_RESERVED_MEMORY": "512"})
	})
	assert.Equal(t, 15155-512, p.Options[0].Offer.MemoryMiB)
}

func TestPool_interfaces_of_the_instance_itself(t *testing.T) {
	p := onePool(t, "p4d.24xlarge", func(l *inventory.Launch) {
		l.NetworkInterfaces = inventory.ListOf(
			inventory.NetworkInterface{},
			inventory.NetworkInterface{NetworkCardIndex: inventory.Known(1)},
			inventory.NetworkInterface{NetworkCardIndex: inventory.NotKnown[int]("later")},
		)
	})
	assert.Equal(t, 15-2, p.Options[0].Offer.Interfaces, "those that are, or may be, on network card 0")
}

func TestPool_an_image_without_a_driver_leaves_no_GPUs(t *testing.T) {
	p := onePool(t, "g5.xlarge", func(l *inventory.Launch) {
		l.Image.SSMParameter = inventory.Known("/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id")
	})
	assert.Zero(t, p.Options[0].Offer.GPUs)
	assert.Contains(t, p.Notes[0], "has no NVIDIA driver")
	arm := onePool(t, "g5g.xlarge", func(l *inventory.Launch) {
		l.Image.SSMParameter = inventory.Known("/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id")
	})
	assert.Zero(t, arm.Options[0].Offer.MemoryMiB, "an image for x86_64 does not boot on arm64")
}

func TestPool_unknown_types(t *testing.T) {
	inv := cluster([]pool{{name: "gpu", types: []string{"g5.2large"}, max: 1}})
	p := placement.NewView(inv).Pools[0]
	assert.Empty(t, p.Types())
	assert.Contains(t, p.Notes[0], "g5.2large is not in the catalogue; the nearest names are g5.2xlarge")
}

func TestPool_requirements(t *testing.T) {
	pool := func(r *inventory.InstanceRequirements) *placement.Pool {
		inv := cluster([]pool{{name: "gpu", max: 1}})
		inv.Pools[0].Requirements = r
		return placement.NewView(inv).Pools[0]
	}
	l4 := pool(&inventory.InstanceRequirements{
		AcceleratorNames: inventory.Knowns("l4"), AcceleratorCount: inventory.Range{Min: inventory.Known(1)},
	})
	for _, i := range l4.Types() {
		assert.Equal(t, "L4", i.Accelerators[0].Name)
		assert.False(t, i.IsFractional(), "%s is in doubt, and others are not", i.Name)
	}
	assert.Contains(t, l4.Notes[0], "g6f.large, g6f.xlarge, gr6f.4xlarge may match too and are not counted, because AcceleratorCount cannot be judged for them")

	unknown := pool(&inventory.InstanceRequirements{AcceleratorNames: inventory.Knowns("t4"), VCpuCount: inventory.Range{Min: inventory.NotKnown[int]("later")}})
	assert.NotEmpty(t, unknown.Types())
	assert.Contains(t, unknown.Notes[0], "fewer types may match, because these attributes cannot be judged: VCpuCount")
}

// Managed scaling and a plan count with the least of a pool's types, so whatever
// keeps a task from one of them keeps it from the least.
func TestPool_Smallest_keeps_what_keeps_tasks_out(t *testing.T) {
	inv := cluster([]pool{{name: "gpu", types: []string{"g6e.xlarge", "g4dn.xlarge"}, max: 1}}, task("small", 0, 128, 512), task("agent", 0, 128, 20000))
	small, agent := inv.TaskDefinitions[0], inv.TaskDefinitions[1]
	least := func() *placement.Offer {
		o, known := placement.NewView(inv).Pools[0].Smallest()
		require.True(t, known)
		return o
	}
	d := placement.DemandOf(small)
	require.Empty(t, least().Shortages(&d))

	for _, expression := range []string{"attribute:ecs.instance-type == g6e.xlarge", "attribute:ecs.instance-type != g6e.xlarge"} {
		small.PlacementConstraints = inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.Known(expression)})
		d := placement.DemandOf(small)
		shortages := least().Shortages(&d)
		require.NotEmpty(t, shortages, expression)
		assert.Equal(t, placement.LimitConstraint, shortages[0].Limit)
	}

	small.PlacementConstraints = inventory.List[inventory.PlacementConstraint]{}
	for _, c := range []*inventory.Container{small.Containers.Items[0], agent.Containers.Items[0]} {
		c.PortMappings = inventory.ListOf(inventory.PortMapping{ContainerPort: inventory.Known(80), HostPort: inventory.Known(8080)})
	}
	// The agent fits g6e.xlarge, and not g4dn.xlarge.
	inv.Services = []*inventory.Service{{
		Item: inventory.Item{LogicalID: "Agent"}, Cluster: inventory.LinkTo("Cluster"), TaskDefinition: inventory.LinkTo("agent"),
		SchedulingStrategy: inventory.Known("DAEMON"), LaunchType: inventory.Known("EC2"),
	}}
	inv.Pools[0].InstanceTypes = inventory.Knowns("g4dn.xlarge", "g6e.xlarge")
	d = placement.DemandOf(small)
	shortages := least().Shortages(&d)
	require.NotEmpty(t, shortages, "a daemon has the port on one of the types")
	assert.Equal(t, placement.LimitPorts, shortages[0].Limit)
}

// What a daemon leaves of a GPU is for tasks that share, and for no others.
func TestPool_a_daemon_shares_a_GPU(t *testing.T) {
	shared := func(family string, memoryMiB int) *inventory.TaskDefinition {
		d := task(family, 0, 0, 64)
		d.Containers.Items[0].GPURequests = inventory.Knowns(inventory.SharedGPU(memoryMiB, 0))
		return d
	}
	inv := cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, max: 1}}, shared("exporter", 1505), shared("task", 2625), shared("large", 22000), task("whole", 1, 0, 64))
	inv.Services = []*inventory.Service{{
		Item: inventory.Item{LogicalID: "Daemon"}, Cluster: inventory.LinkTo("Cluster"), TaskDefinition: inventory.LinkTo("exporter"),
		SchedulingStrategy: inventory.Known("DAEMON"), LaunchType: inventory.Known("EC2"),
	}}
	v := placement.NewView(inv)
	o := v.Pools[0].Options[0].Offer
	n, limit := v.Pools[0].Concurrent(&v.TaskByID("task").Demand)
	assert.Equal(t, fact.Of((o.GPUMemoryMiB-1505)/2625), n)
	assert.Equal(t, placement.LimitGPUMemory, limit)
	assert.Equal(t, fact.No, v.Pools[0].Fit(&v.TaskByID("whole").Demand).Placed)
	assert.Equal(t, placement.LimitGPUMemory, v.Pools[0].Fit(&v.TaskByID("large").Demand).Shortages[0].Limit)

	instance, placed, d := placement.NewInstance(&o), 0, &v.TaskByID("task").Demand
	for gpus, ok := instance.Place(d); ok; gpus, ok = instance.Place(d) {
		if placed == 0 {
			instance.Remove(d, gpus)
			require.Zero(t, instance.FreeGPUs(), "the daemon keeps the GPU")
			_, ok = instance.Place(d)
			require.True(t, ok)
		}
		placed++
	}
	assert.Equal(t, fact.Of(placed), n, "as many as an instance takes")
}

// Whoever runs a task without GPUs names a pool that can have instances.
func TestView_ByHand_passes_over_pools_without_instances(t *testing.T) {
	order := func(most int, scaling bool) []int {
		v := placement.NewView(cluster([]pool{
			{name: "plain", types: []string{"c5.2xlarge"}, max: most, scaling: scaling}, {name: "gpu", types: []string{"g5.xlarge"}, max: 1, desired: 1},
		}, task("task", 0, 128, 512)))
		return v.ByHand(v.Tasks[0], func(*placement.Pool) float64 { return 1 }).Pools
	}
	assert.Equal(t, []int{0, 1}, order(2, false), "nothing starts instances in it")
	assert.Equal(t, []int{0, 1}, order(0, true), "it has a maximum of 0")
	assert.Equal(t, []int{0}, order(2, true))
}
