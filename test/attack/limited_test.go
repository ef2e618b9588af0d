//go:build attack

package attack

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What one run may take. ulimit sets RLIMIT_CPU and RLIMIT_AS, which the kernel enforces.
const (
	processorSeconds = 10
	addressSpaceKiB  = 3 << 20
	wall             = 2 * time.Minute // on a machine that does other things, too
)

// limitedOutcome is how a run ended.
type limitedOutcome struct {
	stdout, stderr string
	code           int // -1 after a signal
}

// run runs the command on a template on standard input.
func run(t *testing.T, template string, args ...string) limitedOutcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), wall)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -t %d && ulimit -v %d && exec "$0" "$@"`, processorSeconds, addressSpaceKiB)
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", limited, program}, args...)...)
	cmd.Stdin = strings.NewReader(template)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	require.NoError(t, ctx.Err(), "the run ends by itself")
	if cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	return limitedOutcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// survives asserts that the run ended by itself, with an exit code of its own
// and without a stack trace.
func (o limitedOutcome) survives(t *testing.T) {
	t.Helper()
	assert.Contains(t, []int{0, 1, 2}, o.code, "within %d s and %d MiB; stderr: %.300s", processorSeconds, addressSpaceKiB/1024, o.stderr)
	for _, trace := range []string{"goroutine ", "panic:", "fatal error:", "runtime:"} {
		assert.NotContains(t, o.stderr, trace)
	}
	if o.code == 2 {
		assert.NotEmpty(t, o.stderr, "a refusal says why")
	}
}
