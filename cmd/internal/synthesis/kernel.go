package synthesis

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/cmd/internal/nodejs"
	"github.com/ecsgpu/cdk/cmd/internal/quiet"
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

// inKernel runs work that calls CDK, and then what no longer does: that happens
// while the kernel is ending, which takes it a while. It starts the Node.js
// process on the first call, and has ended it and removed its files when it
// returns; both may use its temporary directory. What CDK prints goes to stderr. JavaScript's exceptions, which arrive
// as panics, are returned as errors. When ctx ends, the kernel is killed and
// ctx's cause is returned.
func inKernel(ctx context.Context, node nodejs.Node, environment map[string]string, stderr io.Writer, work, then func(temporary string) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, err := os.Getwd(); err != nil {
		return fault.Input("the working directory is gone (%v): change to one that exists", err)
	}
	// The kernel unpacks itself into the temporary directory, and a kernel that
	// is killed leaves it there.
	temporary, err := os.MkdirTemp("", "ecsgpu-kernel-")
	if err != nil {
		return fmt.Errorf("cannot create a temporary directory: %w", err)
	}
	defer os.RemoveAll(temporary)
	// TMPDIR may be relative, and Node.js takes that for the name of a package.
	if temporary, err = filepath.Abs(temporary); err != nil {
		return fmt.Errorf("cannot find the temporary directory: %w", err)
	}
	console, err := openConsole(stderr)
	if err != nil {
		return fmt.Errorf("cannot open a pipe: %w", err)
	}
	defer console.close()
	variables, err := environmentFor(node, temporary, environment)
	if err != nil {
		return err
	}
	defer setEnvironment(variables)()
	// jsii prepared a kernel when the program started, for the environment of
	// that moment; closing it makes the next call prepare another.
	quiet.Lift()
	jsii.Close()

	finished, ended := make(chan struct{}), make(chan struct{})
	go killWhenDone(ctx, finished)
	err = recovered(func() error { return work(temporary) })
	close(finished)
	go func() {
		defer close(ended)
		// Closing makes the kernel leave by itself; after a kill it collects it.
		jsii.Close()
	}()
	defer func() { <-ended }()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	}
	return then(temporary)
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

func environmentFor(node nodejs.Node, temporary string, extra map[string]string) (map[string]string, error) {
	variables, err := preloading(temporary)
	if err != nil {
		return nil, err
	}
	variables["JSII_NODE"], variables["TMPDIR"] = node.Path, temporary
	maps.Copy(variables, quietKernel)
	maps.Copy(variables, extra)
	return variables, nil
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
