package staging

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func TestCommit(t *testing.T) {
	for name, before := range map[string]func(t *testing.T, target string){
		"a target that does not exist": func(*testing.T, string) {},
		"a target that is empty":       func(t *testing.T, target string) { require.NoError(t, os.MkdirAll(target, 0o755)) },
		"a target that is an assembly": func(t *testing.T, target string) {
			write(t, filepath.Join(target, Manifest), "old")
			write(t, filepath.Join(target, "old.template.json"), "old")
		},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			target := filepath.Join(parent, "deep", "out")
			before(t, target)
			d, err := New(target)
			require.NoError(t, err)
			defer d.Discard()
			write(t, filepath.Join(d.Dir, Manifest), "new")
			require.NoError(t, d.Commit())
			assert.Equal(t, []string{Manifest}, names(t, target))
			assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
			info, err := os.Stat(target)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o755), info.Mode().Perm())
		})
	}
}

func TestDiscard_leavesTheTargetAsItWas(t *testing.T) {
	target := filepath.Join(t.TempDir(), "out")
	write(t, filepath.Join(target, Manifest), "old")
	d, err := New(target)
	require.NoError(t, err)
	write(t, filepath.Join(d.Dir, Manifest), "half")
	d.Discard()
	text, err := os.ReadFile(filepath.Join(target, Manifest))
	require.NoError(t, err)
	assert.Equal(t, "old", string(text))
	assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
}

func TestCommit_replacesWhatALinkPointsTo(t *testing.T) {
	parent := t.TempDir()
	write(t, filepath.Join(parent, "real", Manifest), "old")
	require.NoError(t, os.Symlink("real", filepath.Join(parent, "link")))
	d, err := New(filepath.Join(parent, "link"))
	require.NoError(t, err)
	write(t, filepath.Join(d.Dir, Manifest), "new")
	require.NoError(t, d.Commit())
	text, err := os.ReadFile(filepath.Join(parent, "real", Manifest))
	require.NoError(t, err)
	assert.Equal(t, "new", string(text))
	assert.Equal(t, []string{"link", "real"}, names(t, parent))
}

func TestCommit_manyAtOnceLeaveOneWhole(t *testing.T) {
	target := filepath.Join(t.TempDir(), "out")
	var group sync.WaitGroup
	for run := range 16 {
		group.Go(func() {
			d, err := New(target)
			if !assert.NoError(t, err) {
				return
			}
			for _, name := range []string{Manifest, "a", "b"} {
				write(t, filepath.Join(d.Dir, name), fmt.Sprint(run))
			}
			assert.NoError(t, d.Commit())
		})
	}
	group.Wait()
	assert.Equal(t, []string{"out"}, names(t, filepath.Dir(target)))
	assert.Equal(t, []string{"a", "b", Manifest}, names(t, target))
	want, err := os.ReadFile(filepath.Join(target, Manifest))
	require.NoError(t, err)
	for _, name := range []string{"a", "b"} {
		got, err := os.ReadFile(filepath.Join(target, name))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "files of two runs in one directory")
	}
}

func TestNew_removesWhatKilledRunsLeft(t *testing.T) {
	parent := t.TempDir()
	stale := filepath.Join(parent, ".out.incomplete-1")
	fresh := filepath.Join(parent, ".out.incomplete-2")
	others := filepath.Join(parent, ".other.incomplete-3")
	for _, dir := range []string{stale, fresh, others} {
		require.NoError(t, os.Mkdir(dir, 0o755))
	}
	old := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(stale, old, old))
	require.NoError(t, os.Chtimes(others, old, old))
	d, err := New(filepath.Join(parent, "out"))
	require.NoError(t, err)
	d.Discard()
	assert.NoDirExists(t, stale)
	assert.DirExists(t, fresh)
	assert.DirExists(t, others)
}

func TestNew_rejects(t *testing.T) {
	parent := t.TempDir()
	write(t, filepath.Join(parent, "file"), "x")
	write(t, filepath.Join(parent, "work", "thesis.txt"), "x")
	for name, test := range map[string]struct{ target, want string }{
		"a file":                      {filepath.Join(parent, "file"), "it is a file; name a directory"},
		"something below a file":      {filepath.Join(parent, "file", "out"), "not a directory"},
		"a directory with other work": {filepath.Join(parent, "work"), "it holds files and is not a cloud assembly (no manifest.json)"},
		"a place that takes no files": {"/proc/out", "cannot write to /proc/out: "},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(test.target)
			require.ErrorContains(t, err, test.want)
			assert.Equal(t, fault.BadInput, fault.ExitCode(err))
			assert.NotContains(t, err.Error(), "incomplete")
		})
	}
	assert.Equal(t, []string{"file", "work"}, names(t, parent))
}
