package cloudformation

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// Problem is one thing that is wrong with a template or with the values given for it.
type Problem struct {
	Place   Place
	Message string

	kind error // one of the errors below, or nil
}

// Error returns "file:line: path: message" on one line.
func (p Problem) Error() string {
	if p.Place.IsZero() {
		return visible.Text(p.Message)
	}
	return visible.Text(p.Place.String() + ": " + p.Message)
}

// Unwrap returns the kind of refusal, if it is of one.
func (p Problem) Unwrap() error { return p.kind }

// Problems is the error of [Parse] and [Template.Evaluate]: everything that is
// wrong, not only the first thing.
type Problems []Problem

// Error returns one problem per line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.Is and errors.As see each problem.
func (p Problems) Unwrap() []error {
	errs := make([]error, len(p))
	for i, problem := range p {
		errs[i] = problem
	}
	return errs
}

// Kinds of input that is no template, for errors.Is.
var (
	ErrNotATemplate = errors.New("not a CloudFormation template")
	ErrTooLarge     = errors.New("the template is too large")
)

func problemAt(kind error, at Place, format string, args ...any) Problem {
	message := fmt.Sprintf(format, args...)
	if kind != nil {
		message = kind.Error() + ": " + message
	}
	return Problem{Place: at, Message: message, kind: kind}
}

// orNil avoids the typed nil that an empty list would be as an error.
func (p Problems) orNil() error {
	if len(p) == 0 {
		return nil
	}
	return p
}
