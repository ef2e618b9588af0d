package sizing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Plan says how much fits on a cluster and what it costs. In JSON, what is not
// known before deployment is null.
type Plan struct {
	Pools  []PoolPlan `json:"pools"`
	Tasks  []TaskPlan `json:"tasks"`
	Mix    Mix        `json:"mix"`
	Quotas []Quota    `json:"quotas"`
	Prices Prices     `json:"prices"`

	// Totals are the sums over the pools, unknown when a part is.
	Totals Totals `json:"totals"`

	// Nowhere are the tasks that run on no pool.
	Nowhere []Nowhere `json:"nowhere"`

	// MemoryEstimate is how schedulable memory was estimated.
	MemoryEstimate string `json:"memoryEstimate"`

	// Notes are what is assumed, and what would keep a figure from coming true.
	Notes []string `json:"notes"`
}

// PoolPlan is a pool's capacity and cost. A pool of several instance types is
// reckoned with the one that offers least and the price of the dearest.
type PoolPlan struct {
	Name          string   `json:"name"`
	ID            string   `json:"id"` // logical id in the template
	InstanceTypes []string `json:"instanceTypes"`

	Min     Figure[int] `json:"min"`
	Desired Figure[int] `json:"desired"`
	Max     Figure[int] `json:"max"`

	GPUsPerInstance Figure[float64] `json:"gpusPerInstance"`
	GPUsAtDesired   Figure[float64] `json:"gpusAtDesired"`
	GPUsAtMax       Figure[float64] `json:"gpusAtMax"`

	USDPerHourAtMin     Figure[USD] `json:"usdPerHourAtMin"`
	USDPerHourAtDesired Figure[USD] `json:"usdPerHourAtDesired"`
	USDPerHourAtMax     Figure[USD] `json:"usdPerHourAtMax"`

	// ManagedScaling says that waiting tasks start instances.
	ManagedScaling bool `json:"managedScaling"`

	// FromZero is what the first waiting task starts when the pool is empty;
	// nil when the pool is never empty or does not scale.
	FromZero *FromZero `json:"fromZero"`

	// LargestTask is the largest single task that an empty instance runs.
	LargestTask *LargestTask `json:"largestTask"`
}

// FromZero is the first step of a scale-out from zero.
type FromZero struct {
	Instances  int         `json:"instances"`
	USDPerHour Figure[USD] `json:"usdPerHour"`
}

// LargestTask is the largest single task that would place. Each figure holds
// beside the others.
type LargestTask struct {
	GPUs         float64 `json:"gpus"`
	GPUMemoryMiB int     `json:"gpuMemoryMiB"` // of each GPU, schedulable
	CPUUnits     int     `json:"cpuUnits"`
	MemoryMiB    int     `json:"memoryMiB"`
}

// TaskPlan is how many tasks of one family run at once on one pool, if it had
// the pool to itself.
type TaskPlan struct {
	Family string  `json:"family"`
	Pool   string  `json:"pool"`
	GPUs   float64 `json:"gpus"` // of one task; all of an instance for ALL

	ConcurrentAtDesired Figure[int] `json:"concurrentAtDesired"`
	ConcurrentAtMax     Figure[int] `json:"concurrentAtMax"`

	// LimitedBy is what keeps one more off an instance; empty when nothing that
	// is known does.
	LimitedBy placement.Limit `json:"limitedBy"`

	PerInstance Figure[int] `json:"perInstance"`

	// PerInstanceAtBest is PerInstance by the lower estimates of what the system
	// keeps of the memory, and the driver of the GPUs'; see SchedulableAtBest and
	// hardware.InstanceType.SchedulableGPUMemory.
	PerInstanceAtBest Figure[int] `json:"perInstanceAtBest"`

	SharedGPUMemoryMiB int `json:"sharedGpuMemoryMiB,omitempty"`
	CPUUnits           int `json:"cpuUnits"`
	MemoryMiB          int `json:"memoryMiB"`

	// Reasons say why none runs; empty when some do.
	Reasons []string `json:"reasons,omitempty"`
}

// Nowhere is a task that runs on no pool.
type Nowhere struct {
	Family string `json:"family"`

	// Unsure is set where the task may be placed and the plan does not count on
	// it: memory that only the lower estimates of what the system keeps leave, a
	// whole GPU on a part of one (G6f, Gr6f), or a part of a whole one.
	Unsure bool `json:"unsure,omitempty"`
	// WouldDo are the cheapest types on offer that the task fits.
	WouldDo []string `json:"typesThatWouldDo"`
}

// Totals are sums over all pools.
type Totals struct {
	USDPerHourAtMin     Figure[USD] `json:"usdPerHourAtMin"`
	USDPerHourAtDesired Figure[USD] `json:"usdPerHourAtDesired"`
	USDPerHourAtMax     Figure[USD] `json:"usdPerHourAtMax"`
}

