package render

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// mostAlike is how many pools that a page says the same of have a line each.
const mostAlike = 3

// alikePools are pools by what a page says of them. A template may have hundreds
// of pools with the same figures, and a line for each task on each of them would
// hide the others. JSON has them all.
type alikePools[S comparable] map[S][]string

func (a alikePools[S]) add(said S, pool string) { a[said] = append(a[said], pool) }

// next returns what to call the pool of the next line. It is empty when an
// earlier line was about this pool, too.
func (a alikePools[S]) next(said S, pool string) string {
	pools := a[said]
	switch {
	case len(pools) == 0:
		return ""
	case len(pools) <= mostAlike:
		return pool
	}
	a[said] = nil
	return fmt.Sprintf("%s, %s and %d more", pools[0], pools[1], len(pools)-2)
}

// taskFigures are what the line of a task says beside the pool.
type taskFigures struct {
	family           string
	gpus             float64
	gpuMemory        int
	cpu, memory      int
	atDesired, atMax fact.Value[int]
	limitedBy        placement.Limit
}

func figuresOf(t sizing.TaskPlan) taskFigures {
	return taskFigures{
		t.Family, t.GPUs, t.SharedGPUMemoryMiB, t.CPUUnits, t.MemoryMiB,
		t.ConcurrentAtDesired, t.ConcurrentAtMax, t.LimitedBy,
	}
}
