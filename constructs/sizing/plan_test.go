package sizing_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// On 2026-07-20 in us-east-1, a p3.16xlarge costs 24.48 USD an hour and a
// c5.2xlarge 0.34.
func TestNewPlan_by_hand(t *testing.T) {
	p := plan(t, walkThrough("p3.16xlarge"))

	gpu := p.Pools[1]
	assert.Equal(t, fact.Of(8.0), gpu.GPUsPerInstance)
	assert.Equal(t, fact.Of(16.0), gpu.GPUsAtDesired)
	assert.Equal(t, fact.Of(sizing.Dollars(24.48)), gpu.USDPerHourAtMin)
	assert.Equal(t, fact.Of(sizing.Dollars(48.96)), gpu.USDPerHourAtDesired)
	assert.Equal(t, fact.Of(sizing.Dollars(48.96)), gpu.USDPerHourAtMax)
	assert.Equal(t, fact.Of(sizing.Dollars(49.64)), p.Totals.USDPerHourAtDesired)
	assert.Equal(t, sizing.Prices{Region: "us-east-1", Date: "2026-07-20"}, p.Prices)
	assert.Equal(t, &sizing.LargestTask{GPUs: 8, GPUMemoryMiB: 16384 - 492, CPUUnits: 65536, MemoryMiB: 499712 - 37479}, gpu.LargestTask)

	// 64 vCPU, 8 GPUs and 462,233 MiB to an instance.
	assert.Equal(t, fact.Of(8), row(t, p, "tensorflow-1-gpu", "gpu").PerInstance)
	assert.Equal(t, fact.Of(4), row(t, p, "tensorflow-4-gpu", "gpu").ConcurrentAtDesired)
	assert.Equal(t, fact.Of(2), row(t, p, "tensorflow-8-gpu", "gpu").ConcurrentAtMax)
	cpu := row(t, p, "tensorflow-cpu", "cpu") // 15,155 MiB / 6,144 MiB
	assert.Equal(t, fact.Of(4), cpu.ConcurrentAtDesired)
	assert.Equal(t, placement.LimitMemory, cpu.LimitedBy)
	assert.Equal(t, fact.Of(0), row(t, p, "tensorflow-1-gpu", "cpu").ConcurrentAtMax)
	assert.Empty(t, p.Nowhere)
	assert.Equal(t, sizing.MixOfEach, p.Mix.Asked)
	assert.Equal(t, 4, p.Mix.Placed)
}

func TestNewPlan_from_zero(t *testing.T) {
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, max: 4, scaling: true}}, task("train", 1, 1024, 4096)),
		sizing.Wanted{Family: "train", Count: 3})
	assert.Equal(t, &sizing.FromZero{Instances: 2, USDPerHour: fact.Of(sizing.Dollars(2.012))}, p.Pools[0].FromZero)
	assert.Equal(t, fact.Of(sizing.USD(0)), p.Pools[0].USDPerHourAtMin)
	assert.Zero(t, p.Mix.PlacedAtDesired)
	assert.Equal(t, 3, p.Mix.Placed, "managed scaling starts an instance for each")
	assert.Equal(t, 3, p.Mix.Pools[0].Instances)
	assert.Equal(t, fact.Of(sizing.Dollars(3.018)), p.Mix.Pools[0].USDPerHour)
}

func TestNewPlan_from_zero_is_bounded_by_the_maximum(t *testing.T) {
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, max: 1, scaling: true}}))
	assert.Equal(t, 1, p.Pools[0].FromZero.Instances)
	fixed := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, max: 1}}))
	assert.Nil(t, fixed.Pools[0].FromZero, "without managed scaling nothing starts by itself")
}

func TestNewPlan_a_pool_without_managed_scaling_stays(t *testing.T) {
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, desired: 1, max: 4}}, task("train", 1, 1024, 4096)),
		sizing.Wanted{Family: "train", Count: 3})
	assert.Equal(t, 1, p.Mix.Placed)
	assert.Equal(t, 2, p.Mix.Waiting)
	assert.Contains(t, strings.Join(p.Notes, "\n"), "gpu: waiting tasks start no instance")
}

