package process

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseStat(t *testing.T) {
	for name, test := range map[string]struct {
		stat string
		want int
		ok   bool
	}{
		"a plain name":                {"12 (node) S 7 12 12 0", 7, true},
		"a name with spaces and dots": {"12 (node (dead) 1) Z 7 12", 7, true},
		"cut short":                   {"12 (node) S", 0, false},
		"nothing":                     {"", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			parent, ok := parseStat([]byte(test.stat))
			assert.Equal(t, test.ok, ok)
			assert.Equal(t, test.want, parent)
		})
	}
}

func TestParseProcessList(t *testing.T) {
	assert.Equal(t, map[int]int{12: 7, 13: 12}, parseProcessList([]byte("   12     7\n   13    12\n  PID  PPID\n\n")))
}

func TestDescends(t *testing.T) {
	parents := map[int]int{10: 5, 11: 10, 12: 11, 20: 1, 30: 31, 31: 30}
	assert.True(t, descends(10, 5, parents))
	assert.True(t, descends(12, 5, parents))
	assert.False(t, descends(20, 5, parents), "a child of init")
	assert.False(t, descends(30, 5, parents), "a cycle")
	assert.False(t, descends(99, 5, parents), "a process that is not listed")
}

func TestProcessParents_knowsOurChildren(t *testing.T) {
	child := exec.Command("sleep", "30")
	require.NoError(t, child.Start())
	assert.Equal(t, os.Getpid(), processParents()[child.Process.Pid])
	KillDescendants()
	assert.Error(t, child.Wait(), "killed")
}
