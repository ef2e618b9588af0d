package checks

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// maxWork bounds what all variants of a template cost together: resources, and
// a part of the pairs of tasks and types.
const maxWork = 200_000

// untried says that not all values were tried; empty when they were.
func (m *merger) untried() string {
	tried := 0
	for _, values := range m.tried {
		tried += len(values)
	}
	if m.work <= maxWork && m.values <= m.limit || tried >= m.values {
		return ""
	}
	return fmt.Sprintf("only the first %d of %d other values that parameters allow were tried; give parameters a value to check it", tried, m.values)
}

// problems returns what the reader of the template noticed, and what was not looked at.
func problems(t *cloudformation.Template, unlooked ...string) []Finding {
	rule, _ := Lookup(problemID)
	r := &report{rule: &rule}
	for _, message := range unlooked {
		if message != "" {
			r.add(inventory.Item{}, inventory.Place{File: t.Name, Line: 1}, "%s", message).as(Info).
				because("the work on one template is bounded, so that no template keeps a check busy.", rule.Source).fix("check it in parts.")
		}
	}
	for _, p := range t.Problems {
		r.add(inventory.Item{Place: p.Place}, p.Place, "%s", p.Message)
	}
	findings := make([]Finding, len(r.findings))
	for i, f := range r.findings {
		f.Place.File = t.Name
		findings[i] = *f
	}
	return findings
}

// mergeKey is what makes findings under different values the same.
type mergeKey struct {
	id, logicalID, path string
}

// merged is what one rule says at one place under all values.
type merged struct {
	findings  []Finding // those of the default, else of the first value
	byDefault bool
	values    map[string][]string // for which it holds, by parameter
	task      *placement.Task
}

type merger struct {
	work          int    // see maxWork
	values, limit int    // to try, and that are tried at most
	left          string // what was not judged, see placement.View.Left

	t      *cloudformation.Template
	advice adviser
	tried  map[string][]string // values by parameter, without the default
	order  []mergeKey
	byKey  map[mergeKey]*merged
	tasks  map[string]*merged // tasks that are not placed, by logical id

	undecided map[string][]choice // under which it cannot be said whether they are
}

func newMerger(t *cloudformation.Template) *merger {
	return &merger{t: t, advice: adviser{}, tried: map[string][]string{}, byKey: map[mergeKey]*merged{}, tasks: map[string]*merged{}, undecided: map[string][]choice{}}
}

// workPairs is how many pairs of a route and an instance type cost as much as a
// resource.
const workPairs = 8

func (m *merger) add(v fromtemplate.Variant) {
	if v.Parameter != "" {
		m.tried[v.Parameter] = append(m.tried[v.Parameter], v.Value)
	}
	s := newSurvey(placement.NewView(v.Inventory))
	s.advice = m.advice
	m.work += len(m.t.Resources) + s.Pairs()/workPairs
	if v.Parameter == "" {
		m.values, m.limit, m.left = v.Values, v.Limit, s.Left()
	}
	byKey, order := map[mergeKey][]Finding{}, []mergeKey{}
	byTask := map[string][]Finding{}
	for _, f := range s.apply(rules) {
		if f.task != "" && f.Severity == Error {
			byTask[f.task] = append(byTask[f.task], f)
			continue
		}
		key := mergeKey{f.ID, f.Place.LogicalID, f.Place.Path}
		if byKey[key] == nil {
			order = append(order, key)
		}
		byKey[key] = append(byKey[key], f)
	}
	for _, key := range order {
		if m.byKey[key] == nil {
			m.byKey[key] = newMerged(v, byKey[key])
			m.order = append(m.order, key)
		}
		m.byKey[key].hold(v)
	}
	for _, task := range slices.Sorted(maps.Keys(byTask)) {
		findings := byTask[task]
		if m.tasks[task] == nil {
			m.tasks[task] = newMerged(v, findings)
			m.tasks[task].task = s.TaskByID(task)
		}
		m.tasks[task].hold(v)
	}
	for task := range s.undecided() {
		m.undecided[task] = append(m.undecided[task], choice{v.Parameter, v.Value})
	}
}

// choice is a value of a parameter.
type choice struct{ parameter, value string }

func newMerged(v fromtemplate.Variant, findings []Finding) *merged {
	return &merged{findings: findings, byDefault: v.Parameter == "", values: map[string][]string{}}
}

func (f *merged) hold(v fromtemplate.Variant) {
	if v.Parameter != "" {
		f.values[v.Parameter] = append(f.values[v.Parameter], v.Value)
	}
}

func (m *merger) findings() []Finding {
	var all []Finding
	for _, key := range m.order {
		found := m.byKey[key]
		when := m.when(found)
		for _, f := range found.findings {
			all = append(all, m.qualify(f, found, when))
		}
	}
	return append(all, m.misplaced()...)
}

// qualify says of a finding when it holds, and makes it milder if that is not by
// default.
func (m *merger) qualify(f Finding, found *merged, when []When) Finding {
	f.When, f.Default = when, found.byDefault
	if !found.byDefault && !m.inevitable(found) {
		f.Severity = f.Severity.lower()
	}
	return f
}

// when returns for which values a finding holds; nil when it holds for all.
func (m *merger) when(found *merged) []When {
	var when []When
	for _, p := range m.t.Parameters {
		if m.always(found, p.Name) {
			continue
		}
		if values := found.in(p); len(values) > 0 {
			when = append(when, When{Parameter: p.Name, Values: values})
		}
	}
	return when
}

// always reports whether a finding holds whatever value one parameter has.
func (m *merger) always(found *merged, parameter string) bool {
	return found.byDefault && len(found.values[parameter]) == len(m.tried[parameter])
}

// inevitable reports whether a finding holds for every value of a parameter that has
// no default, so that somebody must choose one of them.
func (m *merger) inevitable(found *merged) bool {
	return slices.ContainsFunc(m.t.Parameters, func(p cloudformation.Parameter) bool {
		return !p.HasDefault && len(m.tried[p.Name]) > 0 && len(found.values[p.Name]) == len(m.tried[p.Name])
	})
}

// in returns the values of a parameter for which it holds, in the order of the
// template.
func (f *merged) in(p cloudformation.Parameter) []string {
	var values []string
	for _, v := range p.AllowedValues {
		if slices.Contains(f.values[p.Name], v) || f.byDefault && p.HasDefault && v == p.Default {
			values = append(values, v)
		}
	}
	return values
}
