package ecsgpu

import (
	"errors"
	"runtime"
	"sync/atomic"
)

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
