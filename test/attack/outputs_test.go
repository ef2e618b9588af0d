//go:build attack && linux

package attack

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/internal/directories"
)

// stack is what the command synthesizes here.
const stack = "tensorflow-test"

var (
	written = []string{"cdk.out", "manifest.json", stack + ".metadata.json", stack + ".template.json"}
	old     = []string{"cdk.out", "manifest.json", "old.metadata.json", "old.template.json"}
)

func entries(t *testing.T, dir string) []string {
	t.Helper()
	listed, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := []string{}
	for _, each := range listed {
		names = append(names, each.Name())
	}
	return names
}

func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	found, err := directories.Everything(dir)
	require.NoError(t, err)
	return found
}

// synth is the synthesis into a directory.
func synth(output string) []string {
	return []string{"synth", stack, "--validate", "never", "--output", output}
}

// TestOutputs names each kind of directory as the output: it is replaced, or
// refused in one line with nothing touched.
func TestOutputs(t *testing.T) {
	t.Parallel()
	kinds := append(directories.Kinds(), directories.Special()...)
	require.GreaterOrEqual(t, len(kinds), 60)
	for _, kind := range kinds {
		sideBySide(t, kind.Name, func(t *testing.T, w *workspace) {
			parent := w.dir
			require.NoError(t, os.WriteFile(filepath.Join(parent, "canary"), []byte("work"), 0o644))
			require.NoError(t, kind.Make(filepath.Join(parent, "out")))
			before := everything(t, parent)
			got := w.run(synth(filepath.Join(parent, "out"))...)
			if kind.Replaceable {
				require.Equal(t, 0, got.code, got.stderr)
				assert.Equal(t, written, entries(t, filepath.Join(parent, "out")))
				assert.Equal(t, []string{"canary", "out"}, entries(t, parent))
				return
			}
			assert.Equal(t, 2, got.code, got.stderr)
			assert.Equal(t, 1, strings.Count(got.stderr, "\n"), got.stderr)
			assert.Contains(t, got.stderr, "cannot write to ")
			assert.Equal(t, before, everything(t, parent))
		})
	}
}

// TestOutputs_everyOperation ends a run before each operation of the replacement
// of each kind of directory. Only the package itself can stop there.
func TestOutputs_everyOperation(t *testing.T) {
	t.Parallel()
	output, err := exec.Command("go", "test", "-count=1", "../../cmd/internal/cloudassembly", "-run", "TestKinds", "-stride", "1").CombinedOutput()
	require.NoError(t, err, string(output))
}

// TestOutputs_killed kills the command alone, or the kernel with it, at moments
// spread over a run. The output is the old directory or the new one, and the
// next run leaves nothing of the killed one: neither beside the output nor in
// the temporary directory.
func TestOutputs_killed(t *testing.T) {
	var killed atomic.Int64
	t.Run("at once", func(t *testing.T) {
		for name, kill := range map[string]func(r *running, after time.Duration) outcome{
			"the command":                func(r *running, after time.Duration) outcome { return r.interrupt(after, syscall.SIGKILL) },
			"the command and its kernel": (*running).killAll,
		} {
			sideBySide(t, name, func(t *testing.T, w *workspace) {
				out := filepath.Join(w.dir, "out")
				moments := w.moments(synth(out))
				for moments.next(crashPoints / 2) {
					what := fmt.Sprintf("killed after %v", moments.after)
					require.NoError(t, os.RemoveAll(out))
					require.NoError(t, directories.Assembly(out, "old"))
					moments.took(kill(w.start(synth(out)...), moments.after))
					require.Contains(t, [][]string{old, written}, entries(t, out), what)
					require.Empty(t, w.processes(), what)

					next := w.run(synth(out)...)
					require.Zero(t, next.code, next.stderr)
					require.Equal(t, []string{"out"}, entries(t, w.dir), what)
					require.Equal(t, written, entries(t, out), what)
					w.assertClean(what)
				}
				killed.Add(int64(moments.hits))
			})
		}
	})
	assert.GreaterOrEqual(t, killed.Load(), int64(crashPoints))
}

