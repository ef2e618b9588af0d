package synthesis

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// recovered turns the panics of jsii into errors: a JavaScript exception panics
// with an error, a missing required property with a string.
func recovered(work func() error) (err error) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if os.Getenv("ECSGPU_DEBUG") != "" {
			debug.PrintStack()
		}
		err = asError(cause)
	}()
	return work()
}

// asError turns a panic into an error. Props that a construct refuses come from
// what the user chose.
func asError(cause any) error {
	if refused, ok := cause.(*ecsgpu.RefusedError); ok {
		return cli.Report(cli.InputError("%w", refused))
	}
	if isGarbage(cause) {
		return &garbageError{strings.ReplaceAll(fmt.Sprint(cause), "\n", " ")}
	}
	message := strings.TrimSpace(fmt.Sprint(cause))
	for _, death := range []string{"no response received from child process", "broken pipe", "file already closed", "this process has been closed", "unexpected EOF"} {
		if strings.Contains(message, death) {
			return &diedError{}
		}
	}
	message = cleanMessage(message)
	if strings.Contains(message, "no space left on device") {
		message += ": make room where the output goes and in the temporary directory, which TMPDIR names"
	}
	return cli.Report(errors.New(message))
}

// garbageError is what a program that is not CDK's kernel causes.
type garbageError struct{ cause string }

func (e *garbageError) Error() string {
	return fmt.Sprintf("what runs as CDK's kernel does not answer as it does (%s): JSII_NODE, if set, must be the path of Node.js, and what NODE_OPTIONS loads must leave the kernel alone", e.cause)
}

// diedError is what a kernel causes that ends before its work does.
type diedError struct{ reason string }

func (e *diedError) Error() string {
	if e.reason == "" {
		e.reason = "it was killed, or ran out of memory"
	}
	message := "the synthesis stopped half-way because Node.js ended: " + e.reason
	if options := os.Getenv("NODE_OPTIONS"); options != "" {
		message += fmt.Sprintf(" (NODE_OPTIONS is %q)", options)
	}
	return message
}

// isGarbage reports whether jsii could not read the answer of the kernel.
func isGarbage(cause any) bool {
	err, ok := cause.(error)
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	return ok && (errors.As(err, &syntax) || errors.As(err, &shape) || strings.HasPrefix(err.Error(), "incompatible runtime version"))
}

// cleanMessage drops what jsii adds to the message of an exception.
func cleanMessage(message string) string {
	var kept []string
	for _, line := range strings.Split(message, "\n") {
		if isNoise(line) {
			continue
		}
		kept = append(kept, line)
	}
	message = strings.TrimSpace(strings.Join(kept, "\n"))
	for _, prefix := range []string{"JsiiError: @jsii/kernel.Fault ", "Error: "} {
		message = strings.TrimPrefix(message, prefix)
	}
	return message
}
