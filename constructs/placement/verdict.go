package placement

import "github.com/ecsgpu/cdk/constructs/fact"

// Verdict is a route on which a task is not certain to be placed.
type Verdict struct {
	Fit
	Task  *Task
	Route Route

	// Part says that other pools of the strategy take their shares of the tasks,
	// and this one does not.
	Part bool
}

// Verdicts judges a task on all of its routes. Of several pools among which ECS
// chooses, the one that the task misses least speaks for all.
func (t *Task) Verdicts() []Verdict {
	var all []Verdict
	for _, r := range t.Routes() {
		d := &t.Demand
		if r.Service != nil {
			d = &r.Service.Demand
		}
		all = append(all, t.judge(r, d)...)
	}
	return all
}

func (t *Task) judge(r Route, d *Demand) []Verdict {
	var best Verdict
	var missed []Verdict
	daemon := r.Service != nil && r.Service.IsDaemon() != fact.No
	for i, s := range r.Shares {
		v := Verdict{Fit: s.Pool.fit(d, daemon), Task: t, Route: r, Part: true}
		if v.Placed != fact.Yes {
			missed = append(missed, v)
		}
		if i == 0 || v.Fit.better(best.Fit) {
			best = v
		}
	}
	switch {
	case len(missed) == 0:
		return nil
	case len(missed) == len(r.Shares):
		best.Part = false
		return []Verdict{best}
	case r.ByStrategy:
		return missed
	}
	return nil
}