func TestNewPlan_mixed_types_count_with_the_smallest_and_the_most_expensive(t *testing.T) {
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.48xlarge", "g5.12xlarge"}, desired: 2, max: 2}}, task("eight", 8, 1024, 4096), task("four", 4, 1024, 4096)))
	assert.Equal(t, fact.Of(4.0), p.Pools[0].GPUsPerInstance)
	assert.Equal(t, fact.Of(sizing.Dollars(2*16.288)), p.Pools[0].USDPerHourAtDesired)
	assert.Equal(t, fact.Of(0), row(t, p, "eight", "gpu").ConcurrentAtMax, "managed scaling takes a task only if it fits the smallest type")
	assert.Equal(t, fact.Of(2), row(t, p, "four", "gpu").ConcurrentAtMax)
}

func TestNewPlan_memory_that_only_the_best_estimate_has(t *testing.T) {
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, desired: 1, max: 1}}, task("tight", 1, 1024, 15900)))
	tight := row(t, p, "tight", "gpu")
	assert.Equal(t, fact.Of(0), tight.PerInstance, "16384 less 7.5 % is 15155")
	assert.Equal(t, fact.Of(1), tight.PerInstanceAtBest, "16384 less 1 is 16383")
	assert.Contains(t, p.Notes, "tight on gpu: memory decides; 0 to an instance by the cautious estimate, 1 at best")
}

// Half of an L4 by what EC2 reports of it is more than half of what ECS has of
// it; of an A10G the driver's part is not known.
func TestNewPlan_shares_of_a_GPU(t *testing.T) {
	sharing := func(instance string, memoryMiB int) *sizing.Plan {
		share := task("share", 0, 1024, 1024)
		share.Containers.Items[0].GPURequests = inventory.Knowns(inventory.SharedGPU(memoryMiB, 0))
		return plan(t, cluster([]pool{{name: "gpu", types: []string{instance}, desired: 1, max: 1}}, share))
	}
	known := row(t, sharing("g6.xlarge", 11400), "share", "gpu")
	assert.Equal(t, fact.Of(1), known.PerInstance)
	assert.Equal(t, fact.Of(1), known.PerInstanceAtBest, "the agent registers 22,563 MiB")
	assert.Equal(t, placement.LimitGPUMemory, known.LimitedBy)

	between := sharing("g5.xlarge", 11400)
	assert.Equal(t, fact.Of(1), row(t, between, "share", "gpu").PerInstance)
	assert.Contains(t, between.Notes, "share on gpu: GPU memory decides; 1 to an instance by the cautious estimate, 2 at best")

	all := sharing("g5.xlarge", 22800)
	require.Len(t, all.Nowhere, 1)
	assert.True(t, all.Nowhere[0].Unsure, "some drivers leave 22,800 MiB of an A10G")
}

// AWS's documents disagree on parts of a GPU: the plan says so, and counts on no
// part of a whole one.
func TestNewPlan_parts_of_a_GPU(t *testing.T) {
	part := func(instance string) *sizing.Plan {
		eighth := task("eighth", 0, 1024, 1024)
		eighth.Containers.Items[0].GPURequests = inventory.Knowns(inventory.FractionalGPU(0.125))
		return plan(t, cluster([]pool{{name: "gpu", types: []string{instance}, desired: 1, max: 1}}, eighth))
	}
	whole := part("g6.xlarge")
	require.Len(t, whole.Nowhere, 1)
	assert.True(t, whole.Nowhere[0].Unsure)
	assert.Equal(t, []string{"it requests 0.125 GPU, and g6.xlarge has whole GPUs"}, row(t, whole, "eighth", "gpu").Reasons)
	assert.Empty(t, part("g6f.large").Nowhere)
	for _, p := range []*sizing.Plan{whole, part("g6f.large")} {
		assert.Contains(t, p.Notes, "eighth: "+inventory.FractionsUncertain)
	}
	assert.False(t, part("c5.large").Nowhere[0].Unsure)
}

