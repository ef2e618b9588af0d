package sizing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

func plan(t *testing.T, inv *inventory.Inventory, wanted ...sizing.Wanted) *sizing.Plan {
	t.Helper()
	p, err := sizing.NewPlan(inv, wanted)
	require.NoError(t, err)
	return p
}

// row returns how a family fares on a pool.
func row(t *testing.T, p *sizing.Plan, family, pool string) sizing.TaskPlan {
	t.Helper()
	for _, r := range p.Tasks {
		if r.Family == family && r.Pool == pool {
			return r
		}
	}
	require.Failf(t, "no row", "%s on %s", family, pool)
	return sizing.TaskPlan{}
}

// The statements of the AWS Compute Blog's "Scheduling GPUs for deep learning
// tasks on Amazon ECS" (2019-02) about its cluster.

func TestWalkThrough_two_single_GPU_tasks_run_and_a_third_waits(t *testing.T) {
	p := plan(t, walkThrough("p3.2xlarge"), sizing.Wanted{Family: "tensorflow-1-gpu", Count: 3})
	assert.Equal(t, 2, p.Mix.Placed)
	assert.Equal(t, 1, p.Mix.Waiting)
	single := row(t, p, "tensorflow-1-gpu", "gpu")
	assert.Equal(t, fact.Of(2), single.ConcurrentAtDesired)
	assert.Equal(t, placement.LimitGPUs, single.LimitedBy)
}

func TestWalkThrough_sixteen_GPUs_run_the_4_and_the_8_GPU_task_together(t *testing.T) {
	p := plan(t, walkThrough("p3.16xlarge"),
		sizing.Wanted{Family: "tensorflow-4-gpu", Count: 1}, sizing.Wanted{Family: "tensorflow-8-gpu", Count: 1})
	assert.Equal(t, fact.Of(16.0), p.Pools[1].GPUsAtDesired)
	assert.Equal(t, 2, p.Mix.Placed)
	assert.Zero(t, p.Mix.Waiting)
	assert.Equal(t, 4, p.Mix.FreeGPUs)
	assert.Zero(t, p.Mix.StrandedGPUs, "another 4-GPU task could use them")
}

func TestWalkThrough_the_8_GPU_task_does_not_fit_p3_8xlarge(t *testing.T) {
	p := plan(t, walkThrough("p3.8xlarge"), sizing.Wanted{Family: "tensorflow-8-gpu", Count: 1})
	assert.Equal(t, 1, p.Mix.Waiting)
	eight := row(t, p, "tensorflow-8-gpu", "gpu")
	assert.Equal(t, fact.Of(0), eight.ConcurrentAtMax)
	assert.Equal(t, []string{"it requests 8 GPUs, and p3.8xlarge has 4"}, eight.Reasons)
	assert.Equal(t, []sizing.Nowhere{{
		Family:  "tensorflow-8-gpu",
		Why:     []string{"it requests 8 GPUs, and p3.8xlarge has 4"},
		WouldDo: []string{"g4dn.metal", "g6.48xlarge", "g5.48xlarge"},
	}}, p.Nowhere)
}
