// Package process runs other programs within limits (of time, of what they may
// print, and of the life of this process), says which files and programs of
// others may be trusted, and lets nothing outlive the command: neither processes
// nor temporary directories.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// timeLimit is how long a program may take to say its version. The slowest of
// them, the AWS CLI on a cold disk, takes a few seconds.
const timeLimit = 15 * time.Second

// outputLimit is how many bytes a program may print to either stream.
const outputLimit = 64 << 10

// FindProgram returns the path of a program. A name without a separator is looked for
// on PATH, in absolute directories alone: an entry that is empty, relative or .
// would run whatever the working directory holds.
func FindProgram(name string) (string, error) {
	if strings.ContainsAny(name, `/\`) {
		return exec.LookPath(name)
	}
	for _, dir := range searchPath() {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

func searchPath() []string {
	return slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool { return !filepath.IsAbs(dir) })
}

// Output runs a program and returns what it prints. Both are cut off where the
// program fails. The program and what it has started end with ctx, after 15
// seconds, when they print more than 64 KiB, and with this process.
func Output(ctx context.Context, name string, args ...string) (stdout, stderr string, err error) {
	return output(ctx, timeLimit, name, args...)
}

func output(ctx context.Context, limit time.Duration, name string, args ...string) (string, string, error) {
	path, err := FindProgram(name)
	if err != nil {
		return "", "", err
	}
	done, err := Begin(ctx)
	if err != nil {
		return "", "", err
	}
	defer done()
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(limit, func() { cancel(fmt.Errorf("it does not end within %s", limit)) })
	defer timer.Stop()

	command := exec.CommandContext(limited, path, args...)
	// What the program runs by name is looked for where Find looks.
	command.Env = append(os.Environ(), "PATH="+strings.Join(searchPath(), string(filepath.ListSeparator)))
	out, errs := &bounded{full: cancel}, &bounded{full: cancel}
	command.Stdout, command.Stderr = out, errs
	command.WaitDelay = time.Second // for those that hold its output open
	endTogether(command)
	// The kernel of Linux ends a child with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err = command.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		killGroup(command.Process) // what it left behind; it has answered
		err = nil
	}
	if limited.Err() != nil {
		err = context.Cause(limited)
	}
	return out.text.String(), errs.text.String(), err
}

// bounded keeps what a program prints, and ends it when that is too much.
type bounded struct {
	text bytes.Buffer
	full context.CancelCauseFunc
}

func (b *bounded) Write(data []byte) (int, error) {
	if b.text.Len()+len(data) > outputLimit {
		err := fmt.Errorf("it prints more than %d KiB", outputLimit>>10)
		b.full(err)
		return 0, err
	}
	return b.text.Write(data)
}
