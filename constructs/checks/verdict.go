package checks

import (
	"fmt"
	"slices"
)

// verdict is a task that is not placed where it is sent, in one dimension.
type verdict struct {
	misfit
	task    *task
	message string
	bare    bool
}

// verdicts judges every task on all of its routes, once.
func (s *survey) verdicts() []verdict {
	if s.done {
		return s.judged
	}
	s.done = true
	for _, t := range s.tasks {
		for _, r := range t.routes {
			s.judge(t, r)
		}
	}
	return s.judged
}

// undecided are the tasks of which nobody can say whether they are placed.
func (s *survey) undecided() []string {
	var tasks []string
	for _, t := range s.tasks {
		if slices.ContainsFunc(t.routes, func(r route) bool { return !r.sure }) {
			tasks = append(tasks, t.LogicalID)
		}
	}
	return tasks
}

// judge adds the verdicts on one route. Of several pools the one that the task
// misses least speaks for all, unless a strategy hands each its share.
func (s *survey) judge(t *task, r route) {
	if !r.sure {
		return
	}
	d := t.demand
	if r.service != nil {
		d.constrain(r.service.PlacementConstraints)
	}
	var best poolFit
	var missed []poolFit
	for i, p := range r.pools {
		f := p.fit(d)
		if len(f.misfits) > 0 {
			missed = append(missed, f)
		}
		if i == 0 || f.better(best) {
			best = f
		}
		if len(best.misfits) == 0 && !r.every {
			return
		}
	}
	switch {
	case len(best.misfits) > 0:
		s.decide(t, r, best, len(r.pools), Error)
	case r.every:
		for _, f := range missed {
			s.decide(t, r, f, 1, Warning)
		}
	}
}

// decide turns the misfits of one pool into verdicts, no worse than a severity.
func (s *survey) decide(t *task, r route, f poolFit, pools int, worst Severity) {
	for _, m := range f.misfits {
		if m.severity.WorseThan(worst) {
			m.severity = worst
		}
		if m.fix == "" {
			m.fix = s.advice.fitting(t.demand, m, f.option)
		}
		s.judged = append(s.judged, verdict{misfit: m, task: t, bare: r.service == nil,
			message: t.says(m, r, f, pools, worst)})
	}
}

// says is the message of a misfit.
func (t *task) says(m misfit, r route, f poolFit, pools int, worst Severity) string {
	where := "of " + f.pool.speaks()
	if pools > 1 {
		where += fmt.Sprintf(" (the nearest of %d pools that it can be sent to)", pools)
	}
	instance := f.option.instance.Name
	if m.instance != "" {
		instance = m.instance
	}
	message := fmt.Sprintf("%s %s, but %s %s %s", t.speaks(), m.asks, instance, where, m.has)
	if r.service != nil {
		message += fmt.Sprintf("; %s runs it there", r.service.speaks())
		if worst != Error {
			message += " with its share of the capacity provider strategy"
		}
	}
	return message
}

// poolFit is how a task fits in a pool.
type poolFit struct {
	pool    *pool
	option  option
	misfits []misfit
}

// better compares by errors, then by warnings, then by having GPUs at all.
func (f poolFit) better(g poolFit) bool {
	return slices.Compare(f.distance(), g.distance()) < 0
}

func (f poolFit) distance() []int {
	strange := 0
	for _, m := range f.misfits {
		if m.dimension == inGPUs && !f.option.instance.IsNVIDIA() {
			strange = 1
		}
	}
	return []int{f.errors() + strange, len(f.misfits), strange}
}

func (f poolFit) errors() int {
	n := 0
	for _, m := range f.misfits {
		if m.severity == Error {
			n++
		}
	}
	return n
}

// fit judges a task in a pool: it does not fit when it fits on no type, and not
// either when managed scaling decides and it fits on some types only.
func (p *pool) fit(d demand) poolFit {
	var best, worst poolFit
	for i, o := range p.options {
		f := poolFit{pool: p, option: o, misfits: o.misfits(d)}
		if i == 0 || f.better(best) {
			best = f
		}
		if i == 0 || worst.better(f) {
			worst = f
		}
	}
	if best.errors() > 0 || worst.errors() == 0 || p.managedScaling() != "yes" {
		return best
	}
	best.misfits = append(best.misfits, p.mixed(best, worst))
	return best
}

// mixed is the misfit with a pool of several types that managed scaling does
// not grow, because it judges the pool by its smallest type.
func (p *pool) mixed(best, worst poolFit) misfit {
	first := worst.misfits[0]
	m := misfit{dimension: inMixedTypes, severity: Error, place: first.place, asks: first.asks,
		instance: worst.option.instance.Name,
		has:      fmt.Sprintf("%s, and managed scaling judges a pool by its smallest type although %s would do", first.has, best.option.instance.Name),
		fix:      "give each shape of instance a pool and a capacity provider of its own"}
	if least, known := p.Min.Get(); !known || least > 0 {
		m.severity = Warning // an instance of the larger type may be running
	}
	return m
}

// verdict reports a verdict.
func (r *report) verdict(v verdict) {
	f := r.add(v.task.Item, v.place, "%s", v.message).as(v.severity).fix("%s", v.fix)
	if v.reason != "" {
		f.Reason = v.reason
	}
	if v.source != "" {
		f.Source = v.source
	}
	f.task, f.bare = v.task.LogicalID, v.bare
}
