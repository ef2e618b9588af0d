//go:build solver

package solver

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// judge is the solver's process, which answers one case after another.
type judge struct {
	in         io.WriteCloser
	out        *bufio.Scanner
	registered map[string]registration
}

// registration is the memory that an instance registers with ECS. Nobody knows
// it before the instance runs, so that it is the command's own estimate.
type registration struct {
	MemoryMiB    int `json:"memoryMiB"`
	GPUMemoryMiB int `json:"gpuMemoryMiB"`
}

type question struct {
	Template   any                     `json:"template"`
	Tasks      map[string]int          `json:"tasks"`
	Placed     map[string]int          `json:"placed"`
	Registered map[string]registration `json:"registered"`
}

type verdict struct {
	Error     string  `json:"error"`
	Wanted    int     `json:"wanted"`
	AtDesired int     `json:"atDesired"` // no more tasks can run on the desired instances
	AtMax     int     `json:"atMax"`     // nor on all that may start
	Beside    *int    `json:"beside"`    // nor if they are to be as many of each family as were placed; nil if that many cannot run
	Proved    bool    `json:"proved"`    // and so many can run
	Families  []alone `json:"families"`
}

// alone is how many tasks of a family run that have a pool to themselves.
type alone struct {
	Family    string `json:"family"`
	Pool      string `json:"pool"` // logical id
	AtDesired int    `json:"atDesired"`
	AtMax     int    `json:"atMax"`
	Exact     bool   `json:"exact"` // of a pool of several types: the same on each
}

func newJudge(t *testing.T) *judge {
	t.Helper()
	python := "../../.venv-solver/bin/python"
	if other := os.Getenv("SOLVER_PYTHON"); other != "" {
		python = other
	}
	cmd := exec.Command(python, "-m", "judge")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, in.Close())
		require.NoError(t, cmd.Wait())
	})
	j := &judge{in: in, out: bufio.NewScanner(out), registered: map[string]registration{}}
	j.out.Buffer(nil, 1<<20)
	for _, types := range []map[string]size{plain, accelerated} {
		for _, name := range sortedKeys(types) {
			j.registered[name] = registrationOf(t, name)
		}
	}
	return j
}

// registrationOf asks the plan of a pool without tasks for its memory.
func registrationOf(t *testing.T, instanceType string) registration {
	t.Helper()
	empty := drawn{pools: []pool{{instanceType: instanceType, max: 1}}}
	largest := planOf(t, empty.template(), nil).Pools[0].LargestTask
	require.Positive(t, largest.MemoryMiB, instanceType)
	return registration{MemoryMiB: largest.MemoryMiB, GPUMemoryMiB: largest.GPUMemoryMiB}
}

// ask judges a case. placed are the tasks that the plan placed, by family.
func (j *judge) ask(t *testing.T, template any, tasks, placed map[string]int) (v verdict) {
	t.Helper()
	require.NoError(t, json.NewEncoder(j.in).Encode(question{template, tasks, placed, j.registered}))
	require.True(t, j.out.Scan(), "the solver ended: %v", j.out.Err())
	require.NoError(t, json.Unmarshal(j.out.Bytes(), &v))
	require.Empty(t, v.Error, "the solver cannot read the case")
	return v
}
