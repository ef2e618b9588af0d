//go:build attack && linux

package attack

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kernels stand for Node.js. They know their version, and fail as the kernel.
var kernels = map[string]string{
	"hangs":                           "exec sleep 600",
	"hangs and ignores signals":       "trap '' INT TERM HUP QUIT; while :; do sleep 600; done",
	"answers half":                    `printf '{"hello": "@jsii/runt'; exec sleep 600`,
	"answers one request and hangs":   `echo '{"hello": "@jsii/runtime@1.139.0"}'; exec sleep 600`,
	"answers half of a request":       `echo '{"hello": "@jsii/runtime@1.139.0"}'; read request; printf '{"ok": '; exec sleep 600`,
	"prints garbage and never exits":  "echo garbage; while :; do sleep 600; done",
	"prints without end":              "while :; do echo '\"yes\"'; done",
	"leaves a child behind and exits": "sleep 600 & exit 0",
	"hides in a session of its own":   "setsid sleep 600 & exit 0",
}

func (w *workspace) useKernel(text string) {
	w.setenv("JSII_NODE", w.write("node", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo v24.9.0; exit; fi\n: > started\n"+text+"\n", 0o755))
}

// whenStarted interrupts a run once its kernel has started.
func (w *workspace) whenStarted(r *running, signals ...syscall.Signal) outcome {
	w.t.Helper()
	started := filepath.Join(w.dir, "started")
	assert.Eventually(w.t, func() bool { _, err := os.Stat(started); return err == nil }, 20*time.Second, 5*time.Millisecond)
	require.NoError(w.t, os.Remove(started))
	return r.interrupt(100*time.Millisecond, signals...)
}

// However the kernel misbehaves, the command ends when it is told to, or by
// itself before that, and so does all that the kernel has started.
func TestKernels(t *testing.T) {
	for name, text := range kernels {
		sideBySide(t, name, func(t *testing.T, w *workspace) {
			w.useKernel(text)
			for _, signal := range endings {
				result := w.whenStarted(w.start("synth", "tensorflow-test", "--output", "out"), signal)
				assert.Contains(t, []int{1, 128 + int(signal)}, result.code, result.stderr)
				assert.Less(t, result.took, patience)
				assert.Len(t, result.prose(), 1, result.stderr)
				assert.NoDirExists(t, filepath.Join(w.dir, "out"))
				w.assertClean(name)
			}
			result := w.run("plan", "tensorflow-test", "--timeout", "500ms")
			assert.Contains(t, []int{1, 124}, result.code, result.stderr)
			w.assertClean(name)
		})
	}
}

// Without any limit of its user, a kernel that does not answer is given up.
func TestKernels_areGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	w.useKernel(kernels["answers half of a request"])
	result := w.run("synth", "tensorflow-test")
	assert.Equal(t, 1, result.code)
	assert.Less(t, result.took, time.Minute)
	if assert.Len(t, result.prose(), 1) {
		assert.Contains(t, result.prose()[0], "did not answer within 30s and was ended: try `"+filepath.Join(w.dir, "node")+" --version`")
	}
	w.assertClean("after a kernel that was given up")
}

// A second signal ends the command while it still waits for the first to work,
// and SIGKILL takes a kernel that hangs along.
func TestKernels_harderSignals(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	w.useKernel(kernels["hangs and ignores signals"])
	r := w.start("synth", "tensorflow-test")
	result := w.whenStarted(r, syscall.SIGTERM, syscall.SIGINT)
	assert.Contains(t, []int{143, 130}, result.code)
	w.assertClean("after two signals")

	w.whenStarted(w.start("synth", "tensorflow-test"), syscall.SIGKILL)
	assert.Eventually(t, func() bool { return len(w.processes()) <= 1 }, 5*time.Second, 50*time.Millisecond, "the shell is gone; its sleep may go on")
}

// A Node.js that does not even say its version has a limit of its own.
func TestKernels_version(t *testing.T) {
	for name, text := range map[string]string{
		"hangs":              "exec sleep 600",
		"prints without end": "while :; do echo v24.9.0; done",
	} {
		sideBySide(t, name, func(t *testing.T, w *workspace) {
			w.setenv("JSII_NODE", w.write("node", "#!/bin/sh\n: > started\n"+text+"\n", 0o755))
			for _, signal := range endings {
				result := w.whenStarted(w.start("synth", "tensorflow-test"), signal)
				assert.Contains(t, []int{2, 128 + int(signal)}, result.code, result.stderr)
				w.assertClean(name)
			}
			result := w.run("synth", "tensorflow-test")
			assert.Equal(t, 2, result.code)
			assert.Less(t, result.took, 30*time.Second)
			assert.Len(t, result.prose(), 1, result.stderr)
			w.assertClean(name)
		})
	}
}

// Node.js that says why it dies is quoted with one line of what it says.
func TestKernels_nodeOptions(t *testing.T) {
	for name, test := range map[string]struct{ options, want string }{
		"that print":            {"--require=./print.js", "what runs as CDK's kernel does not answer as it does"},
		"that starve it":        {"--max-old-space-size=12", "Node.js ended: FATAL ERROR: Reached heap limit"},
		"that throw":            {"--require=./throw.js", "Node.js ended: Error: thrown"},
		"that end it":           {"--require=./exit.js", "Node.js ended: it was killed, or ran out of memory (NODE_OPTIONS is"},
		"that do not exist":     {"--require=./nothing.js", "Node.js ended: Error: Cannot find module './nothing.js'"},
		"that it does not know": {"--bogus", "--bogus is not allowed in NODE_OPTIONS"},
	} {
		sideBySide(t, name, func(t *testing.T, w *workspace) {
			w.write("print.js", "console.log('hello')", 0o644)
			w.write("throw.js", "throw new Error('thrown')", 0o644)
			w.write("exit.js", "process.exit(0)", 0o644)
			w.setenv("NODE_OPTIONS", test.options)
			result := w.run("synth", "tensorflow-test", "--validate", "never")
			assert.Contains(t, []int{1, 2}, result.code)
			if assert.Len(t, result.prose(), 1, result.stderr) {
				assert.Contains(t, result.prose()[0], test.want)
			}
			assert.Empty(t, result.stdout)
			w.assertClean(name)
		})
	}
}

// Too few files are one line, whatever the command; a home directory that does
// not exist stays so.
func TestStarved(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	w.setenv("COMMAND", program)
	limited := w.write("run", "#!/bin/sh\nulimit -n 4\nexec \"$COMMAND\" list\n", 0o755)
	result := w.startProgram(limited).wait()
	assert.Equal(t, 2, result.code)
	assert.Equal(t, []string{"ecsgpu: too few files may be open at a time: raise the limit, for example with `ulimit -n 256`"}, result.prose())

	home := filepath.Join(w.dir, "home")
	w.setenv("HOME", home)
	w.setenv("XDG_CACHE_HOME", "")
	assert.Zero(t, w.run("synth", "tensorflow-test", "--validate", "never").code)
	_, err := os.Stat(home)
	assert.ErrorIs(t, err, os.ErrNotExist)
}
