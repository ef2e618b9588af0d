//go:build solver

package solver

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var singles = flag.Int("solver.singles", 300, "draw so many single tasks")

// more are the rules on fitting that do not say that a task fits nothing: they
// are on many tasks, or on the values of a parameter.
var more = []string{
	"ecsgpu-fit-service-count", "ecsgpu-fit-port-count", "ecsgpu-fit-network-interfaces", "ecsgpu-fit-some-values",
}

// An image without the driver leaves an instance without GPUs, which check says
// of the image.
const withoutDriver = "ecsgpu-image-no-gpu-driver"

// Check, plan and solver agree on whether a task can run at all.
func TestNowhere(t *testing.T) {
	j := newJudge(t)
	placed, nowhere := 0, 0
	for number := range *singles {
		c := newDraw(*seed, -1-number).single()
		runs, faults := c.place(t, j)
		for _, fault := range faults {
			t.Errorf("seed %d, task %d: %s\n%+v", *seed, number, fault, c)
		}
		if runs {
			placed++
		} else {
			nowhere++
		}
	}
	t.Logf("%d tasks can run, %d cannot", placed, nowhere)
	assert.Greater(t, placed, *singles/5, "too few tasks can run")
	assert.Greater(t, nowhere, *singles/5, "too few tasks cannot run")
}

// place reports whether the task can run, and who says otherwise.
func (d drawn) place(t *testing.T, j *judge) (runs bool, faults []string) {
	t.Helper()
	v := j.ask(t, d.template(), map[string]int{d.families[0].name: 1}, nil)
	runs = slices.ContainsFunc(v.Families, func(a alone) bool { return a.AtMax > 0 })
	planned := len(planOf(t, d.template(), nil).Nowhere) == 0
	var never, image []string
	for _, f := range findingsOf(t, d.template()) {
		switch {
		case f.Severity == "info" || slices.Contains(more, f.ID):
		case strings.HasPrefix(f.ID, "ecsgpu-fit-"):
			never = append(never, f.ID)
		case f.ID == withoutDriver:
			image = append(image, f.ID)
		}
	}
	switch {
	case planned && !runs:
		faults = append(faults, "the plan has a place, the solver has none")
	case !planned && runs:
		faults = append(faults, "the solver has a place, the plan has none")
	}
	switch {
	case planned && len(never) > 0:
		faults = append(faults, "the plan has a place, and check says "+strings.Join(never, ", "))
	case !planned && len(never)+len(image) == 0:
		faults = append(faults, "the plan has no place, and check says nothing")
	}
	return runs, faults
}
