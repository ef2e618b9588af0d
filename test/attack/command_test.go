//go:build attack

package attack

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// command is the binary in surroundings of its own.
type command struct {
	binary    string
	temporary string // its temporary directory
	env       []string
}

// newCommand lets the command use the kernel's unpacked packages, which take
// seconds to unpack, and nothing else of the user's.
func newCommand(t *testing.T) command {
	t.Helper()
	node, err := filepath.Abs("../../node_modules/node/bin/node")
	require.NoError(t, err)
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	c := command{binary: program, temporary: t.TempDir()}
	c.env = append(os.Environ(), "JSII_NODE="+node, "TMPDIR="+c.temporary, "XDG_CACHE_HOME="+filepath.Join(t.TempDir(), "cache"),
		"JSII_RUNTIME_PACKAGE_CACHE_ROOT="+filepath.Join(cache, "aws", "jsii", "package-cache"), "CDK_OUTDIR=", "NODE_OPTIONS=--v8-pool-size=1")
	return c
}

// synth prepares a synthesis into a directory.
func (c command) synth(output string) *exec.Cmd {
	cmd := exec.Command(c.binary, "synth", "tensorflow-test", "--validate", "never", "--output", output)
	cmd.Env = c.env
	return cmd
}

// result is how a process ended.
type result struct {
	code   int // -1 if by a signal
	stderr string
}

func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return result{cmd.ProcessState.ExitCode(), stderr.String()}
}
