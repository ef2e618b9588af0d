package agreement

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

// others are the rules on fitting that do not say that one task misses
// something: they are on many tasks.
var others = []string{"ecsgpu-fit-service-count", "ecsgpu-fit-port-count", "ecsgpu-fit-network-interfaces"}

// answer is what a command says of a task: that it has a fault at all, and that
// the fault is certain.
type answer struct{ some, certain bool }

// A task that check finds a fault in is one that plan has no certain place for,
// and the other way round. No task that is never placed runs, neither in the mix
// of a plan nor in a simulation.
func TestCommands_agree(t *testing.T) {
	never, unsure, placed := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		inv := draw{t}.inventory()
		v := placement.NewView(inv)
		p, err := sizing.NewPlan(inv, nil)
		require.NoError(t, err)
		checked, planned := checkedOf(inv), plannedOf(p)
		for _, task := range v.Tasks {
			family := task.Demand.Family
			if slices.ContainsFunc(task.Routes(), func(r placement.Route) bool { return !r.Known }) {
				continue
			}
			require.Equal(t, planned[family], checked[family], "check and plan on %s", family)
			switch a := planned[family]; {
			case a.certain:
				never++
			case a.some:
				unsure++
			default:
				placed++
			}
		}
		requireNotMixed(t, v, p)
		requireNotSimulated(t, v)
	})
	require.Positive(t, never, "no task is drawn that is never placed")
	require.Positive(t, unsure, "no task is drawn that may be placed")
	require.Positive(t, placed, "no task is drawn that is placed")
}

// checkedOf returns what check says of each task, by family.
func checkedOf(inv *inventory.Inventory) map[string]answer {
	answers := map[string]answer{}
	for _, f := range checks.Run(inv) {
		if strings.HasPrefix(f.ID, "ecsgpu-fit-") && !slices.Contains(others, f.ID) {
			answers[f.ConstructPath] = answers[f.ConstructPath].or(f.Severity == checks.Error)
		}
	}
	return answers
}

// plannedOf returns what a plan says of each task.
func plannedOf(p *sizing.Plan) map[string]answer {
	answers := map[string]answer{}
	for _, row := range p.Nowhere {
		answers[row.Family] = answers[row.Family].or(!row.Unsure)
	}
	return answers
}

// or returns the answer with another fault.
func (a answer) or(certain bool) answer { return answer{some: true, certain: a.certain || certain} }

// requireNotMixed requires that the mix has no task that its service never runs.
func requireNotMixed(t *rapid.T, v *placement.View, p *sizing.Plan) {
	for _, row := range p.Mix.Tasks {
		at := slices.IndexFunc(v.Services, func(s *placement.Service) bool { return s.Title == row.Service })
		if at >= 0 && neverRuns(v.Services[at].Task, v.Services[at]) || row.Service == "" && neverRuns(v.TaskByID(row.Family), nil) {
			require.Zero(t, row.Placed, "the mix places %s of service %q, which is never placed", row.Family, row.Service)
		}
	}
}

// neverRuns reports whether a task of the service, or one that somebody runs by
// hand, is never placed.
func neverRuns(t *placement.Task, s *placement.Service) bool {
	return slices.ContainsFunc(t.Verdicts(), func(v placement.Verdict) bool {
		return v.Route.Service == s && v.Route.Known && v.Placed == fact.No && !v.Part
	})
}

// requireNotSimulated requires that a task that is never placed never starts,
// whoever runs it.
func requireNotSimulated(t *rapid.T, v *placement.View) {
	config := simulate.Config{}
	for _, p := range v.Pools {
		pool, ok := simulate.PoolOf(p, v.Tasks)
		require.True(t, ok)
		config.Pools = append(config.Pools, pool)
	}
	var arrivals []simulate.Arrival
	for i, task := range v.Tasks {
		config.Kinds = append(config.Kinds, sizing.ByHand(v, task))
		arrivals = append(arrivals, simulate.Arrival{Kind: i, Duration: time.Hour})
	}
	r, err := simulate.Run(t.Context(), config, slices.Values(arrivals))
	require.NoError(t, err)
	for i, row := range r.Tasks {
		if len(v.Tasks[i].Services) == 0 && neverRuns(v.Tasks[i], nil) {
			require.Equal(t, row.Arrived, row.NeverStarted, "the simulation starts %s, which is never placed", row.Family)
		}
	}
}
