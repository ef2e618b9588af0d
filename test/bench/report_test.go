package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReport(t *testing.T) {
	r := report{Rounds: 3, Go: "go1.26", Node: "v24", CDK: "v2", CPUs: 2, OS: "linux/amd64"}
	fast := r.add("part", "fast", []sample{{wall: time.Second, cpu: time.Second}, {wall: 9 * time.Second, cpu: 9 * time.Second}, {wall: 2 * time.Second, cpu: 2 * time.Second}})
	slow := r.add("part", "slow", []sample{{wall: 4 * time.Second, cpu: 8 * time.Second}})
	assert.Equal(t, 2.0, fast.WallSeconds, "the median")
	assert.Equal(t, 1.0, (&report{}).addLeast("part", "fast", []sample{{wall: 9 * time.Second}, {wall: time.Second}}).WallSeconds)
	r.compare("kept", fast, slow, 0.5)
	r.compare("broken", slow, fast, 1)
	table := r.table()
	assert.Regexp(t, `kept +│ 0\.50 │ 0\.25 │ at most 0\.50 │ kept`, table)
	assert.Regexp(t, `broken +│ 2\.00 │ 4\.00 │ at most 1\.00 │ BROKEN`, table)

	path := filepath.Join(t.TempDir(), "deep", "bench.json")
	require.NoError(t, r.write(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"name": "fast"`)
}
