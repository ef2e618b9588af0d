package sizing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Task is what sizing needs to know of a task definition.
type Task struct {
	ID         string // logical id
	Request    placement.Demand
	Constraint placement.Constraint
}

// TasksOf are the task definitions that run on container instances, in the
// order of the inventory. Those that ask for Fargate or external instances only
// are left out and named.
func TasksOf(inv *inventory.Inventory) (tasks []*Task, elsewhere []string) {
	for _, d := range inv.TaskDefinitions {
		request := placement.DemandOf(d)
		if runsElsewhere(d) {
			elsewhere = append(elsewhere, request.Family)
			continue
		}
		tasks = append(tasks, &Task{ID: d.LogicalID, Request: request, Constraint: placement.ConstraintOf(d.PlacementConstraints)})
	}
	return tasks, elsewhere
}

func runsElsewhere(d *inventory.TaskDefinition) bool {
	names, complete := inventory.Values(d.Compatibilities)
	if !complete || len(names) == 0 {
		return false
	}
	return !slices.ContainsFunc(names, func(n string) bool {
		return strings.EqualFold(n, "EC2") || strings.EqualFold(n, "MANAGED_INSTANCES")
	})
}

// On is how the task fares on the instances of a pool.
func (t *Task) On(p *Pool) (perInstance Figure[int], limitedBy placement.Limit) {
	for _, candidate := range p.Types {
		if !t.Constraint.Admits(candidate) {
			return Exactly(0), placement.LimitConstraint
		}
	}
	return p.Concurrent(t.Request)
}

// fits reports whether one task runs on an empty instance of the pool. It is
// false too when that is not known.
func (t *Task) fits(p *Pool) bool {
	if len(p.Offers) == 0 {
		return false
	}
	n, _ := t.On(p)
	count, bounded := n.Get()
	return !bounded || count > 0
}

// preferred are the pools that the task fits, in the order of Kind.
func (t *Task) preferred(pools []*Pool) []int {
	var order []int
	plain := false // some pool without GPUs would do
	for i, p := range pools {
		if t.fits(p) {
			order = append(order, i)
			plain = plain || p.Offers[0].GPUs == 0
		}
	}
	if t.Request.GPU.IsZero() && plain {
		order = slices.DeleteFunc(order, func(i int) bool { return pools[i].Offers[0].GPUs > 0 })
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := pools[i], pools[j]
		return cmp.Or(cmp.Compare(a.Offers[0].GPUs, b.Offers[0].GPUs),
			cmp.Compare(a.Price().value, b.Price().value), cmp.Compare(a.Name, b.Name))
	})
	return order
}

// Alternatives are at most n types on offer that one task fits, cheapest first.
// Architectures are those that the task's image may be built for, if the task
// does not say; none means any.
func (t *Task) Alternatives(n int, architectures []hardware.Architecture) []hardware.InstanceType {
	if t.Request.GPU.Refused != "" || t.Request.GPU.Neuron {
		return nil // no type makes up for it
	}
	d := t.Request.GPU
	need := hardware.Selection{Architecture: t.Request.Architecture}
	need.BareMetal, need.BurstablePerformance = hardware.Included, hardware.Included
	need.VCpuCount = hardware.AtLeast((t.Request.CPUUnits + 1023) / 1024)
	need.MemoryMiB = hardware.AtLeast(t.Request.MemoryMiB)
	switch {
	case d.Fraction > 0:
		need.Kind, need.Fractional = hardware.KindGPU, true
	case d.Devices > 0:
		need.Kind, need.AcceleratorCount = hardware.KindGPU, hardware.AtLeast(d.Devices)
	case d.All || d.SharedMemoryMiB > 0:
		need.Kind, need.AcceleratorCount, need.MinGPUMemoryMiB = hardware.KindGPU, hardware.AtLeast(1), d.SharedMemoryMiB
	default:
		need.Kind = hardware.KindCPU
	}
	var types []hardware.InstanceType
	for _, candidate := range hardware.Select(need) {
		if len(types) == n {
			break
		}
		if t.Constraint.Admits(candidate) && shares(candidate.Architectures, architectures) && placement.Fits(t.Request, candidate, 0) {
			types = append(types, candidate)
		}
	}
	return types
}

