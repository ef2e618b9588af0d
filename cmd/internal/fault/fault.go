// Package fault separates what the user can put right from what went wrong
// with the work itself, because the exit code differs.
package fault

import (
	"errors"
	"fmt"
	"strings"
)

// The exit codes of the command.
const (
	OK       = 0
	Failed   = 1 // the input was fine, the work failed or found something
	BadInput = 2 // an argument, a flag or the environment needs a change
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

// signalled is the end of a run by a signal.
type signalled struct{ code int }

func (e signalled) Error() string { return "interrupted" }

// Signalled is the error of a run that a signal ended; the exit code is the
// shell's: 128 and the number of the signal.
func Signalled(number int) error { return signalled{128 + number} }

// ExitCode is the exit code for an error; nil gives OK.
func ExitCode(err error) int {
	var in input
	var sig signalled
	switch {
	case err == nil:
		return OK
	case errors.As(err, &sig):
		return sig.code
	case errors.As(err, &in):
		return BadInput
	default:
		return Failed
	}
}
