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

// signals is how often each command is interrupted while it runs.
const signals = 100

// patience is how long a command may take to end: the five seconds that it gives
// its work, and the delays of a machine that is busy.
const patience = 9 * time.Second

// interrupted are all commands.
var interrupted = []struct {
	name  string
	args  []string
	reads bool // waits for standard input
}{
	{"list", []string{"list"}, false},
	{"version", []string{"version"}, false},
	{"instances", []string{"instances"}, false},
	{"check", []string{"check", "template.yaml"}, false},
	{"check of stdin", []string{"check", "-"}, true},
	{"plan", []string{"plan", "template.yaml"}, false},
	{"plan of stdin", []string{"plan", "-"}, true},
	{"graph", []string{"graph", "template.yaml", "--format", "svg"}, false},
	{"simulate", []string{"simulate", "template.yaml", "--arrivals", "tensorflow-1-gpu=60", "--duration", "30m", "--for", "48h", "--chart", "out/chart.svg"}, false},
	{"doctor", []string{"doctor"}, false},
	{"synth", []string{"synth", "tensorflow-test", "--validate", "never"}, false},
	{"synth to a directory", []string{"synth", "tensorflow-test", "--validate", "never", "--output", "out/cdk.out"}, false},
	{"taskdef", []string{"taskdef", "tensorflow-1-gpu", "--region", "us-east-1"}, false},
	{"plan of a stack", []string{"plan", "tensorflow-test"}, false},
	{"app", []string{"app"}, false},
}

// doctorPrograms stand for those that doctor asks for their version. The real
// ones take seconds.
var doctorPrograms = map[string]string{"go": "go version go1.26.0 linux/amd64", "cdk": "2.1000.0 (build 0)", "aws": "aws-cli/1.44.5"}

func TestSignals_coverEveryCommand(t *testing.T) {
	var covered []string
	for _, c := range interrupted {
		covered = append(covered, c.args[0])
	}
	covered = append(covered, "completion", "help") // the parser's own, which print and end
	assert.Subset(t, covered, newWorkspace(t).commands())
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
			for name, version := range doctorPrograms {
				w.write("bin/"+name, "#!/bin/sh\nsleep 0.05\necho "+version+"\n", 0o755)
			}
			w.setenv("NODE_COMPILE_CACHE", "") // the command's own cache
			w.setenv("PATH", filepath.Join(w.dir, "bin")+":/usr/bin:/bin")
			moments := &moments{length: 100 * time.Millisecond}
			if !c.reads {
				moments = w.moments(c.args)
			}
			for moments.next(signals) {
				w.removeOutput()
				signal := endings[moments.hits%len(endings)]
				what := fmt.Sprintf("%v after %v", signal, moments.after)
				result := w.start(c.args...).interrupt(moments.after, signal)
				moments.took(result)
				w.assertEnded(what, result, signal, !c.reads)
				w.assertOutput(what)
				w.assertClean(what)
				if t.Failed() {
					return
				}
			}
			assert.Equal(t, signals, moments.hits, "moments while the command runs")
		})
	}
}

// assertEnded holds the end of a run against the signal that was sent. Before
// main begins, the signal itself ends the process; and a run may be done first.
func (w *workspace) assertEnded(what string, o outcome, signal syscall.Signal, mayBeDone bool) {
	w.t.Helper()
	assert.Less(w.t, o.took, patience, what)
	if signal == syscall.SIGQUIT && strings.HasPrefix(o.stderr, "SIGQUIT: quit") && !strings.Contains(o.stderr, "\nmain.") {
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
	for dir, known := range map[string][]string{".": {"template.yaml", "bin", "out", "cdk.out"}, "out": {".keep", "cdk.out", "chart.svg"}} {
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
	args := synth("out")
	moments := w.moments(args)
	text, err := os.ReadFile(filepath.Join(w.dir, "out", "tensorflow-test.template.json"))
	require.NoError(t, err)
	for moments.next(20) {
		moments.took(w.start(args...).interrupt(moments.after, endings[moments.hits%len(endings)]))
		now, err := os.ReadFile(filepath.Join(w.dir, "out", "tensorflow-test.template.json"))
		require.NoError(t, err, "after %v", moments.after)
		require.Equal(t, string(text), string(now), "after %v", moments.after)
	}
	w.assertClean("after 20 signals")
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
