//go:build solver

package solver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// program is the built command; ECSGPU names another build.
func program() string {
	if built := os.Getenv("ECSGPU"); built != "" {
		return built
	}
	return "../../bin/ecsgpu"
}

// plan is what the judge reads of the command's answer.
type plan struct {
	Pools []struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		LargestTask struct {
			GPUMemoryMiB int `json:"gpuMemoryMiB"`
			MemoryMiB    int `json:"memoryMiB"`
		} `json:"largestTask"`
	} `json:"pools"`
	Tasks []struct {
		Family              string `json:"family"`
		Pool                string `json:"pool"`
		ConcurrentAtDesired *int   `json:"concurrentAtDesired"`
		ConcurrentAtMax     *int   `json:"concurrentAtMax"`
	} `json:"tasks"`
	Mix struct {
		Placed          int `json:"placed"`
		PlacedAtDesired int `json:"placedAtDesired"`
		Tasks           []struct {
			Family string `json:"family"`
			Placed int    `json:"placed"`
		} `json:"tasks"`
	} `json:"mix"`
	Nowhere []struct {
		Family string `json:"family"`
	} `json:"nowhere"`
}

// placed returns the tasks that the plan places, by family.
func (p plan) placed() map[string]int {
	placed := map[string]int{}
	for _, row := range p.Mix.Tasks {
		placed[row.Family] += row.Placed
	}
	return placed
}

// alone returns how many tasks of each family run alone on each pool, as far as
// the plan knows.
func (p plan) alone() map[string]alone {
	ids := map[string]string{}
	for _, each := range p.Pools {
		ids[each.Name] = each.ID
	}
	rows := map[string]alone{}
	for _, row := range p.Tasks {
		if row.ConcurrentAtDesired != nil && row.ConcurrentAtMax != nil {
			rows[row.Family+" on "+ids[row.Pool]] = alone{row.Family, ids[row.Pool], *row.ConcurrentAtDesired, *row.ConcurrentAtMax, true}
		}
	}
	return rows
}

type finding struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// run gives the command a template and returns its answer.
func run[Answer any](t *testing.T, template any, args ...string) (answer Answer) {
	t.Helper()
	text, err := json.Marshal(template)
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program(), append(args, "--format", "json", "-")...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1 says that tasks wait
		require.NoError(t, err, "%s\n%s", stderr.String(), text)
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &answer), "%s", stdout.String())
	return answer
}

func planOf(t *testing.T, template any, tasks map[string]int) plan {
	t.Helper()
	args := []string{"plan"}
	for _, name := range sortedKeys(tasks) {
		args = append(args, fmt.Sprintf("--task=%s=%d", name, tasks[name]))
	}
	return run[plan](t, template, args...)
}

func findingsOf(t *testing.T, template any) []finding {
	t.Helper()
	return run[struct{ Findings []finding }](t, template, "check").Findings
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
