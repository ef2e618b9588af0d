//go:build solver

package solver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// example is a template with the tasks that are to run at once.
type example struct {
	// Reason says what ECS does, and where that is documented.
	Reason   string         `json:"reason,omitempty"`
	Tasks    map[string]int `json:"tasks,omitempty"`
	Template object         `json:"template"`
}

// The examples are clusters of which AWS's documents say how many tasks run.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	j := newJudge(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var e example
			require.NoError(t, json.Unmarshal(text, &e))
			o := compare(t, j, e.Template, e.Tasks)
			assert.Empty(t, o.faults, e.Reason)
		})
	}
}
