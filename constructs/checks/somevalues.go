package checks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// misplaced returns the findings on tasks that are not placed. One that a service runs with the
// defaults is an error, whatever holds for other values, because the deployment
// waits for it. Of others one info says for which values they are placed; when
// no value helps they are errors too.
func (m *merger) misplaced() []Finding {
	var all []Finding
	for _, id := range slices.Sorted(maps.Keys(m.tasks)) {
		found := m.tasks[id]
		var some []Finding
		if !found.byDefault || found.findings[0].byHand {
			some = m.someValues(found)
		}
		if len(some) == 0 {
			for _, f := range found.findings {
				some = append(some, m.qualify(f, found, m.when(found)))
			}
		}
		all = append(all, some...)
	}
	return all
}

func (m *merger) someValues(found *merged) []Finding {
	t := found.task
	rule, _ := Lookup(someValuesID)
	r := &report{rule: &rule}
	subject := taskName(t)
	for _, p := range m.t.Parameters {
		misses, undecided := found.in(p), m.open(t, p)
		if len(m.tried[p.Name]) == 0 || len(misses) == 0 {
			continue
		}
		fits := slices.DeleteFunc(slices.Clone(p.AllowedValues), func(v string) bool {
			return slices.Contains(misses, v) || slices.Contains(undecided, v)
		})
		if len(fits) == 0 {
			continue
		}
		why := slices.MinFunc(found.findings, func(a, b Finding) int { return cmp.Compare(position(a.ID), position(b.ID)) })
		f := r.add(t.Item, why.Place, "%s %s%s", subject, fitsFor(p, fits, misses, found.byDefault), strings.TrimPrefix(why.Message, subject))
		f.Default = found.byDefault
	}
	findings := make([]Finding, len(r.findings))
	for i, f := range r.findings {
		findings[i] = *f
	}
	return findings
}

// open returns the values of a parameter with which it cannot be said whether a
// task is placed.
func (m *merger) open(t *placement.Task, p cloudformation.Parameter) []string {
	var values []string
	for _, c := range m.undecided[t.LogicalID] {
		switch {
		case c.parameter == p.Name:
			values = append(values, c.value)
		case c.parameter == "" && p.HasDefault:
			values = append(values, p.Default)
		}
	}
	return values
}

// fitsFor returns the beginning of a sentence that ends in why the task does not fit
// for one of the values that miss.
func fitsFor(p cloudformation.Parameter, fits, misses []string, byDefault bool) string {
	const shown = 30
	switch {
	case byDefault:
		return fmt.Sprintf("fits for %s = %s; with the default %s it", p.Name, some(fits, shown), p.Default)
	case len(misses) <= len(fits):
		return fmt.Sprintf("does not fit for %s = %s; with %s it", p.Name, some(misses, shown), misses[0])
	}
	return fmt.Sprintf("fits for %s = %s only; with %s it", p.Name, some(fits, shown), misses[0])
}
