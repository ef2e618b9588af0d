package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ecsgpu/cdk/cmd/internal/workstation"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in test/command, and docs/stacks")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ecsgpu": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the whole command as its users do. Each script of
// test/command runs in a directory and with a cache of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "test", "command"),
		Setup:               setUpScript,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"leftovers": leftovers,
		},
	})
}

// setUpScript gives a script the Node.js that this test would use, and the
// kernel's unpacked packages, which take seconds to unpack.
func setUpScript(env *testscript.Env) error {
	node, err := workstation.FindNode(context.Background())
	if err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	env.Setenv("JSII_NODE", node.Path)
	env.Setenv("LF", "\n")
	// What jsii gives it, and one thread of V8's own: scripts run side by side.
	env.Setenv("NODE_OPTIONS", "--max-old-space-size=4069 --v8-pool-size=1")
	env.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", filepath.Join(cache, "aws", "jsii", "package-cache"))
	env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
	// For scripts that take everything else away from PATH.
	env.Setenv("COMMAND_DIR", filepath.SplitList(env.Getenv("PATH"))[0])
	return nil
}

// exits runs a command and compares its exit code: exits 2 ecsgpu synth nothing.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// leftovers fails if a directory holds more than the named entries. Used with
// !, it fails if it does not.
func leftovers(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: ! leftovers DIRECTORY [EXPECTED...]")
	}
	expected := map[string]bool{}
	for _, name := range args[1:] {
		expected[name] = true
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var unexpected []string
	for _, entry := range entries {
		if !expected[entry.Name()] {
			unexpected = append(unexpected, entry.Name())
		}
	}
	if neg == (len(unexpected) > 0) {
		ts.Fatalf("left over in %s: %v", args[0], unexpected)
	}
}