// crashPoints is how often a synthesis into a directory is killed.
const crashPoints = 40

// TestOutputs_workArrives writes into the output, or puts something in its place,
// at any moment of a run. It is there afterwards.
func TestOutputs_workArrives(t *testing.T) {
	length := newWorkspace(t).run(synth("out")...).took
	for name, arrive := range map[string]func(out string) error{
		"a file in it":  func(out string) error { return os.WriteFile(filepath.Join(out, "notes.txt"), []byte("work"), 0o644) },
		"a file for it": func(out string) error { _ = os.RemoveAll(out); return os.WriteFile(out, []byte("work"), 0o644) },
		"a directory for it": func(out string) error {
			_ = os.RemoveAll(out)
			_ = os.Mkdir(out, 0o755)
			return os.WriteFile(filepath.Join(out, "notes.txt"), []byte("work"), 0o644)
		},
		"a file where none was": func(out string) error { _ = os.RemoveAll(out); return os.WriteFile(out, []byte("work"), 0o644) },
	} {
		for _, part := range []float64{0.1, 0.5, 0.9} {
			sideBySide(t, name, func(t *testing.T, w *workspace) {
				out := filepath.Join(w.dir, "out")
				require.NoError(t, directories.Assembly(out, "old"))
				run := w.start(synth(out)...)
				time.Sleep(time.Duration(part * float64(length)))
				// The output may be replaced at that very moment.
				require.Eventually(t, func() bool { return arrive(out) == nil }, time.Second, time.Millisecond)
				got := run.wait()
				work := 0
				for _, text := range everything(t, w.dir) {
					if strings.HasSuffix(text, "work") {
						work++
					}
				}
				assert.Equal(t, 1, work, got.stderr)
			})
		}
	}
}

// TestOutputs_atOnce has several commands write to one directory.
func TestOutputs_atOnce(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	out := filepath.Join(w.dir, "out")
	var runs []*running
	for range 6 {
		runs = append(runs, w.start(synth(out)...))
	}
	for _, run := range runs {
		got := run.wait()
		assert.Zero(t, got.code, got.stderr)
	}
	assert.Equal(t, []string{"out"}, entries(t, w.dir))
	assert.Equal(t, written, entries(t, out))
	w.assertClean("after six runs at once")
}

// TestOutputs_fullDisk writes to a file system of each of several sizes, too
// small for the new assembly.
func TestOutputs_fullDisk(t *testing.T) {
	for _, size := range []string{"24k", "48k", "72k", "96k"} {
		sideBySide(t, size, func(t *testing.T, w *workspace) {
			disk, saved := t.TempDir(), t.TempDir()
			require.NoError(t, directories.Assembly(saved, "old"))
			script := `mount -t tmpfs -o size="$1" none "$2" && cp -r "$3" "$2/out" && { "$4" synth tensorflow-test --validate never --output "$2/out"; code=$?; rm -r "$3" && cp -a "$2" "$3"; exit $code; }`
			got := w.startProgram("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", size, disk, saved, program).wait()
			assert.NotEqual(t, 0, got.code, "it fits")
			assert.Contains(t, got.stderr, "no space left on device", "the system must let users mount a file system")
			assert.Equal(t, []string{"out"}, entries(t, saved))
			assert.Equal(t, old, entries(t, filepath.Join(saved, "out")))
		})
	}
}

// TestOutputs_ofTheCDKCLI replaces what the CDK CLI left.
func TestOutputs_ofTheCDKCLI(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	cli := filepath.Join(root, "node_modules", ".bin", "cdk")
	w.setenv("PATH", filepath.Join(root, "node_modules", "node", "bin")+":"+os.Getenv("PATH"))
	out := filepath.Join(w.dir, "out")
	for range 2 {
		got := w.startProgram(cli, "synth", "--quiet", "--app", program+" app", "--output", "out").wait()
		require.Zero(t, got.code, got.stderr)
		require.Contains(t, entries(t, out), "training-pool.template.json")
		got = w.run(synth(out)...)
		require.Zero(t, got.code, got.stderr)
		assert.Equal(t, written, entries(t, out))
	}
}
