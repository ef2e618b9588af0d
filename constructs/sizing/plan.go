package sizing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
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

// PoolPlan is a pool's capacity and cost. A pool of several instance types counts
// with the least that any of them offers and the price of the most expensive.
type PoolPlan struct {
	Name          string   `json:"name"`
	ID            string   `json:"id"` // logical id in the template
	InstanceTypes []string `json:"instanceTypes"`

	Min     fact.Value[int] `json:"min"`
	Desired fact.Value[int] `json:"desired"`
	Max     fact.Value[int] `json:"max"`

	GPUsPerInstance fact.Value[float64] `json:"gpusPerInstance"`
	GPUsAtDesired   fact.Value[float64] `json:"gpusAtDesired"`
	GPUsAtMax       fact.Value[float64] `json:"gpusAtMax"`

	USDPerHourAtMin     fact.Value[USD] `json:"usdPerHourAtMin"`
	USDPerHourAtDesired fact.Value[USD] `json:"usdPerHourAtDesired"`
	USDPerHourAtMax     fact.Value[USD] `json:"usdPerHourAtMax"`

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
	Instances  int             `json:"instances"`
	USDPerHour fact.Value[USD] `json:"usdPerHour"`
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

	ConcurrentAtDesired fact.Value[int] `json:"concurrentAtDesired"`
	ConcurrentAtMax     fact.Value[int] `json:"concurrentAtMax"`

	// LimitedBy is what keeps one more off an instance; empty when nothing that
	// is known does.
	LimitedBy placement.Limit `json:"limitedBy"`

	PerInstance fact.Value[int] `json:"perInstance"`

	// PerInstanceAtBest is PerInstance with all that an instance may have: memory,
	// GPU memory and network interfaces; see placement.Offer.
	PerInstanceAtBest fact.Value[int] `json:"perInstanceAtBest"`

	SharedGPUMemoryMiB int `json:"sharedGpuMemoryMiB,omitempty"`
	CPUUnits           int `json:"cpuUnits"`
	MemoryMiB          int `json:"memoryMiB"`

	// Reasons say why none runs; empty when some do.
	Reasons []string `json:"reasons,omitempty"`
}

// Nowhere is a task that no pool is certain to run.
type Nowhere struct {
	Family  string `json:"family"`
	Service string `json:"service,omitempty"` // that sends it to the pools

	// Unsure is set where tasks may be placed and nobody can rely on it: memory
	// that only the lower estimates of what the system keeps leave, a whole GPU on
	// a part of one (G6f, Gr6f) or a part of a whole one, a type that EC2 may start
	// or not, a pool that gets only its share of the tasks, or pools that are not
	// in the template.
	Unsure bool `json:"unsure,omitempty"`
	// Why is what the instances lack that the task misses least.
	Why []string `json:"why,omitempty"`
	// WouldDo are the cheapest types on offer that the task fits.
	WouldDo []string `json:"typesThatWouldDo"`
}

// Totals are sums over all pools.
type Totals struct {
	USDPerHourAtMin     fact.Value[USD] `json:"usdPerHourAtMin"`
	USDPerHourAtDesired fact.Value[USD] `json:"usdPerHourAtDesired"`
	USDPerHourAtMax     fact.Value[USD] `json:"usdPerHourAtMax"`
}

// alternatives is how many types are named for a task that fits nothing.
const alternatives = 3

// memoryEstimate is shown wherever the estimate matters.
var memoryEstimate = fmt.Sprintf("schedulable memory is the nominal less %.1f %% (karpenter-provider-aws) and ECS_RESERVED_MEMORY; how much less is not published for any type",
	float64(placement.CautiousMemoryOverheadPerMille)/10)

