package sizing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
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
	Waiting int `json:"waiting"` // indefinitely, unless something ends or the pools grow

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
	Name         string          `json:"name"`
	Instances    int             `json:"instances"` // that run
	UsedGPUs     int             `json:"usedGpus"`
	GPUs         int             `json:"gpus"`
	StrandedGPUs int             `json:"strandedGpus"`
	USDPerHour   fact.Value[USD] `json:"usdPerHour"`
}

// mixItem is a number of tasks of one family, as one service or one person runs
// them.
type mixItem struct {
	task    *placement.Task
	service *placement.Service // nil for tasks run by hand
	parts   []placement.Part
}

// count returns the number of tasks.
func (i mixItem) count() int {
	n := 0
	for _, part := range i.parts {
		n += part.Count
	}
	return n
}

// ByHand returns how ECS treats tasks that somebody runs; see
// placement.View.ByHand.
func ByHand(v *placement.View, t *placement.Task) placement.Kind { return v.ByHand(t, sortPrice) }

// byHand returns an item of tasks that somebody runs.
func byHand(v *placement.View, t *placement.Task, count int) mixItem {
	return mixItem{task: t, parts: []placement.Part{{Kind: ByHand(v, t), Count: count}}}
}

// mixOf returns what is to run: what the caller wants, or else the services, or
// else every task definition once. The notes are on what is left out.
func mixOf(v *placement.View, tasks []*placement.Task, wanted []Wanted) ([]mixItem, MixSource, []string, error) {
	if len(wanted) > 0 {
		items, err := mixOfWanted(v, tasks, wanted)
		return items, MixOfTasks, nil, err
	}
	if items, notes := mixOfServices(v); len(items)+len(notes) > 0 {
		return items, MixOfServices, notes, nil
	}
	var items []mixItem
	for _, t := range tasks {
		items = append(items, byHand(v, t, 1))
	}
	return items, MixOfEach, nil, nil
}

func mixOfWanted(v *placement.View, tasks []*placement.Task, wanted []Wanted) ([]mixItem, error) {
	var items []mixItem
	var problems []error
	for _, w := range wanted {
		at := slices.IndexFunc(tasks, func(t *placement.Task) bool { return t.Demand.Family == w.Family || t.LogicalID == w.Family })
		switch {
		case at < 0:
			problems = append(problems, fmt.Errorf("there is no task definition of the family %q; there are %s", w.Family, families(tasks)))
		case w.Count < 0 || w.Count > MaxWanted:
			problems = append(problems, fmt.Errorf("the number of tasks of %s must be 0 to %d, got %d", w.Family, MaxWanted, w.Count))
		default:
			items = append(items, byHand(v, tasks[at], w.Count))
		}
	}
	return items, errors.Join(problems...)
}

func families(tasks []*placement.Task) string {
	if len(tasks) == 0 {
		return "none"
	}
	var names []string
	for _, t := range tasks {
		names = append(names, t.Demand.Family)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// mixOfServices takes the desired count of each service that runs replicas on
// container instances. Daemons are part of what an instance offers.
func mixOfServices(v *placement.View) (items []mixItem, notes []string) {
	services, note := Within(v.Services, len(v.Pools), "services")
	if note != "" {
		notes = append(notes, note)
	}
	for _, s := range services {
		if s.Task == nil || s.IsDaemon() == fact.Yes || s.Task.RunsElsewhere() || s.Route.Elsewhere && len(s.Route.Shares) == 0 {
			continue
		}
		count, known := s.DesiredCount.Or(1)
		if fault := s.DesiredCount.Fault; !known && fault != nil {
			notes = append(notes, fmt.Sprintf("service %s is not in the mix: its DesiredCount %s", s.Title, fault.Message))
		}
		if !known {
			continue
		}
		if count > MaxWanted {
			notes = append(notes, fmt.Sprintf("service %s wants %d tasks, and the mix has the first %d of them", s.Title, count, MaxWanted))
		}
		notes = append(notes, routeNotes(s)...)
		items = append(items, mixItem{task: s.Task, service: s, parts: v.Parts(s, min(max(0, count), MaxWanted))})
	}
	return items, notes
}

// routeNotes say what is taken for granted about where a service sends its tasks.
func routeNotes(s *placement.Service) []string {
	var notes []string
	r := s.Route
	if grows := slices.ContainsFunc(r.Pools(), (*placement.Pool).Grows); !r.ByStrategy && grows {
		notes = append(notes, fmt.Sprintf("service %s: no capacity provider strategy applies to it, so its tasks start no instances", s.Title))
	}
	if r.Elsewhere {
		notes = append(notes, fmt.Sprintf("service %s: a part of its tasks goes to capacity providers that are not sized here", s.Title))
	}
	return notes
}
