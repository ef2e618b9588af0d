package synthesis

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpenCaches(t *testing.T) {
	home := t.TempDir()
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", filepath.Join(home, "packages"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("NODE_COMPILE_CACHE", "")
	var stderr strings.Builder
	c := openCaches(&stderr)
	assert.Equal(t, filepath.Join(home, "cache", "ecsgpu", "validated"), c.passed)
	assert.Equal(t, map[string]string{"ECSGPU_COMPILE_CACHE": filepath.Join(home, "cache", "ecsgpu", "node")}, c.environment)
	assert.Empty(t, stderr.String())

	t.Setenv("NODE_COMPILE_CACHE", home)
	assert.Empty(t, openCaches(&stderr).environment["ECSGPU_COMPILE_CACHE"], "the user has chosen a place")
}

// Caches that others could have filled are not used, and that is said once.
func TestOpenCaches_rejects(t *testing.T) {
	home := t.TempDir()
	for variable, dir := range map[string]string{"JSII_RUNTIME_PACKAGE_CACHE_ROOT": "packages", "XDG_CACHE_HOME": "cache"} {
		path := filepath.Join(home, dir)
		t.Setenv(variable, path)
		require.NoError(t, os.Mkdir(path, 0o755))
		require.NoError(t, os.Chmod(path, 0o777))
	}
	t.Setenv("NODE_COMPILE_CACHE", "")
	var stderr strings.Builder
	c := openCaches(&stderr)
	assert.Empty(t, c.passed)
	assert.Equal(t, map[string]string{"ECSGPU_COMPILE_CACHE": "", "JSII_RUNTIME_PACKAGE_CACHE": "disabled"}, c.environment)
	assert.Equal(t, 1, strings.Count(stderr.String(), "\n"))
	assert.Contains(t, stderr.String(), "note: a cache is not used: "+filepath.Join(home, "cache"))
	assert.Contains(t, stderr.String(), "; others may write to "+filepath.Join(home, "packages"))
}

// Where there is no place for a cache, nothing is made and nothing said.
func TestOpenCaches_makesNoHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), "nobody")
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", home)
	var stderr strings.Builder
	c := openCaches(&stderr)
	assert.Empty(t, c.passed)
	assert.Equal(t, "disabled", c.environment["JSII_RUNTIME_PACKAGE_CACHE"])
	assert.Empty(t, stderr.String())
	assert.NoDirExists(t, home)
}
