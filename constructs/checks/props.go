package checks

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Pool applies the rules that look at one pool by itself: its image, its
// instance types, its scaling, its launch. The place of a finding is the name of
// the prop that [inventory.KnownAt] was given.
//
// around is what the pool refers to, such as capacity providers and security
// groups; nil when there is nothing.
func Pool(pool *inventory.Pool, around *inventory.Inventory) []Finding {
	inv := inventory.Inventory{}
	if around != nil {
		inv = *around
	}
	inv.Pools, inv.TaskDefinitions, inv.Services = []*inventory.Pool{pool}, nil, nil
	return newSurvey(&inv).apply(looking[onPool]())
}

// Task applies the rules that look at one task definition by itself, and those
// on how it fits in the pools that it can be sent to. Without pools nothing is
// said about fits. The place of a finding is the name of the prop.
//
// A log group counts as created: the props hold the log group itself.
func Task(task *inventory.TaskDefinition, pools ...*inventory.Pool) []Finding {
	inv := &inventory.Inventory{Pools: pools, TaskDefinitions: []*inventory.TaskDefinition{task}}
	s := newSurvey(inv)
	s.to = s.pools
	s.tasks[0].routes = []route{s.bareRoute(s.tasks[0])}
	return s.apply(slices.DeleteFunc(slices.Concat(looking[onFit](), looking[onTask]()), func(r Rule) bool { return r.Category == Logs }))
}

// looking are the rules that look in one way.
func looking[C check]() []Rule {
	var some []Rule
	for _, r := range rules {
		if _, ok := r.check.(C); ok {
			some = append(some, r)
		}
	}
	return some
}
