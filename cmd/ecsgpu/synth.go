package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/cmd/internal/process"
	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/cmd/internal/synthesis"
	"github.com/ecsgpu/cdk/cmd/internal/workstation"
	"github.com/ecsgpu/cdk/internal/closedset"
	"github.com/ecsgpu/cdk/stacks"
)

type synthOptions struct {
	streams
	stack      string
	format     string
	output     string
	parameters []string
	context    []string
	validate   string
}

func newSynth(s streams) *cobra.Command {
	opts := &synthOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "synth STACK",
		Short: "Print a stack's CloudFormation template",
		Long: `Print a stack's CloudFormation template.

The template is the same on every run. What CDK's validator finds in it is an
error; by default the validator runs once for each template that it has not
seen yet, and always where the environment variable CI is set.`,
		Example: `  ecsgpu synth tensorflow-test
  ecsgpu synth tensorflow-test --parameter GPUInstanceType=p3.16xlarge
  ecsgpu synth tensorflow-test --format json > template.json
  ecsgpu synth gpu-cluster -c gpuInstanceType=g6e.12xlarge -c maxGpuInstances=8
  ecsgpu synth tensorflow-test --output cdk.out && npx cdk deploy --app cdk.out`,
		Args:              arguments("STACK"),
		ValidArgsFunction: completeStack,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.stack = args[0]
			return runSynth(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&opts.output, "output", "o", "", "write the cloud assembly to this directory and print nothing")
	flags.StringArrayVarP(&opts.parameters, "parameter", "p", nil, "set a parameter's default, as Name=value (repeatable)")
	flags.StringArrayVarP(&opts.context, "context", "c", nil, "choose a setting of the stack at synthesis, as name=value (repeatable)")
	flags.StringVar(&opts.validate, "validate", "auto", "run CDK's validator: auto (once for each template), always or never")
	registerFormat(cmd, &opts.format, render.TemplateFormats())
	completeWith(cmd, "validate", closedset.Names(synthesis.Validations())...)
	return cmd
}

func runSynth(ctx context.Context, opts *synthOptions) error {
	entry, err := findStack(opts.stack)
	if err != nil {
		return err
	}
	format, err := render.ParseTemplateFormat(opts.format)
	if err != nil {
		return err
	}
	request, err := newRequest(opts.streams, opts.parameters, opts.context, opts.validate, entry)
	if err != nil {
		return err
	}
	if opts.output != "" {
		return synthTo(ctx, opts, request)
	}
	node, err := findNode(ctx, opts.streams)
	if err != nil {
		return err
	}
	var text output.Text
	var remarks remarks
	err = synthesis.RunTemporary(ctx, node, request, func(assembly cloudassembly.Assembly) error {
		template, err := assembly.Template(entry.Name)
		if err != nil {
			return err
		}
		if text, err = render.Template(template, format); err != nil {
			return err
		}
		remarks, err = remarksOn(assembly, entry)
		return err
	})
	if err != nil {
		return describe(entry, err)
	}
	if err := remarks.sayTo(opts.streams); err != nil {
		return describe(entry, err)
	}
	return opts.Print(text)
}

// synthTo writes the cloud assembly to a directory: all of it, or nothing.
func synthTo(ctx context.Context, opts *synthOptions, request synthesis.Options) error {
	node, err := findNode(ctx, opts.streams)
	if err != nil {
		return err
	}
	done, err := process.Begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	output, err := cloudassembly.NewDirectory(opts.output)
	if err != nil {
		return err
	}
	defer output.Discard()
	entry := request.Stacks[0]
	var remarks remarks
	err = synthesis.Run(ctx, node, output.Dir, request, func(assembly cloudassembly.Assembly) (err error) {
		remarks, err = remarksOn(assembly, entry)
		return err
	})
	if err != nil {
		return describe(entry, err)
	}
	if err := remarks.sayTo(opts.streams); err != nil {
		return describe(entry, err)
	}
	return output.Commit()
}

// newRequest reads what the commands that synthesize have in common.
func newRequest(s streams, parameters, contexts []string, validate string, entries ...stacks.Entry) (synthesis.Options, error) {
	values, parametersErr := cli.ParameterValues(parameters)
	settings, contextErr := cli.ContextValues(contexts)
	validation, validationErr := synthesis.ParseValidation(validate)
	return synthesis.Options{
		Stacks: entries, Parameters: values, Context: settings, Validation: validation, Stderr: s.Prose(),
	}, cli.Join(parametersErr, contextErr, checkSettings(settings, entries), validationErr)
}

// checkSettings refuses a setting that no stack reads: CDK would ignore it. Names
// with @ or : are CDK's own.
func checkSettings(settings map[string]string, entries []stacks.Entry) error {
	var known []string
	for _, entry := range entries {
		known = append(known, entry.Settings...)
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		switch {
		case slices.Contains(known, name) || strings.ContainsAny(name, "@:"):
		case len(known) == 0:
			problems = append(problems, cli.InputError("--context: there is no setting %q: the stack has none", name))
		default:
			problems = append(problems, cli.InputError("--context: there is no setting %q%s; settings: %s", name, cli.Suggestion(name, known), strings.Join(known, ", ")))
		}
	}
	return cli.Join(problems...)
}

// findNode finds the Node.js to run CDK with, and says so if it is a poor one.
func findNode(ctx context.Context, s streams) (workstation.Node, error) {
	node, err := workstation.FindNode(ctx)
	if err == nil && node.Refused != nil {
		s.Hint("%v", node.Refused)
	}
	if err == nil && !node.Maintained() {
		s.Hint("Node.js %s is past its end of life; `npm ci` in the project's directory installs one that is not, and it is then used", node.Version)
	}
	return node, err
}

// describe adds to a failure the stack that it belongs to, unless it is bad input.
func describe(entry stacks.Entry, err error) error {
	if cli.ExitCode(err) != cli.Failed {
		return err
	}
	return fmt.Errorf("cannot synthesize %s: %w", entry.Name, err)
}

// completeWith completes the value of a flag from a closed set.
func completeWith(cmd *cobra.Command, flag string, values ...string) {
	// The only error is a flag that does not exist, which any test would meet.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
