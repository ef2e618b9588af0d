package synthesis

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConsole(t *testing.T) {
	stdout, stderr := os.Stdout, os.NewFile(2, "stderr") // another test may have silenced it
	os.Stderr = stderr
	var user strings.Builder
	c, err := openConsole(&user)
	require.NoError(t, err)
	fmt.Fprintln(os.Stdout, "from console.log")
	fmt.Fprint(os.Stderr, "WARNING first\n\n\n  detail\n\nA copy of this report can be found in: /tmp/x.json\n")
	fmt.Fprint(os.Stderr, "Runtime process exited abnormally: waitid: no child processes")
	fmt.Fprint(os.Stderr, "\nno end of line")
	fmt.Fprint(os.Stderr, "Runtime process exited abnormally: exit status 1")
	assert.NoError(t, c.close(nil))
	assert.Equal(t, "from console.log\nWARNING first\n\n  detail\n\nno end of line\n", user.String())
	assert.Same(t, stdout, os.Stdout)
	assert.NotSame(t, stderr, os.Stderr, "what jsii says later reaches nobody")
	os.Stderr = stderr
}

func TestCleanMessage(t *testing.T) {
	for name, test := range map[string]struct{ given, want string }{
		"an exception":             {"Error: no such subnet", "no such subnet"},
		"a fault of the kernel":    {"JsiiError: @jsii/kernel.Fault Error: no such type", "no such type"},
		"several lines":            {"Error: Validation failed:\n  [a] first\n  [b] second\n", "Validation failed:\n  [a] first\n  [b] second"},
		"a path that will be gone": {"Validation failed\n\nA copy of this report can be found in: /tmp/x", "Validation failed"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, cleanMessage(test.given)) })
	}
}
