//go:build attack && linux

package attack

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a limited run may take. ulimit sets RLIMIT_CPU and RLIMIT_AS, which the
// operating system enforces.
const (
	processorSeconds = 10
	addressSpaceKiB  = 3 << 20
)

// wall is how long any run may take, on a machine that does other things, too.
const wall = 2 * time.Minute

// outcome is how a run of the command ended.
type outcome struct {
	code           int            // -1 if a signal killed it
	signal         syscall.Signal // that did
	stdout, stderr string
	took           time.Duration // since the signal, or else since the start
	before         bool          // it was over before the signal
}

// running is a run of the command that has begun. It has a process group of its
// own.
type running struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
	begin          time.Time
	ended          chan struct{}
}

// run runs the command to its end.
func (w *workspace) run(args ...string) outcome { return w.start(args...).wait() }

// runOn runs the command with a text on standard input.
func (w *workspace) runOn(stdin string, args ...string) outcome {
	w.t.Helper()
	return w.begin(strings.NewReader(stdin), program, args...).wait()
}

// limited is runOn within limits of processor time and address space.
func (w *workspace) limited(stdin string, args ...string) outcome {
	w.t.Helper()
	limits := fmt.Sprintf(`ulimit -t %d && ulimit -v %d && exec "$0" "$@"`, processorSeconds, addressSpaceKiB)
	return w.begin(strings.NewReader(stdin), "/bin/sh", append([]string{"-c", limits, program}, args...)...).wait()
}

// start begins a run. Its standard input stays open and says nothing.
func (w *workspace) start(args ...string) *running {
	w.t.Helper()
	return w.startProgram(program, args...)
}

// startProgram begins a run of another program.
func (w *workspace) startProgram(path string, args ...string) *running {
	w.t.Helper()
	return w.begin(nil, path, args...)
}

// begin begins a run, with a text on standard input or nil for one that stays
// open. A run that does not end in time is killed, and fails.
func (w *workspace) begin(text io.Reader, path string, args ...string) *running {
	w.t.Helper()
	r := &running{command: exec.Command(path, args...), begin: time.Now(), ended: make(chan struct{})}
	r.command.Dir, r.command.Env, r.command.Stdin = w.dir, w.env, text
	r.command.Stdout, r.command.Stderr = &r.stdout, &r.stderr
	r.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.command.WaitDelay = time.Minute
	if text == nil {
		input, err := r.command.StdinPipe()
		require.NoError(w.t, err)
		w.t.Cleanup(func() { input.Close() })
	}
	require.NoError(w.t, r.command.Start())
	overdue := time.AfterFunc(wall, func() {
		w.t.Errorf("%q does not end within %s", args, wall)
		r.killGroup()
	})
	go func() {
		defer close(r.ended)
		_ = r.command.Wait()
		overdue.Stop()
	}()
	return r
}

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
	return r.end(after, func() {
		for _, signal := range signals {
			_ = r.command.Process.Signal(signal)
		}
	})
}

// killAll kills the command and all that it has started at once.
func (r *running) killAll(after time.Duration) outcome { return r.end(after, r.killGroup) }

func (r *running) killGroup() { _ = syscall.Kill(-r.command.Process.Pid, syscall.SIGKILL) }

func (r *running) end(after time.Duration, end func()) outcome {
	select {
	case <-time.After(after):
		r.begin = time.Now()
		end()
		return r.wait()
	case <-r.ended:
		o := r.wait()
		o.before = true
		return o
	}
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

// survives asserts that a limited run ended by itself, with an exit code of its
// own and without a stack trace.
func (o outcome) survives(t *testing.T) {
	t.Helper()
	assert.Contains(t, []int{0, 1, 2}, o.code, "within %d s and %d MiB; stderr: %.300s", processorSeconds, addressSpaceKiB/1024, o.stderr)
	for _, trace := range []string{"goroutine ", "panic:", "fatal error:", "runtime:"} {
		assert.NotContains(t, o.stderr, trace)
	}
	if o.code == 2 {
		assert.NotEmpty(t, o.stderr, "a refusal says why")
	}
}
