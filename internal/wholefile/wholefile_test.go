package wholefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	require.NoError(t, os.WriteFile(old, []byte("before"), 0o600))
	require.NoError(t, os.Symlink("old", filepath.Join(dir, "link")))
	for _, name := range []string{"new", "old", "link"} {
		require.NoError(t, Write(filepath.Join(dir, name), []byte(name)))
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, name, string(text))
	}
	info, err := os.Stat(old)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "an old file keeps its mode")
	text, err := os.ReadFile(old)
	require.NoError(t, err)
	assert.Equal(t, "link", string(text), "a link is written through")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3)
}

func TestWrite_failures(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "directory"), 0o755))
	for _, path := range []string{filepath.Join(dir, "directory"), filepath.Join(dir, "missing", "file"), "/proc/file"} {
		err := Write(path, []byte("x"))
		assert.ErrorContains(t, err, path)
		assert.NotContains(t, err.Error(), ".ecsgpu-")
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		assert.Error(t, Write("/dev/full", []byte("x")))
		assert.FileExists(t, "/dev/full")
	}
}
