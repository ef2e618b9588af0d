//go:build unix && !darwin

package usercache

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDir(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	dir, err := Dir("node")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(home, ".cache", "ecsgpu", "node"), dir)

	// A directory that the user named may be created, outside of the home too.
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "new"))
	t.Setenv("HOME", filepath.Join(home, "nowhere"))
	dir, err = Dir("validated")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(home, "new", "ecsgpu", "validated"), dir)
}

func TestDir_rejects(t *testing.T) {
	home := filepath.Join(t.TempDir(), "nowhere")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	_, err := Dir()
	assert.ErrorContains(t, err, home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	_, err = Dir()
	assert.Error(t, err)
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	_, err = Dir()
	assert.EqualError(t, err, "neither HOME nor XDG_CACHE_HOME says where the cache directory is")
}
