//go:build attack && linux

package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var endings = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// interrupted are all commands, with how often each is interrupted. Those that
// start Node.js take longer, and have the same way out: one of them stands for
// the others.
var interrupted = []struct {
	name    string
	args    []string
	moments int
	reads   bool // waits for standard input
}{
	{"list", []string{"list"}, 100, false},
	{"version", []string{"version"}, 100, false},
	{"instances", []string{"instances"}, 100, false},
	{"check", []string{"check", "template.yaml"}, 100, false},
	{"check of stdin", []string{"check", "-"}, 100, true},
	{"plan", []string{"plan", "template.yaml"}, 100, false},
	{"plan of stdin", []string{"plan", "-"}, 100, true},
	{"graph", []string{"graph", "template.yaml", "--format", "svg"}, 100, false},
	{"simulate", []string{"simulate", "template.yaml", "--arrivals", "tensorflow-1-gpu=60", "--duration", "30m", "--for", "48h", "--chart", "out/chart.svg"}, 100, false},
	{"doctor", []string{"doctor"}, 25, false},
	{"synth", []string{"synth", "tensorflow-test", "--validate", "never"}, 25, false},
	{"synth to a directory", []string{"synth", "tensorflow-test", "--validate", "never", "--output", "out/cdk.out"}, 100, false},
	{"taskdef", []string{"taskdef", "tensorflow-1-gpu", "--region", "us-east-1"}, 25, false},
	{"plan of a stack", []string{"plan", "tensorflow-test"}, 25, false},
	{"app", []string{"app"}, 25, false},
}

