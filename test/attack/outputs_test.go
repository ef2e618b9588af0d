//go:build attack

package attack

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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

// sideBySide runs as many of the subtests at once as there are processors.
func sideBySide(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		test(t)
	})
}

// TestOutputs names each kind of directory as the output: it is replaced, or
// refused in one line with nothing touched.
func TestOutputs(t *testing.T) {
	command := newCommand(t)
	kinds := append(directories.Kinds(), directories.Special()...)
	require.GreaterOrEqual(t, len(kinds), 60)
	for _, kind := range kinds {
		sideBySide(t, kind.Name, func(t *testing.T) {
			parent := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(parent, "canary"), []byte("work"), 0o644))
			require.NoError(t, kind.Make(filepath.Join(parent, "out")))
			before := everything(t, parent)
			got := finish(t, command.synth(filepath.Join(parent, "out")))
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
	output, err := exec.Command("go", "test", "-count=1", "../../cmd/internal/staging", "-run", "TestKinds", "-stride", "1").CombinedOutput()
	require.NoError(t, err, string(output))
}

// TestOutputs_killed kills the command at any moment. The output is the old
// directory or the new one; the next run leaves nothing of the killed one, and
// no temporary files stay, even where the command had no chance to remove them.
func TestOutputs_killed(t *testing.T) {
	for range 24 {
		sideBySide(t, "run", func(t *testing.T) {
			command := newCommand(t)
			parent := t.TempDir()
			out := filepath.Join(parent, "out")
			require.NoError(t, directories.Assembly(out, "old"))
			cmd := command.synth(out)
			require.NoError(t, cmd.Start())
			time.Sleep(time.Duration(rand.IntN(2500)) * time.Millisecond)
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			assert.Contains(t, [][]string{old, written}, entries(t, out))

			for range 20 { // until the kernel has ended
				got := finish(t, command.synth(out))
				require.Equal(t, 0, got.code, got.stderr)
				if len(entries(t, parent)) == 1 {
					break
				}
			}
			assert.Equal(t, []string{"out"}, entries(t, parent))
			assert.Equal(t, written, entries(t, out))
			// Killed before it has started a kernel, it leaves what it gave the
			// kernel to load; a kernel leaves nothing of what it made itself.
			assert.Eventually(t, func() bool {
				left, err := filepath.Glob(filepath.Join(command.temporary, "*", "*", "jsii-kernel-*"))
				return err == nil && len(left) == 0
			}, 10*time.Second, 100*time.Millisecond)
		})
	}
}

// TestOutputs_workArrives writes into the output, or puts something in its place,
// at any moment of a run. It is there afterwards.
func TestOutputs_workArrives(t *testing.T) {
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
		for range 3 {
			sideBySide(t, name, func(t *testing.T) {
				command := newCommand(t)
				out := filepath.Join(t.TempDir(), "out")
				require.NoError(t, directories.Assembly(out, "old"))
				cmd := command.synth(out)
				arrived := make(chan error, 1)
				go func() {
					time.Sleep(time.Duration(rand.IntN(1500)) * time.Millisecond)
					arrived <- arrive(out)
				}()
				got := finish(t, cmd)
				if err := <-arrived; err != nil {
					t.Skip("the output was replaced at that very moment")
				}
				work := 0
				for _, text := range everything(t, filepath.Dir(out)) {
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
	command := newCommand(t)
	parent := t.TempDir()
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			got := finish(t, command.synth(filepath.Join(parent, "out")))
			assert.Equal(t, 0, got.code, got.stderr)
		})
	}
	group.Wait()
	assert.Equal(t, []string{"out"}, entries(t, parent))
	assert.Equal(t, written, entries(t, filepath.Join(parent, "out")))
}

// TestOutputs_fullDisk writes to a file system of each of several sizes, too
// small for the new assembly.
func TestOutputs_fullDisk(t *testing.T) {
	if exec.Command("unshare", "--user", "--map-root-user", "--mount", "true").Run() != nil {
		t.Skip("this system does not let users mount a file system")
	}
	for _, size := range []string{"24k", "48k", "72k", "96k"} {
		sideBySide(t, size, func(t *testing.T) {
			command := newCommand(t)
			disk, saved := t.TempDir(), t.TempDir()
			require.NoError(t, directories.Assembly(saved, "old"))
			script := `mount -t tmpfs -o size="$1" none "$2" && cp -r "$3" "$2/out" && { "$4" synth tensorflow-test --validate never --output "$2/out"; code=$?; rm -r "$3" && cp -a "$2" "$3"; exit $code; }`
			cmd := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", size, disk, saved, command.binary)
			cmd.Env = command.env
			got := finish(t, cmd)
			assert.NotEqual(t, 0, got.code, "it fits")
			assert.Contains(t, got.stderr, "no space left on device")
			assert.Equal(t, []string{"out"}, entries(t, saved))
			assert.Equal(t, old, entries(t, filepath.Join(saved, "out")))
		})
	}
}

// TestOutputs_ofTheCDKCLI replaces what the CDK CLI left.
func TestOutputs_ofTheCDKCLI(t *testing.T) {
	command := newCommand(t)
	cli, err := filepath.Abs("../../node_modules/.bin/cdk")
	require.NoError(t, err)
	dir := t.TempDir()
	for range 2 {
		cmd := exec.Command(cli, "synth", "--quiet", "--app", command.binary+" app", "--output", "out")
		cmd.Dir = dir
		cmd.Env = append(command.env, "CDK_VALIDATION=false", "PATH="+filepath.Dir(cli)+"/../node/bin:"+os.Getenv("PATH"))
		got := finish(t, cmd)
		require.Equal(t, 0, got.code, got.stderr)
		require.Contains(t, entries(t, filepath.Join(dir, "out")), "training-pool.template.json")
		got = finish(t, command.synth(filepath.Join(dir, "out")))
		require.Equal(t, 0, got.code, got.stderr)
		assert.Equal(t, written, entries(t, filepath.Join(dir, "out")))
	}
}