func TestNewPlan_stranded_GPUs(t *testing.T) {
	// A g5.48xlarge has 8 GPUs and 192 vCPUs. Five tasks of 1 GPU and 32 vCPU
	// leave 32 vCPU: room for one more task, and two GPUs that no task can use.
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.48xlarge"}, desired: 1, max: 1}}, task("hungry", 1, 32*1024, 4096)),
		sizing.Wanted{Family: "hungry", Count: 5})
	assert.Equal(t, 5, p.Mix.Placed)
	assert.Equal(t, 3, p.Mix.FreeGPUs)
	assert.Equal(t, 2, p.Mix.StrandedGPUs)

	// Two tasks of 3 GPUs leave 2 of 8, which no task of the mix can use.
	p = plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.48xlarge"}, desired: 1, max: 1}}, task("three", 3, 1024, 4096)),
		sizing.Wanted{Family: "three", Count: 1})
	assert.Equal(t, 5, p.Mix.FreeGPUs)
	assert.Equal(t, 2, p.Mix.StrandedGPUs)
}

func TestNewPlan_the_order_matters_and_the_plan_says_so(t *testing.T) {
	// Two instances of 8 GPUs hold 5 + 3 and 4 + 4. Starting with 3 and 4 on the
	// first instance leaves no room for 5.
	p := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.48xlarge"}, desired: 2, max: 2}},
		task("three", 3, 1024, 3*4096), task("four", 4, 1024, 4*4096), task("five", 5, 1024, 5*4096)),
		sizing.Wanted{Family: "three", Count: 1}, sizing.Wanted{Family: "four", Count: 2}, sizing.Wanted{Family: "five", Count: 1})
	assert.Zero(t, p.Mix.Waiting)
	assert.Equal(t, 1, p.Mix.WaitingInWorstOrder)
	assert.Contains(t, p.Notes, "the mix is placed largest task first; if the smallest start first, 1 wait instead of 0")
}

func TestNewPlan_tasks_without_GPUs_keep_off_GPU_pools(t *testing.T) {
	p := plan(t, walkThrough("p3.2xlarge"), sizing.Wanted{Family: "tensorflow-cpu", Count: 9})
	assert.Equal(t, 4, p.Mix.Placed)
	assert.Zero(t, p.Mix.Pools[1].UsedGPUs)
	alone := plan(t, cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, desired: 1, max: 1}}, task("cpu", 0, 1024, 1024)),
		sizing.Wanted{Family: "cpu", Count: 1})
	assert.Equal(t, 1, alone.Mix.Placed, "where there is nothing else, they run on GPU instances")
}

func TestNewPlan_services(t *testing.T) {
	inv := walkThrough("p3.8xlarge")
	inv.Services = []*inventory.Service{
		{Item: inventory.Item{LogicalID: "Web"}, TaskDefinition: inventory.LinkTo("tensorflow-4-gpu"), DesiredCount: inventory.Known(3)},
		{Item: inventory.Item{LogicalID: "Far"}, TaskDefinition: inventory.LinkTo("tensorflow-cpu"), DesiredCount: inventory.Known(5), LaunchType: inventory.Known("FARGATE")},
	}
	p := plan(t, inv)
	assert.Equal(t, sizing.MixOfServices, p.Mix.Asked)
	assert.Equal(t, []sizing.MixTask{{Family: "tensorflow-4-gpu", Service: "Web", Placed: 2, Waiting: 1}}, p.Mix.Tasks)
}

func TestNewPlan_distinct_instances(t *testing.T) {
	inv := cluster([]pool{{name: "gpu", types: []string{"g5.48xlarge"}, desired: 2, max: 2}}, task("train", 1, 1024, 4096))
	inv.Services = []*inventory.Service{{
		TaskDefinition: inventory.LinkTo("train"), DesiredCount: inventory.Known(3),
		PlacementConstraints: inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("distinctInstance")}),
	}}
	assert.Equal(t, 2, plan(t, inv).Mix.Placed)
}

func TestNewPlan_daemons_take_their_part_of_every_instance(t *testing.T) {
	inv := cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, desired: 1, max: 1}}, task("train", 1, 3*1024, 4096), task("exporter", 0, 2048, 512))
	inv.Services = []*inventory.Service{{TaskDefinition: inventory.LinkTo("exporter"), SchedulingStrategy: inventory.Known("DAEMON")}}
	p := plan(t, inv)
	assert.Equal(t, placement.LimitCPU, row(t, p, "train", "gpu").LimitedBy)
	assert.Equal(t, fact.Of(0), row(t, p, "train", "gpu").ConcurrentAtMax)
	assert.Contains(t, p.Notes, "gpu: each instance runs the daemon exporter (2 vCPU, 512 MiB)")
}

