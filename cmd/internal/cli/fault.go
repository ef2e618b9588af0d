// Package cli reads the arguments that cobra leaves as text, and turns errors
// into the message and the exit code of the command. It separates what the user
// can put right from what went wrong with the work itself, because the exit code
// differs.
package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ecsgpu/cdk/constructs/visible"
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

// InputError formats an error in what the user gave: a name, a flag, a directory, a
// missing program. The message is one line that ends in the remedy.
func InputError(format string, args ...any) error {
	return input{fmt.Errorf(format, args...)}
}

// Join puts several errors in what the user gave on one line, those that are
// joined already too; nil if there are none.
func Join(errs ...error) error {
	joined := errors.Join(errs...)
	if joined == nil {
		return nil
	}
	return InputError("%s", OneLine(joined))
}

// OneLine returns the message of an error, with the messages of joined errors
// behind each other.
func OneLine(err error) string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return visible.Text(err.Error())
	}
	var messages []string
	for _, each := range joined.Unwrap() {
		messages = append(messages, OneLine(each))
	}
	return strings.Join(messages, "; ")
}

// report is an error whose message has lines.
type report struct{ error }

func (r report) Unwrap() error { return r.error }

// Report marks an error as one whose lines are meant, such as the findings of
// CDK's validator. In any other message a line feed comes from a value.
func Report(err error) error { return report{err} }

// Message returns what the user reads of an error.
func Message(err error) string {
	var lines report
	if errors.As(err, &lines) {
		return visible.Lines(err.Error())
	}
	return visible.Text(err.Error())
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

// ExitCode returns the exit code for an error; nil gives OK.
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
