package synthesis

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUsablePackageCache(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, c := range map[string]struct {
		root, home string
		usable     bool
	}{
		"a cache that can be made":       {filepath.Join(dir, "new", "cache"), "", true},
		"a cache that cannot be made":    {filepath.Join(file, "cache"), "", false},
		"a home without a place for one": {"", file, false},
		"a home that is not there":       {"", filepath.Join(dir, "nobody"), false},
		"no home":                        {"", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", c.root)
			t.Setenv("HOME", c.home)
			usable, err := usablePackageCache()
			assert.NoError(t, err)
			assert.Equal(t, c.usable, usable)
		})
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing is made")
}

func TestOpenCaches(t *testing.T) {
	home := t.TempDir()
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", filepath.Join(home, "packages"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("NODE_COMPILE_CACHE", "")
	c := openCaches(io.Discard)
	assert.Equal(t, filepath.Join(home, "cache", "ecsgpu", "validated"), c.passed)
	assert.Equal(t, map[string]string{"ECSGPU_COMPILE_CACHE": filepath.Join(home, "cache", "ecsgpu", "node")}, c.environment)
	for _, path := range []string{"cache", "cache/ecsgpu", "cache/ecsgpu/node"} {
		info, err := os.Stat(filepath.Join(home, path))
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), path)
	}
}

// A cache that others could have filled is not used, and that is said once.
func TestOpenCaches_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		prepare func(t *testing.T, cache string)
		want    string
	}{
		"a cache open to all": {func(t *testing.T, cache string) {
			require.NoError(t, os.MkdirAll(filepath.Join(cache, "ecsgpu"), 0o755))
			require.NoError(t, os.Chmod(filepath.Join(cache, "ecsgpu"), 0o777))
		}, "others may write to "},
		"a cache in a directory open to all": {func(t *testing.T, cache string) {
			require.NoError(t, os.Mkdir(cache, 0o755))
			require.NoError(t, os.Chmod(cache, 0o777))
		}, "others may write to it; set XDG_CACHE_HOME"},
		"a link": {func(t *testing.T, cache string) {
			require.NoError(t, os.MkdirAll(filepath.Join(cache, "elsewhere"), 0o755))
			require.NoError(t, os.Symlink("elsewhere", filepath.Join(cache, "ecsgpu")))
		}, "is a symbolic link"},
		"links in it": {func(t *testing.T, cache string) {
			require.NoError(t, os.MkdirAll(filepath.Join(cache, "ecsgpu"), 0o755))
			for _, each := range []string{"node", "validated"} {
				require.NoError(t, os.Symlink("/tmp", filepath.Join(cache, "ecsgpu", each)))
			}
		}, "is a symbolic link"},
		"another user's": {func(t *testing.T, cache string) {
			require.NoError(t, os.MkdirAll(filepath.Join(cache, "ecsgpu"), 0o755))
			if os.Chown(filepath.Join(cache, "ecsgpu"), 65534, 65534) != nil {
				require.NoError(t, os.Remove(filepath.Join(cache, "ecsgpu")))
				require.NoError(t, os.Symlink("/usr", filepath.Join(cache, "ecsgpu"))) // without root, a link to one
			}
		}, "; remove it"},
	} {
		t.Run(name, func(t *testing.T) {
			cache := filepath.Join(t.TempDir(), "cache")
			t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", filepath.Join(filepath.Dir(cache), "packages"))
			t.Setenv("XDG_CACHE_HOME", cache)
			t.Setenv("NODE_COMPILE_CACHE", "")
			test.prepare(t, cache)
			var stderr strings.Builder
			c := openCaches(&stderr)
			assert.Empty(t, c.passed)
			assert.Empty(t, c.environment["ECSGPU_COMPILE_CACHE"])
			assert.Contains(t, stderr.String(), test.want)
			assert.Equal(t, 1, strings.Count(stderr.String(), "note: "))
		})
	}
}

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

func TestOpenCaches_ofPackagesThatOthersMayChange(t *testing.T) {
	packages := t.TempDir()
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", packages)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "cache"))
	require.NoError(t, os.Chmod(packages, 0o777))
	var stderr strings.Builder
	assert.Equal(t, "disabled", openCaches(&stderr).environment["JSII_RUNTIME_PACKAGE_CACHE"])
	assert.Contains(t, stderr.String(), "others may write to "+packages)
}
