package synthesis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"time"

	constructs "github.com/aws/constructs-go/constructs/v10/jsii"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
	"github.com/ecsgpu/cdk/cmd/internal/quiet"
	"github.com/ecsgpu/cdk/cmd/internal/workstation"
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

// How long the kernel may take. The first answer takes it a quarter of a second,
// a step of the synthesis seldom more than three: these are for slow machines.
const (
	answerLimit = 30 * time.Second // to the first answer
	stepLimit   = 2 * time.Minute  // for one step: a stack, or the synthesis of all
	closeLimit  = 5 * time.Second  // to leave when it is told to
	killLimit   = 3 * time.Second  // to be gone after it was killed
)

// inKernel runs work that calls CDK, and then what no longer does: that happens
// while the kernel is ending, which takes it a while. It starts the Node.js
// process on the first call, and has ended it and removed its files when it
// returns; both may use its temporary directory. What CDK prints goes to stderr. JavaScript's exceptions, which arrive
// as panics, are returned as errors. When ctx ends, the kernel is killed and
// ctx's cause is returned; and so it is when the kernel does not answer. Work
// calls step whenever it has come further.
func inKernel(ctx context.Context, node workstation.Node, environment map[string]string, stderr io.Writer,
	work func(temporary string, step func()) error, then func(temporary string) error) (err error) {
	done, err := process.Begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	if _, err := os.Getwd(); err != nil {
		return cli.InputError("the working directory is gone (%v): change to one that exists", err)
	}
	// The kernel unpacks itself into the temporary directory, and a kernel that
	// is killed leaves it there.
	temporary, err := process.NewTemporaryDirectory()
	if err != nil {
		return err
	}
	defer temporary.Remove()
	console, err := openConsole(stderr)
	if err != nil {
		return fmt.Errorf("cannot open a pipe: %w", err)
	}
	defer func() { err = console.close(err) }()
	variables, err := environmentFor(node, temporary.Path, environment)
	if err != nil {
		return err
	}
	defer setEnvironment(variables)()
	// jsii prepared a kernel when the program started, for the environment of
	// that moment; closing it makes the next call prepare another.
	process.AdoptOrphans()
	quiet.Lift()
	jsii.Close()

	limited, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	watch := newWatchdog(node, giveUp)
	defer watch.stop()
	finished := make(chan error, 1)
	go func() {
		finished <- recovered(func() error {
			constructs.Initialize() // the smallest request: an answer shows that this is a kernel
			watch.step()
			return work(temporary.Path, watch.step)
		})
	}()
	answered, err := await(limited, finished)
	if answered {
		// Closing makes the kernel leave by itself; after a kill it collects it.
		closed := make(chan error, 1)
		go func() { jsii.Close(); closed <- nil }()
		defer awaitClose(ctx, closed)
	}
	var garbage *garbageError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &garbage):
		return err
	case limited.Err() != nil:
		return context.Cause(limited)
	case err != nil:
		return err
	}
	return then(temporary.Path)
}

// await returns the result of work. When ctx ends first, it kills the kernel,
// again and again until the work has noticed: the kernel may be only just about
// to start. Work that does not notice is left behind.
func await(ctx context.Context, finished <-chan error) (answered bool, err error) {
	select {
	case err := <-finished:
		return true, err
	case <-ctx.Done():
	}
	giveUp := time.After(killLimit)
	for {
		process.KillDescendants()
		select {
		case err := <-finished:
			return true, err
		case <-giveUp:
			return false, nil
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// awaitClose waits for the kernel to leave, and kills one that does not.
func awaitClose(ctx context.Context, closed <-chan error) {
	limited, cancel := context.WithTimeout(ctx, closeLimit)
	defer cancel()
	await(limited, closed)
}

// watchdog gives up on a kernel that does not answer.
type watchdog struct {
	timer *time.Timer
	limit time.Duration
}

func newWatchdog(node workstation.Node, giveUp context.CancelCauseFunc) *watchdog {
	w := &watchdog{limit: answerLimit}
	w.timer = time.AfterFunc(w.limit, func() {
		giveUp(fmt.Errorf("CDK's kernel, which %s runs, did not answer within %s and was ended: try `%s --version`, and without NODE_OPTIONS; JSII_NODE names another Node.js", node.Path, w.limit, node.Path))
	})
	return w
}

// step notes that the kernel has answered.
func (w *watchdog) step() {
	if w.timer.Stop() {
		w.limit = stepLimit
		w.timer.Reset(w.limit)
	}
}

func (w *watchdog) stop() { w.timer.Stop() }

func environmentFor(node workstation.Node, temporary string, extra map[string]string) (map[string]string, error) {
	variables, err := preloading(temporary)
	if err != nil {
		return nil, err
	}
	program, variable, value := quiet.Bound(node.Path)
	variables["JSII_NODE"], variables[variable], variables["TMPDIR"] = program, value, temporary
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
