//go:build solver

package solver

import (
	"cmp"
	"fmt"
	"slices"
)

// gaps is by how much plans fall short of an optimum.
type gaps struct {
	Cases     int            `json:"cases"` // those in which some task can run
	AtOptimum int            `json:"atOptimum"`
	Mean      float64        `json:"mean"`
	Bands     map[string]int `json:"bands"` // cases by gap
	Worst     []gap          `json:"worst"`

	all []gap
}

// gap is the part of the optimum that one plan leaves waiting.
type gap struct {
	Case    int     `json:"case"`
	Placed  int     `json:"placed"`
	Optimum int     `json:"optimum"`
	Part    float64 `json:"part"`
}

func (g *gaps) add(number, placed, optimum int) {
	if optimum > 0 {
		g.all = append(g.all, gap{number, placed, optimum, 1 - float64(placed)/float64(optimum)})
	}
}

// finish calculates the distribution.
func (g *gaps) finish() {
	g.Cases, g.Bands = len(g.all), map[string]int{}
	for _, each := range g.all {
		g.Mean += each.Part / float64(g.Cases)
		g.Bands[band(each.Part)]++
		if each.Placed == each.Optimum {
			g.AtOptimum++
		}
	}
	slices.SortStableFunc(g.all, func(a, b gap) int { return cmp.Compare(b.Part, a.Part) })
	g.Worst = g.all[:min(3, len(g.all))]
}

func band(part float64) string {
	for _, percent := range []int{0, 1, 2, 5, 10, 20, 50} {
		if part <= float64(percent)/100 {
			return fmt.Sprintf("at most %2d %%", percent)
		}
	}
	return "more than 50 %"
}
