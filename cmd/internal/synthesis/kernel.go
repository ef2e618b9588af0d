package synthesis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/cmd/internal/nodejs"
	"github.com/ecsgpu/cdk/cmd/internal/quiet"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// quietKernel silences the banners of Node.js and jsii about Node's version:
// FindNode has said what there is to say.
var quietKernel = map[string]string{
	"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION":  "20,21,22,23,24,25,26",
	"JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION":   "1",
	"JSII_SILENCE_WARNING_KNOWN_BROKEN_NODE_VERSION": "1",
	"JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION":     "1",
	"NODE_NO_WARNINGS": "1",
}

// inKernel runs work that calls CDK. It starts the Node.js process on the first
// such call, and has ended it and removed its files when it returns. What CDK
// prints goes to stderr. JavaScript's exceptions, which arrive as panics, are
// returned as errors. When ctx ends, the kernel is killed and ctx's cause is
// returned.
func inKernel(ctx context.Context, node nodejs.Node, environment map[string]string, stderr io.Writer, work func() error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	// The kernel unpacks itself into the temporary directory, and a kernel that
	// is killed leaves it there.
	temporary, err := os.MkdirTemp("", "ecsgpu-kernel-")
	if err != nil {
		return fmt.Errorf("cannot create a temporary directory: %w", err)
	}
	defer os.RemoveAll(temporary)
	console, err := openConsole(stderr)
	if err != nil {
		return fmt.Errorf("cannot open a pipe: %w", err)
	}
	defer console.close()
	restore := setEnvironment(environmentFor(node, temporary, environment))
	defer restore()
	// jsii prepared a kernel when the program started, for the environment of
	// that moment; closing it makes the next call prepare another.
	quiet.Lift()
	jsii.Close()
	// Closing makes the kernel leave by itself; after a kill it collects it.
	defer jsii.Close()

	finished := make(chan struct{})
	go killWhenDone(ctx, finished)
	err = recovered(work)
	close(finished)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// killWhenDone kills the kernel when ctx ends, again and again until the work
// has noticed: the kernel may be only just about to start.
func killWhenDone(ctx context.Context, finished <-chan struct{}) {
	select {
	case <-finished:
		return
	case <-ctx.Done():
	}
	for {
		killChildren()
		select {
		case <-finished:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func environmentFor(node nodejs.Node, temporary string, extra map[string]string) map[string]string {
	variables := map[string]string{"JSII_NODE": node.Path, "TMPDIR": temporary}
	for key, value := range quietKernel {
		variables[key] = value
	}
	for key, value := range extra {
		variables[key] = value
	}
	return variables
}

// setEnvironment sets variables of this process, which the kernel inherits; an
// empty value unsets. The result puts everything back.
func setEnvironment(variables map[string]string) (restore func()) {
	before := map[string]string{}
	for key, value := range variables {
		if old, ok := os.LookupEnv(key); ok {
			before[key] = old
		}
		if value == "" {
			os.Unsetenv(key)
		} else {
			os.Setenv(key, value)
		}
	}
	return func() {
		for key := range variables {
			if old, ok := before[key]; ok {
				os.Setenv(key, old)
			} else {
				os.Unsetenv(key)
			}
		}
	}
}

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
		return fault.Input("%v", refused)
	}
	message := strings.TrimSpace(fmt.Sprint(cause))
	for _, death := range []string{"no response received from child process", "broken pipe", "file already closed", "this process has been closed"} {
		if strings.Contains(message, death) {
			return errors.New("the synthesis stopped half-way because Node.js ended: it was killed, or ran out of memory")
		}
	}
	return errors.New(cleanMessage(message))
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
