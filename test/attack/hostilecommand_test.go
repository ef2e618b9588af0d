//go:build attack

package attack

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// victim is the command under attack, built from the sources beside it.
type victim struct {
	program string
	env     []string
}

func newVictim(t *testing.T) victim {
	t.Helper()
	program := filepath.Join(t.TempDir(), "ecsgpu")
	if built := os.Getenv("ECSGPU"); built != "" {
		program = built // another build of the command
	} else {
		out, err := exec.Command("go", "build", "-o", program, "../../cmd/ecsgpu").CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	env := append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "AWS_REGION=us-east-2")
	if node, err := filepath.Abs("../../node_modules/node/bin/node"); err == nil && os.Getenv("JSII_NODE") == "" {
		env = append(env, "JSII_NODE="+node)
	}
	return victim{program, env}
}

// run runs the command in a directory. An attack that it does not survive, or
// that takes a minute, fails.
func (v victim) run(t *testing.T, dir, stdin string, env []string, args ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, v.program, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, append(v.env[:len(v.env):len(v.env)], env...), strings.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return answer{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// commands are the names of all commands, as the command completes them.
func (v victim) commands(t *testing.T) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(v.run(t, ".", "", nil, "__complete", "").stdout) {
		if name, _, found := strings.Cut(line, "\t"); found {
			names = append(names, name)
		}
	}
	require.Contains(t, names, "check")
	return names
}
