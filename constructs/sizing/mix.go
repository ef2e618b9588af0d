package sizing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Wanted is a number of tasks of one family that are to run at once.
type Wanted struct {
	Family string // or the logical id of the task definition
	Count  int    // 0 to MaxWanted
}

// MaxWanted bounds the tasks of one family in a mix.
const MaxWanted = 1_000_000

// Mix is the tasks that are to run at once, packed onto the pools: first onto
// the desired number of instances, then, in pools with managed scaling, onto as
// many more as it takes and the maximum allows.
type Mix struct {
	// Asked says where the mix is from: tasks (given by the caller), services
	// (their desired counts), or each (every task definition once, because
	// nothing else is said).
	Asked MixSource `json:"asked"`

	Placed  int `json:"placed"`
	Waiting int `json:"waiting"` // for ever, unless something ends or the pools grow

	// PlacedAtDesired is how many run before any pool has scaled out.
	PlacedAtDesired int `json:"placedAtDesired"`

	// StrandedGPUs are GPUs of running instances that no task has and that no
	// combination of further tasks of the mix could use, for want of CPU,
	// memory or enough of them on one instance. FreeGPUs includes them.
	StrandedGPUs int `json:"strandedGpus"`
	FreeGPUs     int `json:"freeGpus"`

	// NotPacked are tasks of which neither can be said, because the mix is too
	// large to be packed to its end.
	NotPacked int `json:"notPacked,omitempty"`

	// WaitingInWorstOrder is Waiting when the tasks start smallest first. ECS
	// does not reorder tasks; Placed and Waiting are for the largest first.
	WaitingInWorstOrder int `json:"waitingInWorstOrder"`

	Tasks []MixTask `json:"tasks"`
	Pools []MixPool `json:"pools"`
}

// MixSource is where a mix is from.
type MixSource string

// The sources of a mix.
const (
	MixOfTasks    MixSource = "tasks"
	MixOfServices MixSource = "services"
	MixOfEach     MixSource = "each"
)

// MixTask is one row of the mix.
type MixTask struct {
	Family  string `json:"family"`
	Service string `json:"service,omitempty"`
	Placed  int    `json:"placed"`
	Waiting int    `json:"waiting"`
}

// MixPool is what the mix does to a pool.
type MixPool struct {
	Name         string      `json:"name"`
	Instances    int         `json:"instances"` // that run
	UsedGPUs     int         `json:"usedGpus"`
	GPUs         int         `json:"gpus"`
	StrandedGPUs int         `json:"strandedGpus"`
	USDPerHour   Figure[USD] `json:"usdPerHour"`
}

// mixItem is a number of tasks of one kind.
type mixItem struct {
	task    *Task
	service string
	count   int
	kind    placement.Kind

	constraint placement.Constraint // the service's own
}

// mixOf is what is to run: what the caller wants, or else the services, or else
// every task definition once. The notes are on what is left out.
func mixOf(inv *inventory.Inventory, pools []*Pool, tasks []*Task, wanted []Wanted) ([]mixItem, MixSource, []string, error) {
	if len(wanted) > 0 {
		items, err := mixOfWanted(pools, tasks, wanted)
		return items, MixOfTasks, nil, err
	}
	if items, notes := mixOfServices(inv, pools, tasks); len(items)+len(notes) > 0 {
		return items, MixOfServices, notes, nil
	}
	var items []mixItem
	for _, t := range tasks {
		items = append(items, mixItem{task: t, count: 1, kind: t.Kind(pools)})
	}
	return items, MixOfEach, nil, nil
}