func shares(have, want []hardware.Architecture) bool {
	return len(want) == 0 || slices.ContainsFunc(have, func(a hardware.Architecture) bool { return slices.Contains(want, a) })
}

// explain says why the task runs on no instance of the pool, a clause for each
// reason.
func (t *Task) explain(p *Pool) []string {
	if len(p.Offers) == 0 {
		return []string{"the instance type of the pool is not known"}
	}
	var clauses []string
	for i, offer := range p.Offers {
		for _, s := range offer.Shortages(t.Request) {
			clauses = append(clauses, s.explain(t.Request, offer))
		}
		if !t.Constraint.Admits(p.Types[i]) {
			clauses = append(clauses, "a placement constraint excludes "+offer.InstanceType)
		}
		if len(clauses) > 0 {
			break // one type that it does not fit is enough to keep it off the pool
		}
	}
	return clauses
}

// unsure reports whether the task may run on some pool on which it is not
// counted: it lacks nothing by the estimates at best, or nothing but GPUs of
// another size than the instances have, of which ECS does not say enough.
func (t *Task) unsure(pools []*Pool) bool {
	return slices.ContainsFunc(pools, func(p *Pool) bool {
		for i, offer := range atBest(p) {
			shortages := offer.Shortages(t.Request)
			open := len(shortages) == 1 && (t.Request.GPU.wholeOf(offer) || t.Request.GPU.partOf(offer))
			if len(shortages) > 0 && !open || !t.Constraint.Admits(p.Types[i]) {
				return false
			}
		}
		return len(p.Offers) > 0
	})
}

// wholeOf reports whether one whole GPU, or all there are, is asked of instances with
// a part of one.
func (d placement.GPUDemand) wholeOf(o placement.Offer) bool {
	return (d.Devices == 1 && d.Fraction == 0 || d.All) && o.GPUs > 0 && o.GPUFraction < 1
}

// partOf reports whether parts of a GPU are requested of instances with whole
// ones.
func (d placement.GPUDemand) partOf(o placement.Offer) bool {
	return d.Fraction > 0 && d.Devices <= o.GPUs && o.GPUFraction == 1
}

func (s placement.Shortage) explain(r placement.Demand, o placement.Offer) string {
	switch s.Limit {
	case placement.LimitArchitecture:
		return fmt.Sprintf("it is built for %s, which %s is not", r.Architecture, o.InstanceType)
	case placement.LimitGPUs:
		if r.GPU.Refused != "" {
			return r.GPU.Refused
		}
		if r.GPU.Neuron {
			return fmt.Sprintf("it needs Neuron devices, which ECS hands out on Managed Instances only, and then %s must have some", o.InstanceType)
		}
		if r.GPU.wholeOf(o) {
			return fmt.Sprintf("it needs %s, %s offers %s, and ECS does not say whether it places that there; ask for %g",
				r.GPU, o.InstanceType, o.gpus(), o.GPUFraction)
		}
		if r.GPU.partOf(o) {
			return fmt.Sprintf("it needs %s, %s has whole ones, and nothing documents that ECS divides them", r.GPU, o.InstanceType)
		}
		return fmt.Sprintf("it needs %s, %s offers %s", r.GPU, o.InstanceType, o.gpus())
	case placement.LimitGPUMemory:
		return fmt.Sprintf("it needs %d MiB of one GPU, about %d MiB of each GPU of %s can be scheduled", s.Wanted, s.Offered, o.InstanceType)
	case placement.LimitCPU:
		return fmt.Sprintf("it needs %s vCPU, %s has %s", placement.VCPUText(s.Wanted), o.InstanceType, placement.VCPUText(s.Offered))
	case placement.LimitMemory:
		return fmt.Sprintf("it needs %d MiB, about %d MiB of %s can be scheduled", s.Wanted, s.Offered, o.InstanceType)
	case placement.LimitInterfaces:
		return fmt.Sprintf("it needs a network interface, and %s has none to spare", o.InstanceType)
	}
	return "it needs a host port that the instance itself uses"
}

// gpus is what an offer has, as a person says it.
func (o placement.Offer) gpus() string {
	switch {
	case o.GPUs == 0:
		return "none"
	case o.GPUFraction < 1:
		return fmt.Sprintf("%g GPU", o.GPUFraction)
	}
	return fmt.Sprint(o.GPUs)
}