// NewPlan sizes an inventory. wanted is the mix of tasks that are to run at
// once; without any, the desired counts of the services are, or else every task
// definition once. The error is about wanted.
func NewPlan(inv *inventory.Inventory, wanted []Wanted) (*Plan, error) {
	v := placement.NewView(inv)
	tasks, elsewhere := Here(v)
	tasks, left := Within(tasks, len(v.Pools), "task definitions")
	items, source, notes, err := mixOf(v, tasks, wanted)
	if err != nil {
		return nil, err
	}
	plan := &Plan{
		Pools: []PoolPlan{}, Tasks: []TaskPlan{}, Nowhere: []Nowhere{}, Notes: []string{},
		Prices: catalogPrices(), Quotas: quotasOf(v.Pools), MemoryEstimate: memoryEstimate,
		Totals: Totals{fact.Of(USD(0)), fact.Of(USD(0)), fact.Of(USD(0))},
	}
	for _, note := range append([]string{left, v.Left()}, notes...) {
		if note != "" {
			plan.Notes = append(plan.Notes, note)
		}
	}
	for _, p := range v.Pools {
		plan.addPool(p)
	}
	plan.Tasks = slices.Grow(plan.Tasks, len(tasks)*len(v.Pools))
	for _, t := range tasks {
		plan.addTask(t, v.Pools)
	}
	for _, item := range items {
		if item.service != nil {
			plan.Notes = append(plan.Notes, constraintNotes(placement.ConstraintOf(item.service.PlacementConstraints), "service "+item.service.Title)...)
		}
	}
	plan.Mix, notes = packMix(v.Pools, items, source)
	plan.Notes = append(plan.Notes, notes...)
	plan.addNotes(inv, elsewhere)
	return plan, nil
}

// Here returns the tasks that run on container instances, and the families of
// those that run on Fargate or external instances only.
func Here(v *placement.View) (tasks []*placement.Task, elsewhere []string) {
	for _, t := range v.Tasks {
		if t.RunsElsewhere() {
			elsewhere = append(elsewhere, t.Demand.Family)
		} else {
			tasks = append(tasks, t)
		}
	}
	return tasks, elsewhere
}

func (plan *Plan) addPool(p *placement.Pool) {
	each, price, size := GPUsOf(p), PriceOf(p), p.Size
	row := PoolPlan{
		Name: p.Title, ID: p.LogicalID, InstanceTypes: []string{}, Min: size.Min, Desired: size.Desired, Max: size.Max,
		GPUsPerInstance: each, GPUsAtDesired: fact.Times(size.Desired, each), GPUsAtMax: fact.Times(size.Max, each),
		USDPerHourAtMin: fact.Times(size.Min, price), USDPerHourAtDesired: fact.Times(size.Desired, price), USDPerHourAtMax: fact.Times(size.Max, price),
		ManagedScaling: p.Grows(),
	}
	types := p.Types()
	for _, t := range types {
		row.InstanceTypes = append(row.InstanceTypes, t.Name)
	}
	slices.Sort(row.InstanceTypes)
	row.InstanceTypes = slices.Compact(row.InstanceTypes)
	if least, known := size.Min.Get(); known && least == 0 && p.Scaling != nil {
		n := placement.FirstStepFromZero
		if most, known := size.Max.Get(); known {
			n = min(n, most)
		}
		row.FromZero = &FromZero{Instances: n, USDPerHour: fact.Times(fact.Of(n), price)}
	}
	if o, known := p.Largest(); known {
		row.LargestTask = &LargestTask{
			GPUs: float64(o.GPUs) * o.GPUFraction, GPUMemoryMiB: o.GPUMemoryMiB, CPUUnits: o.CPUUnits, MemoryMiB: o.MemoryMiB,
		}
	}
	plan.Pools = append(plan.Pools, row)
	plan.Totals.USDPerHourAtMin = fact.Sum(plan.Totals.USDPerHourAtMin, row.USDPerHourAtMin)
	plan.Totals.USDPerHourAtDesired = fact.Sum(plan.Totals.USDPerHourAtDesired, row.USDPerHourAtDesired)
	plan.Totals.USDPerHourAtMax = fact.Sum(plan.Totals.USDPerHourAtMax, row.USDPerHourAtMax)
	for _, note := range p.Notes {
		plan.Notes = append(plan.Notes, p.Title+": "+note)
	}
	if slices.ContainsFunc(types, func(t hardware.InstanceType) bool { return !PriceOfType(t).IsKnown() }) {
		plan.Notes = append(plan.Notes, p.Title+": the price of an instance type is not known")
	}
	purchase, note := purchaseOf(p.Pool)
	if note != "" {
		plan.Notes = append(plan.Notes, p.Title+": "+note)
	}
	if purchase.Class != "" && purchase.Class != hardware.OnDemand {
		plan.Notes = append(plan.Notes, fmt.Sprintf("%s: buys %s; prices are those on demand", p.Title, purchase.Class))
	}
}

