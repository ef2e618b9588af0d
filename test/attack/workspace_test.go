//go:build attack && linux

package attack

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program is the command, built once; root is this repository.
var program, root string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if root, err = filepath.Abs(filepath.Join("..", "..")); err != nil {
		panic(err)
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
// and a cache of its own.
type workspace struct {
	t         *testing.T
	dir, temp string
	env       []string
}

func newWorkspace(t *testing.T) *workspace {
	t.Helper()
	base := t.TempDir()
	w := &workspace{t: t, dir: filepath.Join(base, "work"), temp: filepath.Join(base, "tmp")}
	for _, dir := range []string{w.dir, w.temp} {
		require.NoError(t, os.Mkdir(dir, 0o755))
	}
	home, err := os.UserCacheDir()
	require.NoError(t, err)
	w.env = append(os.Environ(),
		"TMPDIR="+w.temp,
		"XDG_CACHE_HOME="+filepath.Join(base, "cache"),
		"JSII_RUNTIME_PACKAGE_CACHE_ROOT="+filepath.Join(home, "aws", "jsii", "package-cache"),
		"JSII_NODE="+filepath.Join(root, "node_modules", "node", "bin", "node"),
		"NODE_OPTIONS=", "CDK_VALIDATION=false", "CDK_OUTDIR=", "CI=",
	)
	return w
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

// outcome is how a run of the command ended.
type outcome struct {
	code           int            // -1 if a signal killed it
	signal         syscall.Signal // that did
	stdout, stderr string
	took           time.Duration // since the signal, or else since the start
}

// running is a run of the command that has begun.
type running struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
	begin          time.Time
	ended          chan struct{}
}

// start begins a run. Its standard input stays open and says nothing.
func (w *workspace) start(args ...string) *running {
	w.t.Helper()
	return w.startProgram(program, args...)
}

// startProgram begins a run of another program.
func (w *workspace) startProgram(path string, args ...string) *running {
	w.t.Helper()
	r := &running{command: exec.Command(path, args...), begin: time.Now()}
	r.command.Dir, r.command.Env = w.dir, w.env
	r.command.Stdout, r.command.Stderr = &r.stdout, &r.stderr
	r.command.WaitDelay = time.Minute
	input, err := r.command.StdinPipe()
	require.NoError(w.t, err)
	w.t.Cleanup(func() { input.Close() })
	require.NoError(w.t, r.command.Start())
	r.ended = make(chan struct{})
	go func() { defer close(r.ended); r.command.Wait() }()
	return r
}

func (w *workspace) run(args ...string) outcome { return w.start(args...).wait() }

func (r *running) wait() outcome {
	<-r.ended
	status := r.command.ProcessState.Sys().(syscall.WaitStatus)
	o := outcome{code: -1, stdout: r.stdout.String(), stderr: r.stderr.String(), took: time.Since(r.begin)}
	if status.Signaled() {
		o.signal = status.Signal()
	} else {
		o.code = status.ExitStatus()
	}
	return o
}

// interrupt sends signals after a delay, unless the run is done before, and waits
// for the end.
func (r *running) interrupt(after time.Duration, signals ...syscall.Signal) outcome {
	select {
	case <-time.After(after):
	case <-r.ended:
	}
	r.begin = time.Now()
	for _, signal := range signals {
		r.command.Process.Signal(signal)
	}
	return r.wait()
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
			if err == nil && bytes.Contains(environment, []byte("XDG_CACHE_HOME="+filepath.Dir(w.temp)+"/cache")) {
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

// prose is what a run has to say, without its notes and warnings.
func (o outcome) prose() []string {
	var lines []string
	for line := range strings.Lines(o.stderr) {
		if !strings.HasPrefix(line, "note: ") && !strings.HasPrefix(line, "warning: ") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}
