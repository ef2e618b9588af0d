//go:build unix && !darwin

package workstation

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// homes sets what the caches depend on.
func homes(t *testing.T, home, cache, packages string) {
	t.Helper()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", packages)
}

func TestFindCaches(t *testing.T) {
	home := t.TempDir()
	homes(t, home, "", "")
	c := FindCaches()
	assert.Equal(t, filepath.Join(home, ".cache", "ecsgpu"), c.Dir)
	assert.NoError(t, c.Absent)
	assert.NoError(t, c.Refused)
	assert.NoDirExists(t, filepath.Join(home, ".cache"), "nothing is made")

	// A directory that the user named may be created, outside of the home too.
	homes(t, filepath.Join(home, "nowhere"), filepath.Join(home, "new"), "")
	assert.Equal(t, filepath.Join(home, "new", "ecsgpu", "validated"), FindCaches().Validated)
}

func TestFind_withoutAPlace(t *testing.T) {
	home := filepath.Join(t.TempDir(), "nowhere")
	homes(t, home, "", "")
	assert.ErrorContains(t, OpenCaches().Absent, home)
	homes(t, home, filepath.Join(home, "cache"), "")
	assert.Error(t, OpenCaches().Absent)
	assert.NoDirExists(t, home)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	homes(t, home, file, "")
	assert.EqualError(t, OpenCaches().Absent, file+" is not a directory")
	homes(t, "", "", "")
	c := OpenCaches()
	assert.EqualError(t, c.Absent, "neither HOME nor XDG_CACHE_HOME says where the cache directory is")
	assert.Empty(t, c.Dir+c.Validated+c.Compiled)
	assert.NoError(t, c.Refused)
}

func TestOpen_makesPrivateDirectories(t *testing.T) {
	home := t.TempDir()
	homes(t, home, filepath.Join(home, "cache"), filepath.Join(home, "packages"))
	c := OpenCaches()
	assert.Equal(t, filepath.Join(home, "cache", "ecsgpu", "validated"), c.Validated)
	assert.Equal(t, filepath.Join(home, "cache", "ecsgpu", "node"), c.Compiled)
	for _, path := range []string{"cache", "cache/ecsgpu", "cache/ecsgpu/node"} {
		info, err := os.Stat(filepath.Join(home, path))
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), path)
	}
}

// A cache that others could have filled is not used.
func TestOpen_rejects(t *testing.T) {
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
			home := t.TempDir()
			cache := filepath.Join(home, "cache")
			homes(t, home, cache, filepath.Join(home, "packages"))
			test.prepare(t, cache)
			for _, c := range []Caches{FindCaches(), OpenCaches()} {
				assert.Empty(t, c.Validated+c.Compiled)
				assert.ErrorContains(t, c.Refused, test.want)
				assert.NoError(t, c.Absent)
			}
		})
	}
}

func TestKeepsPackages(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, c := range map[string]struct {
		root, home string
		keeps      bool
	}{
		"a cache that can be made":       {filepath.Join(dir, "new", "cache"), "", true},
		"a cache that cannot be made":    {filepath.Join(file, "cache"), "", false},
		"a home without a place for one": {"", file, false},
		"a home that is not there":       {"", filepath.Join(dir, "nobody"), false},
		"no home":                        {"", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			homes(t, c.home, filepath.Join(t.TempDir(), "cache"), c.root)
			found := FindCaches()
			assert.NoError(t, found.Refused)
			assert.Equal(t, c.keeps, found.KeepsPackages())
		})
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing is made")
}

// The kernel would run what others have put there.
func TestKeepsPackages_notWhereOthersMayWrite(t *testing.T) {
	shared := t.TempDir()
	homes(t, t.TempDir(), "", shared)
	require.NoError(t, os.Chmod(shared, 0o777))
	c := FindCaches()
	assert.ErrorContains(t, c.Refused, "others may write to "+shared)
	assert.False(t, c.KeepsPackages())
}
