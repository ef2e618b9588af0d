package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

type planOptions struct {
	subject
	tasks  []string
	format string
}

func newPlan(s streams) *cobra.Command {
	opts := &planOptions{subject: subject{streams: s}}
	cmd := &cobra.Command{
		Use:   "plan STACK|FILE",
		Short: "Say how many tasks run at once, what the cluster costs, and which quota it needs",
		Long: `Say how many tasks run at once, what the cluster costs, and which quota it needs,
before anything is deployed: no network, no account.

` + subjectUsage + `

The mix is the tasks that are to run at once: those of --task; without it, the
desired counts of the services; without services, every task definition once.
Prices are estimates, on demand for Linux in ` + hardware.PriceRegion + ` on ` + hardware.PriceDate + `.

The exit code is 1 if a task that was requested, by --task or by a service, has
to wait; what has to wait when every task definition is taken once is told, and
is no failure.`,
		Example: `  ecsgpu plan tensorflow-test
  ecsgpu plan tensorflow-test --parameter GPUInstanceType=p3.16xlarge --task tensorflow-4-gpu=1 --task tensorflow-8-gpu=1
  ecsgpu plan gpu-cluster -c gpuInstanceType=g6e.12xlarge -c maxGpuInstances=8
  ecsgpu plan template.yaml --format json | jq .mix
  aws cloudformation get-template --stack-name mine --query TemplateBody | ecsgpu plan -`,
		Args:              arguments("STACK|FILE"),
		ValidArgsFunction: completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.argument = args[0]
			return runPlan(cmd.Context(), opts)
		},
	}
	opts.register(cmd)
	cmd.Flags().StringArrayVarP(&opts.tasks, "task", "t", nil, "run so many tasks at once, as FAMILY=COUNT (repeatable)")
	registerFormat(cmd, &opts.format, textOrJSON)
	return cmd
}

// register adds the flags of every command that looks at a subject.
func (s *subject) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&s.parameters, "parameter", "p", nil, "set a parameter, as Name=value (repeatable)")
	cmd.Flags().StringArrayVarP(&s.context, "context", "c", nil, "choose a setting of a stack, as name=value (repeatable)")
	registerNoLimits(cmd, &s.noLimits)
	cmd.Flags().StringVar(&s.region, "region", "", "Region to deploy to, where the template depends on it")
}

// completeSubject completes stacks, and files where no stack is meant.
func completeSubject(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	completions, _ := completeStack(cmd, args, typed)
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completions, cobra.ShellCompDirectiveDefault
}

func runPlan(ctx context.Context, opts *planOptions) error {
	if err := checkFormat(&opts.format, textOrJSON); err != nil {
		return err
	}
	wanted, err := parseWanted(opts.tasks)
	if err != nil {
		return err
	}
	inv, err := opts.read(ctx)
	if err != nil {
		return err
	}
	plan, err := sizing.NewPlan(inv, wanted)
	if err != nil {
		return cli.Join(err)
	}
	if err := opts.printPlan(plan); err != nil {
		return err
	}
	if plan.Mix.Waiting > 0 && plan.Mix.Asked != sizing.MixOfEach {
		return fmt.Errorf("%d of %d tasks have to wait", plan.Mix.Waiting, plan.Mix.Waiting+plan.Mix.Placed)
	}
	return nil
}

func (opts *planOptions) printPlan(plan *sizing.Plan) error {
	if opts.format == "text" {
		return opts.Print(render.Plan(plan))
	}
	return opts.PrintJSON(plan)
}

// parseWanted reads FAMILY=COUNT. A family that is given twice counts twice.
func parseWanted(texts []string) ([]sizing.Wanted, error) {
	var wanted []sizing.Wanted
	var problems []error
	for _, text := range texts {
		family, number, ok := strings.Cut(text, "=")
		count, err := strconv.Atoi(number)
		if !ok || family == "" || err != nil {
			problems = append(problems, cli.InputError("--task must be FAMILY=COUNT, got %q", text))
			continue
		}
		wanted = append(wanted, sizing.Wanted{Family: family, Count: count})
	}
	return wanted, cli.Join(problems...)
}
