//go:build unix

package cloudassembly

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/internal/directories"
)

var stride = flag.Int("stride", 11, "kill at every operation that is a multiple of this")

// Each kind of directory is refused and stays as it is, or is replaced; a run
// that is killed in between leaves the old one or the new one.
func TestKinds(t *testing.T) {
	for _, kind := range append(directories.Kinds(), directories.Special()...) {
		for system, files := range systems {
			t.Run(kind.Name+", with "+system, func(t *testing.T) {
				for at := 0; ; at += *stride {
					if done := killedAt(t, kind, files, at); done {
						return
					}
				}
			})
		}
	}
}

// killedAt tells whether the run ended before the operation.
func killedAt(t *testing.T, kind directories.Kind, files files, at int) (ended bool) {
	t.Helper()
	parent := scratch(t)
	require.NoError(t, os.WriteFile(filepath.Join(parent, "canary"), []byte("work"), 0o644))
	target := filepath.Join(parent, "out")
	require.NoError(t, kind.Make(target))
	before, err := directories.Everything(parent)
	require.NoError(t, err)

	faulty := &faulty{files: files, at: at, event: func() error { return errKilled }}
	_ = replace(t, target, faulty)
	err = replace(t, target, files)
	after, lookErr := directories.Everything(parent)
	require.NoError(t, lookErr)
	if !kind.Replaceable {
		assert.Error(t, err)
		assert.Equal(t, before, after)
		return faulty.count < at || at == 0
	}
	require.NoError(t, err, "killed at %d", at)
	assert.Equal(t, filesOf("new"), names(t, target))
	assert.Equal(t, []string{"canary", "out"}, names(t, parent), "killed at %d", at)
	return at > 0 && faulty.count < at
}
