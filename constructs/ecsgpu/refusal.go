package ecsgpu

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

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

// building is the name of the outermost constructor that runs.
var building atomic.Pointer[string]

// alone refuses to build constructs from several goroutines at a time: jsii
// mixes up their calls, and the process ends in a SIGSEGV or a wrong template.
// A constructor calls it first, and the result when it returns. Constructors
// may call each other.
func alone(id string) (done func()) {
	pc, _, _, _ := runtime.Caller(1)
	name := runtime.FuncForPC(pc).Name()
	if building.CompareAndSwap(nil, &name) {
		return func() { building.Store(nil) }
	}
	if outermost := building.Load(); outermost != nil && calledBy(*outermost) {
		return func() {}
	}
	panic(&RefusedError{Construct: id, Problems: []error{
		errors.New("another goroutine is creating a construct, and CDK for Go is not safe for concurrent use; create all constructs of a process from one goroutine at a time"),
	}})
}

// calledBy reports whether the constructor that calls alone was itself called by
// a function of this name. Only one goroutine can be inside the outermost
// constructor, so that is this one.
func calledBy(name string) bool {
	const constructorsCaller = 4 // above Callers, calledBy, alone and the constructor
	callers := make([]uintptr, 256)
	frames := runtime.CallersFrames(callers[:runtime.Callers(constructorsCaller, callers)])
	for {
		frame, more := frames.Next()
		if frame.Function == name {
			return true
		}
		if !more {
			return false
		}
	}
}

// within refuses a duration outside of its range, or one that CloudFormation,
// which takes whole seconds, could not say: 30 instead of 30*time.Second is 30
// nanoseconds. Zero is a duration that was left out.
func (p *problems) within(field string, value, least, most time.Duration) {
	switch {
	case value == 0:
	case value < least || value > most:
		p.add("%s must be between %s and %s, got %s", field, least, most, value)
	case value%time.Second != 0:
		p.add("%s must be whole seconds, such as 30*time.Second, got %s", field, value)
	}
}

// seconds refuses what is no whole number of seconds.
func (p *problems) seconds(field string, value time.Duration) {
	if value < 0 || value%time.Second != 0 {
		p.add("%s must be whole seconds, such as 30*time.Second, and not negative, got %s", field, value)
	}
}
