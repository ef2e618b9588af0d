package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// script writes a shell script and returns its path.
func script(t *testing.T, path, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs here are shell scripts")
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	return path
}

func TestFind_takesAbsoluteEntriesAlone(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	script(t, filepath.Join(dir, "tool"), "")
	script(t, filepath.Join(dir, "bin", "tool"), "")
	want := script(t, filepath.Join(dir, "last", "tool"), "")
	for _, entry := range []string{".", "", "bin", "./bin"} {
		t.Run("entry "+entry, func(t *testing.T) {
			t.Setenv("PATH", entry)
			_, err := FindProgram("tool")
			assert.ErrorIs(t, err, exec.ErrNotFound)
			t.Setenv("PATH", entry+string(filepath.ListSeparator)+filepath.Join(dir, "last"))
			found, err := FindProgram("tool")
			require.NoError(t, err)
			assert.Equal(t, want, found)
		})
	}
}

func TestOutput(t *testing.T) {
	path := script(t, filepath.Join(t.TempDir(), "tool"), "echo $1; echo problem >&2; exit $2")
	out, errs, err := Output(context.Background(), path, "v1", "0")
	require.NoError(t, err)
	assert.Equal(t, "v1\n", out)
	assert.Equal(t, "problem\n", errs)
	_, errs, err = Output(context.Background(), path, "v1", "3")
	assert.ErrorContains(t, err, "exit status 3")
	assert.Equal(t, "problem\n", errs)
}

func TestOutput_doesNotGiveProgramsTheWorkingDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	script(t, filepath.Join(dir, "inner"), "echo planted")
	path := script(t, filepath.Join(dir, "outer"), "inner || echo not run")
	t.Setenv("PATH", ".:"+os.Getenv("PATH"))
	out, _, err := Output(context.Background(), path)
	require.NoError(t, err)
	assert.Equal(t, "not run\n", out)
}

// A program that does not end is killed with all that it has started.
func TestOutput_ends(t *testing.T) {
	interrupted := errors.New("interrupted")
	for name, test := range map[string]struct {
		text  string
		limit time.Duration
		want  string
	}{
		"what hangs":                      {"sleep 600 & echo $! > pid; wait", 200 * time.Millisecond, "it does not end within 200ms"},
		"what hangs when it is cancelled": {"sleep 600 & echo $! > pid; wait", time.Minute, "interrupted"},
		"what prints without end":         {"echo $$ > pid; while :; do echo yesyesyesyesyesyesyesyes; done", time.Minute, "it prints more than 64 KiB"},
		"what hides behind its child":     {"sleep 600 & echo $! > pid", time.Minute, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			path := script(t, filepath.Join(dir, "tool"), test.text)
			ctx, cancel := context.WithCancelCause(context.Background())
			defer cancel(nil)
			if test.want == interrupted.Error() {
				time.AfterFunc(300*time.Millisecond, func() { cancel(interrupted) })
			}
			begin := time.Now()
			_, _, err := output(ctx, test.limit, path)
			assert.Less(t, time.Since(begin), 10*time.Second)
			if test.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, test.want)
			}
			assert.Eventually(t, func() bool { return !lives(t, filepath.Join(dir, "pid")) }, 5*time.Second, 10*time.Millisecond)
		})
	}
}

// lives reports whether the process whose id a file holds still runs; a process
// that nobody has collected yet does not.
func lives(t *testing.T, file string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	state, err := exec.Command("ps", "-o", "state=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && !strings.HasPrefix(strings.TrimSpace(string(state)), "Z")
}
