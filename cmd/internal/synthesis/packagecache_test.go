package synthesis

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWithoutPackageCache(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	disabled := map[string]string{"JSII_RUNTIME_PACKAGE_CACHE": "disabled"}
	for name, c := range map[string]struct {
		root, home string
		want       map[string]string
	}{
		"a cache that can be made":       {filepath.Join(dir, "new", "cache"), "", map[string]string{}},
		"a cache that cannot be made":    {filepath.Join(file, "cache"), "", disabled},
		"a home without a place for one": {"", file, disabled},
		"no home":                        {"", "", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", c.root)
			t.Setenv("HOME", c.home)
			environment := map[string]string{}
			withoutPackageCache(environment)
			assert.Equal(t, c.want, environment)
		})
	}
	entries, err := os.ReadDir(filepath.Join(dir, "new", "cache"))
	require.NoError(t, err)
	assert.Empty(t, entries)
}
