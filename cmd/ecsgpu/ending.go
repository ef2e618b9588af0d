package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
	"github.com/ecsgpu/cdk/cmd/internal/quiet"
)

// grace is how long work may take to clean up after itself. Killing the kernel
// and removing its directory takes a tenth of a second.
const grace = 5 * time.Second

// endingSignals end the command.
var endingSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// ending ends a command before it is done: at a signal, or when the time of
// --timeout is up. A command that has nothing to clean up ends at once, whatever
// it is doing. One that has is given its grace, unless a second signal comes.
type ending struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	work    *process.Work
	signals chan os.Signal
}

func newEnding() *ending {
	e := &ending{signals: make(chan os.Signal, 2)}
	e.ctx, e.cancel = context.WithCancelCause(context.Background())
	e.ctx, e.work = process.NewContext(e.ctx)
	for _, each := range endingSignals {
		// nohup and shells in the background have some ignored.
		if !signal.Ignored(each) {
			signal.Notify(e.signals, each)
		}
	}
	quiet.TakeQuit() // now that SIGQUIT has somewhere to go
	// A reader that has gone is an error of the write, and not the end of the
	// process before it has cleaned up.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return e
}

// addFlag gives all commands the flag that limits their time.
func (e *ending) addFlag(root *cobra.Command) {
	begin := time.Now()
	limit := root.PersistentFlags().Duration("timeout", 0, "end the command, and what it has started, after this time, with exit code 124 (default no limit)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case !cmd.Flags().Changed("timeout"):
		case *limit <= 0:
			return cli.InputError("--timeout must be more than 0, got %s", *limit)
		default:
			time.AfterFunc(*limit-time.Since(begin), func() { e.cancel(cli.TimedOut(*limit)) })
		}
		return nil
	}
}

// run returns the error of work, or why it ended before.
func (e *ending) run(work func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- work(e.ctx) }()
	select {
	case err := <-done:
		return err
	case received := <-e.signals:
		number, _ := received.(syscall.Signal)
		e.cancel(cli.Signalled(int(number)))
	case <-e.ctx.Done():
	}
	cause := context.Cause(e.ctx)
	select {
	case <-e.work.End():
		return cause
	case <-e.signals:
	case <-time.After(grace):
	}
	process.KillDescendants()
	process.RemoveTemporaryDirectories()
	return cause
}
