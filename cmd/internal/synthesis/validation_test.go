package synthesis

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

func TestParseValidation(t *testing.T) {
	for _, text := range []string{"auto", "always", "never"} {
		validation, err := ParseValidation(text)
		require.NoError(t, err)
		assert.Equal(t, text, string(validation))
	}
	_, err := ParseValidation("no")
	assert.EqualError(t, err, `--validate must be auto, always or never, got "no"`)
	assert.Equal(t, cli.BadInput, cli.ExitCode(err))
}

func TestEffective_autoIsAlwaysInCI(t *testing.T) {
	t.Setenv("CI", "")
	assert.Equal(t, ValidateAuto, ValidateAuto.effective())
	t.Setenv("CI", "true")
	assert.Equal(t, ValidateAlways, ValidateAuto.effective())
	assert.Equal(t, ValidateNever, ValidateNever.effective())
}

func TestTemplatesKey(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) *string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return &path
	}
	key := func(version string, paths ...*string) string {
		k, err := templatesKey(paths, version)
		require.NoError(t, err)
		return k
	}
	first := key("1", file("a", "one"), file("b", "two"))
	assert.Equal(t, first, key("1", file("c", "one"), file("d", "two")), "names do not matter")
	assert.NotEqual(t, first, key("2", file("a", "one"), file("b", "two")), "the version of CDK matters")
	assert.NotEqual(t, first, key("1", file("a", "onet"), file("b", "wo")), "where a template ends matters")
	assert.NotEqual(t, first, key("1", file("a", "one")))

	missing := filepath.Join(dir, "missing")
	_, err := templatesKey([]*string{&missing}, "1")
	assert.Error(t, err)
}

func TestPassed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	assert.False(t, hasPassed(dir, "key"))
	rememberPassed(dir, "key")
	assert.True(t, hasPassed(dir, "key"))
	assert.False(t, hasPassed(dir, "other"))
}

// Whatever is wrong with the cache, the only effect is that nothing is in it.
func TestPassed_unusableCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for name, dir := range map[string]string{"none": "", "a file": file, "below a file": filepath.Join(file, "x"), "not writable": "/proc/x"} {
		t.Run(name, func(t *testing.T) {
			rememberPassed(dir, "key")
			assert.False(t, hasPassed(dir, "key"))
		})
	}
	require.NoError(t, os.Mkdir(filepath.Join(filepath.Dir(file), "key"), 0o755))
	assert.False(t, hasPassed(filepath.Dir(file), "key"), "a directory where the entry should be")
}
