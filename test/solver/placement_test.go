//go:build solver

package solver

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	seed   = flag.Int("solver.seed", 1, "draw the cases of this seed")
	cases  = flag.Int("solver.cases", 500, "draw so many cases")
	report = flag.String("solver.report", "", "write what was found to this file, in JSON")
)

// allowedGap is the part of the tasks that the plan may leave waiting although
// they can run, on average over the cases.
const allowedGap = 0.05

// mostReduced is how many wrong cases are reduced, which takes seconds each.
const mostReduced = 5

// summary is what was found.
type summary struct {
	Seed     int `json:"seed"`
	Cases    int `json:"cases"`
	Proved   int `json:"proved"`   // cases of which the optimum is certain
	Families int `json:"families"` // counts of one family on one pool
	Faults   int `json:"faults"`   // cases that the plan has wrong

	// Fitting are the cases in which every task can run.
	Fitting gaps `json:"fitting"`
	// Beside compares with the most tasks that run if there are to be as many of
	// each family as the plan places.
	Beside gaps `json:"beside"`
	// Any compares with the most tasks of any family. The plan places large tasks
	// before small ones, so it is expected to have fewer where not all can run.
	Any gaps `json:"any"`
}

func TestPlacement(t *testing.T) {
	j := newJudge(t)
	s := summary{Seed: *seed, Cases: *cases}
	for number := range *cases {
		c := newDraw(*seed, number).mix()
		o := compare(t, j, c.template(), c.tasks)
		s.Families += o.families
		if o.verdict.Proved {
			s.Proved++
		}
		if len(o.faults) > 0 {
			s.Faults++
			if s.Faults <= mostReduced {
				c = reduce(t, j, c)
				o = compare(t, j, c.template(), c.tasks)
			}
			t.Errorf("seed %d, case %d:\n%s\n%s", *seed, number, strings.Join(o.faults, "\n"), keep(t, number, c))
			continue
		}
		if o.verdict.AtMax == o.verdict.Wanted {
			s.Fitting.add(number, o.placed, o.verdict.AtMax)
		}
		s.Beside.add(number, o.placed, *o.verdict.Beside)
		s.Any.add(number, o.placed, o.verdict.AtMax)
	}
	for _, g := range []*gaps{&s.Fitting, &s.Beside, &s.Any} {
		g.finish()
	}
	text, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	t.Logf("%s", text)
	if *report != "" {
		require.NoError(t, os.WriteFile(*report, append(text, '\n'), 0o644))
	}
	assert.LessOrEqual(t, s.Fitting.Mean, allowedGap, "the plan leaves tasks waiting though all can run")
	assert.LessOrEqual(t, s.Beside.Mean, allowedGap, "the plan leaves tasks waiting that can run beside the others")
	assert.Greater(t, s.Fitting.Cases, *cases/10, "there are too few cases in which all tasks can run")
	assert.Greater(t, s.Any.Cases-s.Fitting.Cases, *cases/10, "there are too few cases in which some tasks have to wait")
}

// outcome is what became of one case.
type outcome struct {
	placed   int
	verdict  verdict
	families int
	faults   []string
}

// compare holds the plan of a template against the judge.
func compare(t *testing.T, j *judge, template any, tasks map[string]int) outcome {
	t.Helper()
	p := planOf(t, template, tasks)
	v := j.ask(t, template, tasks, p.placed())
	o := outcome{placed: p.Mix.Placed, verdict: v}
	fault := func(format string, args ...any) { o.faults = append(o.faults, fmt.Sprintf(format, args...)) }
	switch {
	case p.Mix.Placed > v.AtMax:
		fault("the plan places %d tasks, at most %d can run", p.Mix.Placed, v.AtMax)
	case v.Beside == nil:
		fault("the plan places %v, which cannot run at once", p.placed())
	}
	if p.Mix.PlacedAtDesired > v.AtDesired {
		fault("the plan places %d tasks on the desired instances, at most %d can run", p.Mix.PlacedAtDesired, v.AtDesired)
	}
	planned := p.alone()
	daemons := daemonsOf(template)
	for _, want := range v.Families {
		if daemons[want.Family] {
			continue // one to an instance, whatever fits
		}
		o.families++
		got, counted := planned[want.Family+" on "+want.Pool]
		switch {
		case !counted:
			fault("the plan does not say how many of %s run on %s", want.Family, want.Pool)
		case want.Exact && got != want, got.AtDesired > want.AtDesired, got.AtMax > want.AtMax:
			fault("of %s on %s, the plan says %d run at desired and %d at most; it is %d and %d",
				want.Family, want.Pool, got.AtDesired, got.AtMax, want.AtDesired, want.AtMax)
		}
	}
	return o
}

// daemonsOf are the families that daemon services run.
func daemonsOf(template any) map[string]bool {
	resources := template.(object)["Resources"].(object)
	daemons := map[string]bool{}
	for _, r := range resources {
		properties := r.(object)["Properties"].(object)
		if properties["SchedulingStrategy"] != "DAEMON" {
			continue
		}
		task := resources[properties["TaskDefinition"].(object)["Ref"].(string)].(object)
		daemons[task["Properties"].(object)["Family"].(string)] = true
	}
	return daemons
}

// keep writes a case beside the report and returns it.
func keep(t *testing.T, number int, c drawn) string {
	t.Helper()
	text, err := json.MarshalIndent(example{Tasks: c.tasks, Template: c.template()}, "", "  ")
	require.NoError(t, err)
	if *report != "" {
		name := fmt.Sprintf("solver-%d-%d.json", *seed, number)
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(*report), name), append(text, '\n'), 0o644))
	}
	return fmt.Sprintf("%+v", c)
}