func (plan *Plan) addTask(t *placement.Task, pools []*placement.Pool) {
	d := &t.Demand
	for _, p := range pools {
		plan.Tasks = append(plan.Tasks, planTask(t, p))
	}
	for _, v := range t.Verdicts() {
		plan.Nowhere = append(plan.Nowhere, nowhere(v))
	}
	for _, fault := range d.Faults {
		plan.Notes = append(plan.Notes, fmt.Sprintf("%s: %s; it counts as nothing, so fewer may fit than is said", d.Family, fault))
	}
	if len(d.Unknown) > 0 {
		plan.Notes = append(plan.Notes, fmt.Sprintf("%s: known only at deployment and counted as nothing: %s; so fewer may fit than is said",
			d.Family, strings.Join(d.Unknown, ", ")))
	}
	if d.GPU.Fraction > 0 {
		plan.Notes = append(plan.Notes, d.Family+": "+inventory.FractionsUncertain)
	}
	plan.Notes = append(plan.Notes, constraintNotes(placement.ConstraintOf(t.PlacementConstraints), d.Family)...)
}

// nowhere returns the row of a task that is not certain to be placed.
func nowhere(v placement.Verdict) Nowhere {
	d := &v.Task.Demand
	row := Nowhere{Family: d.Family, Unsure: v.Placed != fact.No || v.Part || !v.Route.Known, Why: v.Why(), WouldDo: []string{}}
	if s := v.Route.Service; s != nil {
		row.Service, d = s.Title, &s.Demand
	}
	for _, candidate := range placement.Suitable(*d, alternatives, v.Option) {
		row.WouldDo = append(row.WouldDo, candidate.Name)
	}
	return row
}

func planTask(t *placement.Task, p *placement.Pool) TaskPlan {
	d := &t.Demand
	row := TaskPlan{
		Family: d.Family, Pool: p.Title, GPUs: float64(d.GPU.Devices),
		SharedGPUMemoryMiB: d.GPU.SharedMemoryMiB, CPUUnits: d.CPUUnits, MemoryMiB: d.MemoryMiB,
	}
	if d.GPU.Fraction > 0 {
		row.GPUs *= d.GPU.Fraction
	}
	if d.GPU.All {
		row.GPUs, _ = GPUsOf(p).Get()
	}
	row.PerInstance, row.LimitedBy = p.Concurrent(d)
	row.PerInstanceAtBest = p.ConcurrentAtBest(d)
	if n, known := row.PerInstance.Get(); known {
		row.ConcurrentAtDesired, row.ConcurrentAtMax = fact.Times(p.Size.Desired, fact.Of(n)), fact.Times(p.Size.Max, fact.Of(n))
		if n == 0 {
			row.Reasons = p.Fit(d).Why()
		}
	}
	if len(p.Options) == 0 || !slices.ContainsFunc(p.Options, func(o placement.Option) bool { return o.Known }) {
		row.Reasons = []string{"the instance type of the pool is not known"}
	}
	return row
}

func (plan *Plan) addNotes(inv *inventory.Inventory, elsewhere []string) {
	note := func(format string, args ...any) { plan.Notes = append(plan.Notes, fmt.Sprintf(format, args...)) }
	for _, row := range plan.Tasks {
		if row.PerInstance != row.PerInstanceAtBest {
			what := "memory"
			switch row.LimitedBy {
			case placement.LimitGPUMemory:
				what = "GPU memory"
			case placement.LimitInterfaces:
				what = "the number of network interfaces on card 0"
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
