package tap

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNote(t *testing.T) {
	const requests = `{"api":"load"}
{"api":"create","fqn":"x"}
{"api":"get"}
{"api":"sget"}
{"api":"set"}
{"api":"sinvoke"}
{"complete":{}}
`
	log := filepath.Join(t.TempDir(), "log")
	var passed, kinds strings.Builder
	require.NoError(t, note(strings.NewReader(requests), &passed, &kinds))
	assert.Equal(t, requests, passed.String())
	require.NoError(t, os.WriteFile(log, []byte(kinds.String()), 0o644))

	t.Setenv(logFile, log)
	counts, err := Read()
	require.NoError(t, err)
	assert.Equal(t, Counts{Create: 1, Invoke: 1, Get: 2, Set: 1, Other: 2}, counts)
	assert.Equal(t, 7, counts.Total())
	assert.Equal(t, Counts{Get: 2, Set: 1, Other: 2}, counts.Minus(Counts{Create: 1, Invoke: 1}))
}

func TestNote_rejects(t *testing.T) {
	var discard strings.Builder
	require.Error(t, note(strings.NewReader("no JSON\n"), &discard, &discard))
}