// Whenever a signal comes, the command ends at once, says at most one line, and
// leaves nothing: no process, no temporary file, and no output that is half done.
func TestSignals(t *testing.T) {
	template, err := os.ReadFile(filepath.Join(root, "stacks", "testdata", "tensorflow-test.yaml"))
	require.NoError(t, err)
	for _, c := range interrupted {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t)
			w.write("template.yaml", string(template), 0o644)
			w.write("out/.keep", "", 0o644)
			// From the start to a little beyond the end.
			length := 300 * time.Millisecond
			if !c.reads {
				length = max(w.run(c.args...).took, length)
			}
			for i := range c.moments {
				w.removeOutput()
				signal, after := endings[i%len(endings)], length*time.Duration(i)/time.Duration(c.moments)
				what := fmt.Sprintf("%v after %v", signal, after)
				result := w.start(c.args...).interrupt(after, signal)
				w.assertEnded(what, result, signal, !c.reads)
				w.assertOutput(what)
				w.assertClean(what)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// assertEnded holds the end of a run against the signal that was sent. Before
// main begins, the signal itself ends the process; and a run may be done first.
func (w *workspace) assertEnded(what string, o outcome, signal syscall.Signal, mayBeDone bool) {
	w.t.Helper()
	assert.Less(w.t, o.took, 5*time.Second, what)
	if signal == syscall.SIGQUIT && strings.HasPrefix(o.stderr, "SIGQUIT: quit") && !strings.Contains(o.stderr, "main.") {
		return // Go's runtime itself, in the milliseconds before its first package
	}
	assert.NotContains(w.t, o.stderr, "goroutine", what)
	switch {
	case o.signal == signal, mayBeDone && (o.code == 0 || o.code == 1):
	default:
		assert.Equal(w.t, 128+int(signal), o.code, "%s: %s", what, o.stderr)
		assert.Equal(w.t, []string{"ecsgpu: interrupted"}, o.prose(), what)
	}
}

func (w *workspace) removeOutput() {
	for _, name := range []string{"out/cdk.out", "out/chart.svg", "cdk.out"} {
		require.NoError(w.t, os.RemoveAll(filepath.Join(w.dir, name)))
	}
}

// assertOutput fails if there is output that is not whole, or anything else.
func (w *workspace) assertOutput(what string) {
	w.t.Helper()
	for _, assembly := range []string{"out/cdk.out", "cdk.out"} {
		dir := filepath.Join(w.dir, assembly)
		if _, err := os.Stat(dir); err == nil {
			assert.FileExists(w.t, filepath.Join(dir, "manifest.json"), what)
			assert.FileExists(w.t, filepath.Join(dir, "tensorflow-test.template.json"), what)
		}
	}
	if chart, err := os.ReadFile(filepath.Join(w.dir, "out", "chart.svg")); err == nil {
		assert.Regexp(w.t, `</svg>\s*$`, string(chart), what)
	}
	for dir, known := range map[string][]string{".": {"template.yaml", "out", "cdk.out"}, "out": {".keep", "cdk.out", "chart.svg"}} {
		entries, err := os.ReadDir(filepath.Join(w.dir, dir))
		require.NoError(w.t, err)
		for _, entry := range entries {
			assert.Contains(w.t, known, entry.Name(), what)
		}
	}
}

// What was there before is there after, until the new output is whole.
func TestSignals_keepTheOldOutput(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	args := []string{"synth", "tensorflow-test", "--validate", "never", "--output", "out"}
	length := w.run(args...).took
	old, err := os.ReadFile(filepath.Join(w.dir, "out", "tensorflow-test.template.json"))
	require.NoError(t, err)
	for i := range 20 {
		w.start(args...).interrupt(length*time.Duration(i)/20, endings[i%len(endings)])
		now, err := os.ReadFile(filepath.Join(w.dir, "out", "tensorflow-test.template.json"))
		require.NoError(t, err, "moment %d", i)
		require.Equal(t, string(old), string(now), "moment %d", i)
	}
	w.assertClean("after 20 signals")
}

// SIGKILL leaves no process; what it leaves in the temporary directory, the next
// run removes.
func TestSignals_kill(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	args := []string{"synth", "tensorflow-test", "--validate", "never"}
	length := w.run(args...).took
	for i := range 10 {
		w.start(args...).interrupt(length*time.Duration(i)/10, syscall.SIGKILL)
		assert.Empty(t, w.processes(), "moment %d", i)
	}
	assert.Zero(t, w.run(args...).code)
	w.assertClean("after the next run")
}

// A signal that its parent has it ignore stays ignored.
func TestSignals_nohup(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	w.setenv("COMMAND", program)
	w.write("run", "#!/bin/sh\ntrap '' HUP\nexec \"$COMMAND\" \"$@\"\n", 0o755)
	r := w.startProgram(filepath.Join(w.dir, "run"), "check", "-")
	time.Sleep(time.Second)
	require.NoError(t, r.command.Process.Signal(syscall.SIGHUP))
	time.Sleep(500 * time.Millisecond)
	result := r.interrupt(0, syscall.SIGTERM)
	assert.Equal(t, 143, result.code, "SIGHUP did not end it: %s", result.stderr)
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	for _, args := range [][]string{{"check", "-"}, {"plan", "-"}, {"synth", "tensorflow-test", "--validate", "never"}} {
		result := w.run(append(args, "--timeout", "250ms")...)
		assert.Equal(t, 124, result.code, args)
		assert.Equal(t, []string{"ecsgpu: not done after 250ms, which is all that --timeout allows"}, result.prose(), args)
		w.assertClean("after the time was up")
	}
	assert.Equal(t, 2, w.run("list", "--timeout", "-1s").code)
	assert.Equal(t, 0, w.run("list", "--timeout", "1m").code)
}

// A reader that has gone is no error to talk about, and leaves nothing either.
func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	w.setenv("COMMAND", program)
	for _, args := range []string{"list", "synth tensorflow-test --validate never"} {
		w.write("run", "#!/bin/bash\n\"$COMMAND\" "+args+" | exec true\nexit ${PIPESTATUS[0]}\n", 0o755)
		result := w.startProgram(filepath.Join(w.dir, "run")).wait()
		assert.Equal(t, 141, result.code, args)
		assert.Empty(t, result.prose(), args)
		w.assertClean(args)
	}
}