func mixOfWanted(pools []*Pool, tasks []*Task, wanted []Wanted) ([]mixItem, error) {
	var items []mixItem
	var problems []error
	for _, w := range wanted {
		at := slices.IndexFunc(tasks, func(t *Task) bool { return t.Request.Family == w.Family || t.ID == w.Family })
		switch {
		case at < 0:
			problems = append(problems, fmt.Errorf("there is no task definition of the family %q; there are %s", w.Family, families(tasks)))
		case w.Count < 0 || w.Count > MaxWanted:
			problems = append(problems, fmt.Errorf("the number of tasks of %s must be 0 to %d, got %d", w.Family, MaxWanted, w.Count))
		default:
			items = append(items, mixItem{task: tasks[at], count: w.Count, kind: tasks[at].Kind(pools)})
		}
	}
	return items, errors.Join(problems...)
}

func families(tasks []*Task) string {
	if len(tasks) == 0 {
		return "none"
	}
	var names []string
	for _, t := range tasks {
		names = append(names, t.Request.Family)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// mixOfServices is the desired count of each service that runs replicas on
// container instances. Daemons are part of what an instance offers.
func mixOfServices(inv *inventory.Inventory, pools []*Pool, tasks []*Task) (items []mixItem, notes []string) {
	x, names := newIndex(inv), inv.ServiceNames()
	byID, preferred := map[string]*Task{}, map[*Task][]int{}
	for _, t := range tasks {
		byID[t.ID] = t
	}
	services, note := Within(inv.Services, len(pools), "services")
	if note != "" {
		notes = append(notes, note)
	}
	for _, s := range services {
		t, found := byID[s.TaskDefinition.Target]
		scheduling, _ := s.SchedulingStrategy.Or("REPLICA")
		launchType, _ := s.LaunchType.Or("")
		if !found || scheduling == "DAEMON" || launchType == "FARGATE" || launchType == "EXTERNAL" {
			continue
		}
		name := names[s.LogicalID]
		count, known := s.DesiredCount.Or(1)
		if fault := s.DesiredCount.Fault; !known && fault != nil {
			notes = append(notes, fmt.Sprintf("service %s is not in the mix: its DesiredCount %s", name, fault.Message))
		}
		if !known {
			continue
		}
		if count > MaxWanted {
			notes = append(notes, fmt.Sprintf("service %s wants %d tasks, and the mix has the first %d of them", name, count, MaxWanted))
		}
		if _, done := preferred[t]; !done {
			preferred[t] = t.preferred(pools)
		}
		constraint := placement.ConstraintOf(s.PlacementConstraints)
		items = append(items, mixItem{
			task: t, service: name, count: min(max(0, count), MaxWanted),
			kind: t.kindOf(x, s, constraint, pools, preferred[t]), constraint: constraint,
		})
	}
	return items, notes
}

// Kind is how ECS treats tasks that are run by hand, each in the pool that its
// author would send it to: a task without GPUs in a pool without GPUs, if it
// fits any; then in the pools with the fewest GPUs to an instance, the cheapest
// first. ECS itself does not choose: the capacity provider strategy does.
func (t *Task) Kind(pools []*Pool) placement.Kind {
	return placement.Kind{Request: t.Request, Pools: t.preferred(pools), Strategy: placement.BinpackMemory, Distinct: t.Constraint.Distinct}
}

// kindOf is how ECS treats the tasks of a service, which has a constraint of its
// own. preferred are the pools that the task would be sent to by hand; the others
// that it fits come after them.
func (t *Task) kindOf(x *index, s *inventory.Service, constraint placement.Constraint, pools []*Pool, preferred []int) placement.Kind {
	k := placement.Kind{Request: t.Request, Strategy: placement.StrategyOf(s), Distinct: t.Constraint.Distinct || constraint.Distinct}
	takes := func(p *Pool) bool {
		return p.runs(x, s) && !slices.ContainsFunc(p.Types, func(it hardware.InstanceType) bool { return !constraint.Admits(it) })
	}
	first := make([]bool, len(pools))
	for _, i := range preferred {
		first[i] = true
		if takes(pools[i]) {
			k.Pools = append(k.Pools, i)
		}
	}
	for i, p := range pools {
		if !first[i] && t.fits(p) && takes(p) {
			k.Pools = append(k.Pools, i)
		}
	}
	return k
}
