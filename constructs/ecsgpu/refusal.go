package ecsgpu

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aws/constructs-go/constructs/v10"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// RefusedError says why a construct was not created. Constructors panic with
// it, as everything in CDK for Go does; [Recover] catches it.
type RefusedError struct {
	// Construct is the path of the construct that was asked for.
	Construct string
	// Problems is everything that is wrong with its props, never empty.
	Problems []error
}

// Error lists the problems, one per line when there are several.
func (e *RefusedError) Error() string {
	if len(e.Problems) == 1 {
		return visible.Text(fmt.Sprintf("%s: %v", e.Construct, e.Problems[0]))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d problems", visible.Text(e.Construct), len(e.Problems))
	for _, problem := range e.Problems {
		fmt.Fprintf(&b, "\n  - %s", visible.Text(problem.Error()))
	}
	return b.String()
}

// Unwrap makes the problems visible to errors.Is and errors.As.
func (e *RefusedError) Unwrap() []error { return e.Problems }

// Recover calls build and returns what a constructor in it panicked with, a
// *RefusedError, or nil. Every other panic goes on.
func Recover(build func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *RefusedError:
			err = r
		default:
			panic(r)
		}
	}()
	build()
	return nil
}

// refuse panics when a construct of this id under scope has problems.
func refuse(scope constructs.Construct, id string, problems error) {
	if problems == nil {
		return
	}
	path := id
	if parent := *scope.Node().Path(); parent != "" {
		path = parent + "/" + id
	}
	panic(&RefusedError{Construct: path, Problems: flatten(problems)})
}

// flatten takes joined errors apart, so that each becomes one line.
func flatten(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, each := range joined.Unwrap() {
			all = append(all, flatten(each)...)
		}
		return all
	}
	return []error{err}
}

// problems collects what is wrong with props, in the order of the fields.
type problems []error

func (p *problems) add(format string, args ...any) {
	*p = append(*p, fmt.Errorf(format, args...))
}

func (p problems) join() error { return errors.Join(p...) }