// alternatives is how many types are named for a task that fits nothing.
const alternatives = 3

// memoryEstimate is shown wherever the estimate matters.
var memoryEstimate = fmt.Sprintf("schedulable memory is the nominal less %.1f %% (karpenter-provider-aws) and ECS_RESERVED_MEMORY; "+
	"at best the system takes %.1f %% (Amazon ECS developer guide, m4.large)",
	float64(placement.CautiousMemoryOverheadPerMille)/10, float64(placement.DocumentedMemoryOverheadPerMille)/10)

// NewPlan sizes an inventory. wanted is the mix of tasks that are to run at
// once; without any, the desired counts of the services are, or else every task
// definition once. The error is about wanted.
func NewPlan(inv *inventory.Inventory, wanted []Wanted) (*Plan, error) {
	pools := PoolsOf(inv)
	all, elsewhere := TasksOf(inv)
	tasks, left := Within(all, len(pools), "task definitions")
	items, source, notes, err := mixOf(inv, pools, tasks, wanted)
	if err != nil {
		return nil, err
	}
	plan := &Plan{
		Pools: []PoolPlan{}, Tasks: []TaskPlan{}, Nowhere: []Nowhere{}, Notes: []string{},
		Prices: catalogPrices(), Quotas: quotasOf(pools), MemoryEstimate: memoryEstimate,
		Totals: Totals{Exactly(USD(0)), Exactly(USD(0)), Exactly(USD(0))},
	}
	if left != "" {
		plan.Notes = append(plan.Notes, left)
	}
	plan.Notes = append(plan.Notes, notes...)
	for _, p := range pools {
		plan.addPool(p)
	}
	for _, t := range tasks {
		plan.addTask(t, pools)
	}
	for _, item := range items {
		plan.Notes = append(plan.Notes, constraintNotes(item.constraint, "service "+item.service)...)
	}
	plan.Mix, notes = packMix(pools, items, source)
	plan.Notes = append(plan.Notes, notes...)
	plan.addNotes(inv, elsewhere)
	return plan, nil
}

func (plan *Plan) addPool(p *Pool) {
	each, price := p.GPUs(), p.Price()
	row := PoolPlan{
		Name: p.Name, ID: p.ID, InstanceTypes: []string{}, Min: p.Min, Desired: p.Desired, Max: p.Max,
		GPUsPerInstance: each, GPUsAtDesired: gpusOf(p.Desired, each), GPUsAtMax: gpusOf(p.Max, each),
		USDPerHourAtMin: product(p.Min, price), USDPerHourAtDesired: product(p.Desired, price), USDPerHourAtMax: product(p.Max, price),
		ManagedScaling: p.grows(),
	}
	for _, t := range p.Types {
		row.InstanceTypes = append(row.InstanceTypes, t.Name)
	}
	slices.Sort(row.InstanceTypes)
	if least, known := p.Min.Get(); known && least == 0 && p.Scaling != nil {
		n := FirstStepFromZero
		if most, known := p.Max.Get(); known {
			n = min(n, most)
		}
		row.FromZero = &FromZero{Instances: n, USDPerHour: product(Exactly(n), price)}
	}
	if o, known := p.Smallest(); known {
		row.LargestTask = &LargestTask{
			GPUs: float64(o.GPUs) * o.GPUFraction, GPUMemoryMiB: o.GPUMemoryMiB, CPUUnits: o.CPUUnits, MemoryMiB: o.MemoryMiB,
		}
	}
	plan.Pools = append(plan.Pools, row)
	plan.Totals.USDPerHourAtMin = plan.Totals.USDPerHourAtMin.Plus(row.USDPerHourAtMin)
	plan.Totals.USDPerHourAtDesired = plan.Totals.USDPerHourAtDesired.Plus(row.USDPerHourAtDesired)
	plan.Totals.USDPerHourAtMax = plan.Totals.USDPerHourAtMax.Plus(row.USDPerHourAtMax)
	for _, note := range p.Notes {
		plan.Notes = append(plan.Notes, p.Name+": "+note)
	}
	if !price.known && len(p.Types) > 0 {
		plan.Notes = append(plan.Notes, p.Name+": the price of an instance type is not known")
	}
	if p.Purchase.Class != "" && p.Purchase.Class != hardware.OnDemand {
		plan.Notes = append(plan.Notes, fmt.Sprintf("%s: buys %s; prices are those on demand", p.Name, p.Purchase.Class))
	}
}

func gpusOf(n Figure[int], each Figure[float64]) Figure[float64] {
	count, known := n.Get()
	if !known {
		return Figure[float64]{}
	}
	return each.Times(count)
}