func TestNewPlan_rejects(t *testing.T) {
	_, err := sizing.NewPlan(walkThrough("p3.2xlarge"), []sizing.Wanted{{Family: "tensorflow", Count: 1}, {Family: "tensorflow-cpu", Count: -1}})
	assert.EqualError(t, err, `there is no task definition of the family "tensorflow"; there are tensorflow-1-gpu, tensorflow-4-gpu, tensorflow-8-gpu, tensorflow-cpu`+"\n"+
		"the number of tasks of tensorflow-cpu must be 0 to 1000000, got -1")
}

func TestNewPlan_unknown_sizes_are_null(t *testing.T) {
	inv := walkThrough("p3.2xlarge")
	inv.Pools[1].Max = inventory.NotKnown[int]("later")
	inv.Pools[1].InstanceTypes = inventory.ListOf(inventory.NotKnown[string]("later"))
	data, err := json.Marshal(plan(t, inv))
	require.NoError(t, err)
	var read map[string]any
	require.NoError(t, json.Unmarshal(data, &read))
	gpu := read["pools"].([]any)[1].(map[string]any)
	assert.Nil(t, gpu["max"])
	assert.Nil(t, gpu["gpusAtMax"])
	assert.Nil(t, gpu["usdPerHourAtDesired"])
	assert.Equal(t, 2.0, gpu["desired"])
}

// The field names of the JSON form are a promise to scripts.
func TestNewPlan_JSON_schema(t *testing.T) {
	data, err := json.Marshal(plan(t, walkThrough("p3.2xlarge")))
	require.NoError(t, err)
	var read struct {
		Pools, Tasks, Quotas []map[string]any
		Mix, Prices          map[string]any
	}
	require.NoError(t, json.Unmarshal(data, &read))
	for _, field := range []string{"name", "instanceTypes", "min", "desired", "max", "gpusPerInstance", "gpusAtDesired", "gpusAtMax", "usdPerHourAtDesired", "usdPerHourAtMax"} {
		assert.Contains(t, read.Pools[0], field)
	}
	for _, field := range []string{"family", "pool", "gpus", "concurrentAtDesired", "concurrentAtMax", "limitedBy"} {
		assert.Contains(t, read.Tasks[0], field)
	}
	for _, field := range []string{"placed", "waiting", "strandedGpus"} {
		assert.Contains(t, read.Mix, field)
	}
	for _, field := range []string{"code", "name", "vcpusAtMax", "newAccountDefault"} {
		assert.Contains(t, read.Quotas[0], field)
	}
	for _, field := range []string{"region", "date"} {
		assert.Contains(t, read.Prices, field)
	}
}

// Templates that somebody else wrote are planned too, and the same on every run.
func TestNewPlan_foreign_templates(t *testing.T) {
	files, err := filepath.Glob("../inventory/fromtemplate/testdata/*.[jy][sa][om][nl]")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			parsed, err := cloudformation.Parse(file, data)
			require.NoError(t, err)
			var first []byte
			for range 2 {
				inv, err := fromtemplate.Read(parsed, cloudformation.Environment{})
				require.NoError(t, err)
				p := plan(t, inv)
				assert.Len(t, p.Pools, len(inv.Pools))
				text, err := json.Marshal(p)
				require.NoError(t, err)
				if first == nil {
					first = text
				}
				assert.Equal(t, string(first), string(text))
			}
		})
	}
}

func FuzzNewPlan(f *testing.F) {
	files, _ := filepath.Glob("../inventory/fromtemplate/testdata/*.yaml")
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data, 3)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, count int) {
		parsed, err := cloudformation.Parse("fuzz", data)
		if err != nil {
			return
		}
		inv, err := fromtemplate.Read(parsed, cloudformation.Environment{})
		if err != nil {
			return
		}
		var wanted []sizing.Wanted
		for _, d := range inv.TaskDefinitions {
			wanted = append(wanted, sizing.Wanted{Family: d.LogicalID, Count: count % 100})
		}
		p, err := sizing.NewPlan(inv, wanted)
		if err != nil {
			return
		}
		if p.Mix.StrandedGPUs > p.Mix.FreeGPUs || p.Mix.Waiting < 0 {
			t.Fatalf("impossible mix %+v", p.Mix)
		}
	})
}
