// Package fault separates what the user can put right from what went wrong
// with the work itself, because the exit code differs.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// The exit codes of the command.
const (
	OK       = 0
	Failed   = 1 // the input was fine, the work failed or found something
	BadInput = 2 // an argument, a flag or the environment needs a change

	TimeIsUp   = 124 // as GNU timeout has it
	BrokenPipe = 141 // as a shell has it for SIGPIPE: nobody reads the output any more
)

// input is an error in what the user gave.
type input struct{ err error }

func (e input) Error() string { return e.err.Error() }
func (e input) Unwrap() error { return e.err }

// Input formats an error in what the user gave: a name, a flag, a directory, a
// missing program. The message is one line that ends in the remedy.
func Input(format string, args ...any) error {
	return input{fmt.Errorf(format, args...)}
}

// Join puts several errors in what the user gave on one line; nil if there are
// none.
func Join(errs ...error) error {
	var messages []string
	for _, err := range errs {
		if err != nil {
			messages = append(messages, strings.ReplaceAll(err.Error(), "\n", "; ")) // errors.Join has lines
		}
	}
	if len(messages) == 0 {
		return nil
	}
	return Input("%s", strings.Join(messages, "; "))
}

// ended is the end of a run that was not done.
type ended struct {
	reason string
	code   int
}

func (e ended) Error() string { return e.reason }

// Signalled returns the error of a run that a signal ended. The exit code is
// what a shell makes of a process that a signal killed, and what the AWS CLI
// exits with: 128 and the number of the signal.
func Signalled(number int) error { return ended{"interrupted", 128 + number} }

// TimedOut returns the error of a run that took longer than its user allowed.
func TimedOut(limit time.Duration) error {
	return ended{fmt.Sprintf("not done after %s, which is all that --timeout allows", limit), TimeIsUp}
}

// ExitCode is the exit code for an error; nil gives OK.
func ExitCode(err error) int {
	var in input
	var early ended
	switch {
	case err == nil:
		return OK
	case errors.As(err, &early):
		return early.code
	case errors.As(err, &in):
		return BadInput
	default:
		return Failed
	}
}