func (plan *Plan) addTask(t *Task, pools []*Pool) {
	anywhere := len(pools) == 0
	var architectures []hardware.Architecture
	for _, p := range pools {
		row := planTask(t, p)
		plan.Tasks = append(plan.Tasks, row)
		anywhere = anywhere || len(row.Reasons) == 0 || len(p.Offers) == 0
		for _, offer := range p.Offers {
			architectures = append(architectures, offer.Architectures...)
		}
	}
	if !anywhere {
		row := Nowhere{Family: t.Request.Family, Unsure: t.unsure(pools), WouldDo: []string{}}
		for _, candidate := range t.Alternatives(alternatives, architectures) {
			row.WouldDo = append(row.WouldDo, candidate.Name)
		}
		plan.Nowhere = append(plan.Nowhere, row)
	}
	for _, fault := range t.Request.Faults {
		plan.Notes = append(plan.Notes, fmt.Sprintf("%s: %s; it counts as nothing, so fewer may fit than is said", t.Request.Family, fault))
	}
	if unknown := t.Request.Unknown; len(unknown) > 0 {
		plan.Notes = append(plan.Notes, fmt.Sprintf("%s: known only at deployment and counted as nothing: %s; so fewer may fit than is said",
			t.Request.Family, strings.Join(unknown, ", ")))
	}
	if t.Request.GPU.Fraction > 0 {
		plan.Notes = append(plan.Notes, t.Request.Family+": "+inventory.FractionsUncertain)
	}
	plan.Notes = append(plan.Notes, constraintNotes(t.Constraint, t.Request.Family)...)
}

func planTask(t *Task, p *Pool) TaskPlan {
	r := t.Request
	row := TaskPlan{
		Family: r.Family, Pool: p.Name, GPUs: float64(r.GPU.Devices),
		SharedGPUMemoryMiB: r.GPU.SharedMemoryMiB, CPUUnits: r.CPUUnits, MemoryMiB: r.MemoryMiB,
	}
	if r.GPU.Fraction > 0 {
		row.GPUs *= r.GPU.Fraction
	}
	if r.GPU.All {
		row.GPUs = p.GPUs().value
	}
	row.PerInstance, row.LimitedBy = t.On(p)
	best := *p
	best.Offers = atBest(p)
	row.PerInstanceAtBest, _ = t.On(&best)
	if n, known := row.PerInstance.Get(); known {
		row.ConcurrentAtDesired, row.ConcurrentAtMax = p.Desired.Times(n), p.Max.Times(n)
		if n == 0 {
			row.Reasons = t.explain(p)
		}
	}
	return row
}

// atBest returns the offers of a pool by the lower estimates of what the system
// keeps of the memory, and the driver of the GPUs'.
func atBest(p *Pool) []placement.Offer {
	offers := slices.Clone(p.Offers)
	for i, t := range p.Types {
		if offers[i].MemoryMiB > 0 {
			offers[i].MemoryMiB += placement.SchedulableAtBest(t, 0) - placement.Schedulable(t, 0)
		}
		if offers[i].GPUMemoryMiB > 0 {
			_, offers[i].GPUMemoryMiB = t.SchedulableGPUMemory()
		}
	}
	return offers
}

func (plan *Plan) addNotes(inv *inventory.Inventory, elsewhere []string) {
	note := func(format string, args ...any) { plan.Notes = append(plan.Notes, fmt.Sprintf(format, args...)) }
	for _, row := range plan.Tasks {
		if row.PerInstance != row.PerInstanceAtBest {
			what := "memory"
			if row.LimitedBy == placement.LimitGPUMemory {
				what = "GPU memory"
			}
			note("%s on %s: %s decides; %s to an instance by the cautious estimate, %s at best", row.Family, row.Pool, what, row.PerInstance, row.PerInstanceAtBest)
		}
	}
	if worst := plan.Mix.WaitingInWorstOrder; worst > plan.Mix.Waiting {
		note("the mix is placed largest task first; if the smallest start first, %d wait instead of %d", worst, plan.Mix.Waiting)
	}
	for _, family := range elsewhere {
		note("%s: runs on Fargate or external instances only, which are not sized here", family)
	}
	for _, what := range inv.Open {
		note("not counted here: %s", what)
	}
	for i, p := range plan.Mix.Pools {
		size := plan.Pools[i]
		if most, known := size.Max.Get(); plan.Mix.Waiting > 0 && known && p.Instances < most && !size.ManagedScaling {
			note("%s: waiting tasks start no instance, because no capacity provider with managed scaling is on it; it stays at %d of %d", p.Name, p.Instances, most)
		}
	}
	if len(plan.Pools) == 0 {
		note("there are no container instances to size")
	}
}

// constraintNotes say what a plan for tasks of this name takes for granted.
func constraintNotes(c placement.Constraint, name string) []string {
	var notes []string
	for _, expression := range c.Unjudged {
		notes = append(notes, fmt.Sprintf("%s: the placement constraint %q cannot be judged before deployment and counts as met", name, expression))
	}
	if c.Open {
		notes = append(notes, name+": there may be placement constraints that only the deployment knows, and they count as met")
	}
	return notes
}
