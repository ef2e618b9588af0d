//go:build attack && linux

package attack

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	program  string // the command, built once
	root     string // this repository
	compiled string // what Node.js has compiled, for all runs
	another  = flag.String("program", "", "attack this build of the command (default: build it)")
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if root, err = filepath.Abs(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	compiled = filepath.Join(dir, "compiled")
	if program = *another; program != "" {
		return m.Run()
	}
	program = filepath.Join(dir, "ecsgpu")
	build := exec.Command("go", "build", "-o", program, "./cmd/ecsgpu")
	build.Dir, build.Stderr = root, os.Stderr
	if err := build.Run(); err != nil {
		panic(err)
	}
	return m.Run()
}

// workspace is a directory to run the command in, with a temporary directory
// and a cache of its own. Of the user's caches it has the kernel's unpacked
// packages alone, which take seconds to unpack.
type workspace struct {
	t               *testing.T
	dir, temp, mark string
	env             []string
}

func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	base := t.TempDir()
	w := &workspace{t: t, dir: filepath.Join(base, "work"), temp: filepath.Join(base, "tmp"), mark: "XDG_CACHE_HOME=" + base + "/cache"}
	for _, dir := range []string{w.dir, w.temp} {
		require.NoError(t, os.Mkdir(dir, 0o755))
	}
	home, err := os.UserCacheDir()
	require.NoError(t, err)
	w.env = append(os.Environ(),
		"TMPDIR="+w.temp, w.mark,
		"JSII_RUNTIME_PACKAGE_CACHE_ROOT="+filepath.Join(home, "aws", "jsii", "package-cache"),
		"JSII_NODE="+filepath.Join(root, "node_modules", "node", "bin", "node"),
		"NODE_COMPILE_CACHE="+compiled, "NODE_OPTIONS=--v8-pool-size=1", "CDK_VALIDATION=false", "CDK_OUTDIR=", "CI=", "AWS_REGION=us-east-2",
	)
	return w
}

// sideBySide runs several subtests at once, each in a workspace of its own.
func sideBySide(t *testing.T, name string, test func(t *testing.T, w *workspace)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		test(t, newWorkspace(t))
	})
}

// in is the same workspace for a subtest, with another working directory and
// more variables.
func (w *workspace) in(t *testing.T, dir string, env ...string) *workspace {
	other := *w
	other.t, other.dir, other.env = t, dir, append(w.env[:len(w.env):len(w.env)], env...)
	return &other
}

// setenv changes a variable; later values of one win.
func (w *workspace) setenv(name, value string) { w.env = append(w.env, name+"="+value) }

// write creates a file below the working directory and returns its path.
func (w *workspace) write(name, text string, mode os.FileMode) string {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(w.t, os.WriteFile(path, []byte(text), mode))
	require.NoError(w.t, os.Chmod(path, mode))
	return path
}

// commands are the names of all commands, as the command completes them.
func (w *workspace) commands() []string {
	w.t.Helper()
	var names []string
	for line := range strings.Lines(w.run("__complete", "").stdout) {
		if name, _, found := strings.Cut(line, "\t"); found {
			names = append(names, name)
		}
	}
	require.Contains(w.t, names, "check")
	return names
}

// assertClean fails if the run left a process, or a temporary file.
func (w *workspace) assertClean(what string) {
	w.t.Helper()
	assert.Empty(w.t, w.processes(), "%s: processes", what)
	entries, err := os.ReadDir(w.temp)
	require.NoError(w.t, err)
	assert.Empty(w.t, entries, "%s: temporary files", what)
}

// processes lists those with the environment of this workspace. One that is
// about to end is given a moment.
func (w *workspace) processes() (found []string) {
	for range 50 {
		found = nil
		files, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range files {
			environment, err := os.ReadFile(file)
			if err == nil && bytes.Contains(environment, []byte(w.mark)) {
				name, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
				found = append(found, fmt.Sprintf("%s %s", filepath.Base(filepath.Dir(file)), strings.ReplaceAll(string(name), "\x00", " ")))
			}
		}
		if len(found) == 0 {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return found
}
