package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/visible"
)

// run executes the command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	end := newEnding()
	s := output.New(stdout, stderr)
	err := end.run(func(ctx context.Context) error { return execute(ctx, end, s, args) })
	if errors.Is(err, syscall.EPIPE) {
		// The reader of stdout has had enough; it needs no explanation.
		return cli.BrokenPipe
	}
	s.Finish(err)
	return cli.ExitCode(err)
}

// execute runs one command. A fault of the program fails as other work does:
// Go would print what it panicked with as it is.
func execute(ctx context.Context, end *ending, s streams, args []string) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = cli.Report(fmt.Errorf("a fault of this program: %s\n%s", visible.Text(fmt.Sprint(cause)), debug.Stack()))
		}
	}()
	root := newRoot(s)
	end.addFlag(root)
	root.SetArgs(parserArguments(args))
	return root.ExecuteContext(ctx)
}

// parserArguments returns the arguments as the parser may have them. What it
// cannot complete it prints itself, past our streams.
func parserArguments(args []string) []string {
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return args
	}
	shown := make([]string, len(args))
	for i, arg := range args {
		shown[i] = visible.Text(arg)
	}
	return shown
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "ecsgpu",
		Short: "Build, check and size GPU clusters on Amazon ECS",
		Long: `ecsgpu builds, checks and sizes GPU clusters on Amazon ECS.

Data goes to stdout and everything else to stderr, so that any output can be
piped. The exit code is 0 if all is well, 2 if an argument or the environment
needs a change, and 1 if the work itself failed or found something. A signal
ends a command with 128 and the number of the signal: 130 for SIGINT (Ctrl-C),
143 for SIGTERM. With --timeout it is 124 when the time is up.`,
		Example: `  ecsgpu list
  ecsgpu synth tensorflow-test > template.yaml
  ecsgpu instances --gpus 8 --nvlink`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       "-", // for the flag; the template has all of the text
		Args:          cobra.ArbitraryArgs,
		RunE:          runGroup,
	}
	root.SetOut(s.Help())
	root.SetErr(s.Prose())
	root.SetVersionTemplate(thisBuild())
	root.SetFlagErrorFunc(flagFault)
	root.AddCommand(
		newList(s), newSynth(s), newTaskdef(s), newInstances(s), newCheck(s), newPlan(s), newGraph(s), newSimulate(s),
		newDoctor(s), newApp(s), newVersion(s),
	)
	refineHelp(root)
	refineCompletion(root)
	return root
}

// refineHelp refuses a request for the help of a command that does not exist.
func refineHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error {
		if group, rest, _ := root.Find(args); len(rest) > 0 {
			return noCommand(group, rest[0])
		}
		return nil
	}
}

// refineCompletion treats the shells and their arguments as it does commands.
func refineCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	completion.Args, completion.RunE = cobra.ArbitraryArgs, runGroup
	for _, shell := range completion.Commands() {
		shell.Args = arguments()
	}
}

// runGroup runs when there is no command, or one that does not exist.
func runGroup(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return noCommand(cmd, args[0])
}

func noCommand(cmd *cobra.Command, name string) error {
	if !cmd.HasAvailableSubCommands() {
		return cli.InputError("unexpected argument %q; usage: %s", name, cmd.UseLine())
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return cli.InputError("there is no command %q%s; commands: %s", name, cli.Suggestion(name, names), strings.Join(names, ", "))
}

// arguments demands exactly the named arguments.
func arguments(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return cli.InputError("%s is missing; usage: %s", names[len(args)], cmd.UseLine())
		case len(args) > len(names):
			return cli.InputError("unexpected argument %q; usage: %s", args[len(names)], cmd.UseLine())
		}
		return nil
	}
}
