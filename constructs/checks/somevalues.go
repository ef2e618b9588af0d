package checks

import (
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/template"
)

// misplaced are the tasks without a service that are not placed: the errors of
// the rule that says why when no value helps, else one info that says for which
// values they are placed.
func (m *merger) misplaced() []Finding {
	var all []Finding
	for _, t := range m.base.TaskDefinitions {
		found := m.tasks[t.LogicalID]
		if found == nil {
			continue
		}
		some := m.someValues(t, found)
		if len(some) == 0 {
			some = found.findings
		}
		all = append(all, some...)
	}
	return all
}

func (m *merger) someValues(t *inventory.TaskDefinition, found *merged) []Finding {
	r := &report{}
	r.rule, _ = Lookup(someValuesID)
	for _, p := range m.t.Parameters {
		misses := found.in(p)
		if len(misses) == 0 || m.always(found, p.Name) {
			continue
		}
		why := found.findings[0]
		f := r.add(t.Item, why.Place, "%s: %s", fitsFor(p, misses, found.byDefault), why.Message)
		f.Default = found.byDefault
	}
	findings := make([]Finding, len(r.findings))
	for i, f := range r.findings {
		findings[i] = *f
	}
	return findings
}

// fitsFor names the values that fit or those that do not, whichever are fewer.
func fitsFor(p template.Parameter, misses []string, byDefault bool) string {
	const shown = 30
	fits := slices.DeleteFunc(slices.Clone(p.AllowedValues), func(v string) bool { return slices.Contains(misses, v) })
	switch {
	case byDefault:
		return fmt.Sprintf("fits for %s = %s, not for the default %s", p.Name, some(fits, shown), p.Default)
	case len(misses) <= len(fits):
		return fmt.Sprintf("does not fit for %s = %s", p.Name, some(misses, shown))
	}
	return fmt.Sprintf("fits for %s = %s only", p.Name, some(fits, shown))
}
