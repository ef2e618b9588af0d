package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/internal/fleet"
)

// work is what a command allocates, which no other load on the machine changes.
type work struct{ objects, bytes float64 }

func (w work) String() string {
	return fmt.Sprintf("%.0f allocations of %.1f MB", w.objects, w.bytes/1e6)
}

// over returns how many times as much work w is as a smaller one.
func (w work) over(smaller work) work {
	return work{w.objects / smaller.objects, w.bytes / smaller.bytes}
}

// workOf runs a command line.
func workOf(t *testing.T, args []string) work {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	root := newRoot(output.New(io.Discard, io.Discard))
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	return work{float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)}
}

// TestGrowth fails when ten times the resources cost a command much more than
// ten times the work. plan and graph look at each task with each pool. From 100 to
// 1,000 resources these pairs grow a hundredfold, and after 62,500 no further:
// graph draws them, and plan keeps a figure for each.
func TestGrowth(t *testing.T) {
	linear := [2]float64{12, 12}
	for name, c := range map[string]struct {
		template func(resources int) []byte
		args     []string
		most     [2]float64 // how often the work may grow from 100 to 1,000 resources, and from there to 10,000
	}{
		"check":              {fleet.Clusters, []string{"check"}, linear},
		"check, one cluster": {fleet.OneCluster, []string{"check"}, linear},
		"plan":               {fleet.Clusters, []string{"plan"}, [2]float64{24, 12}},
		"graph":              {fleet.Clusters, []string{"graph"}, [2]float64{22, 10}},
		"graph, SVG":         {fleet.Clusters, []string{"graph", "--format", "svg"}, [2]float64{40, 10}},
		"simulate":           {fleet.Clusters, []string{"simulate", "--arrivals", fleet.Family(0) + "=60", "--duration", "30m"}, linear},
	} {
		t.Run(name, func(t *testing.T) {
			at := func(resources int) work {
				file := filepath.Join(t.TempDir(), "template.yaml")
				require.NoError(t, os.WriteFile(file, c.template(resources), 0o600))
				return workOf(t, append(c.args, "--no-limits", file))
			}
			at(10) // what a process reads once
			few, some, many := at(100), at(1000), at(10_000)
			for i, grown := range []work{some.over(few), many.over(some)} {
				assert.LessOrEqual(t, max(grown.objects, grown.bytes), c.most[i], "%v, %v and %v at 100, 1,000 and 10,000 resources", few, some, many)
			}
			t.Logf("at 100, 1,000 and 10,000 resources: %v, %v, %v", few, some, many)
		})
	}
}
