package main

import (
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/synthesis"
	"github.com/ecsgpu/cdk/cmd/internal/taskdef"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/stacks"
)

// fallbackRegion is the Region of the published walk-through.
const fallbackRegion = "us-east-2"

type taskdefOptions struct {
	streams
	family     string
	parameters []string
	region     string
	account    string
	roles      taskdef.Roles
}

func newTaskdef(s streams) *cobra.Command {
	opts := &taskdefOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "taskdef FAMILY",
		Short: "Print a task definition as the AWS CLI registers it",
		Long: `Print a task definition, of whichever stack has the family, as input for
"aws ecs register-task-definition --cli-input-json".

Parameters have their defaults unless --parameter changes them. The Region is
that of --region, AWS_REGION or AWS_DEFAULT_REGION, or else ` + fallbackRegion + `. Roles that
the stack creates have no ARN before it is deployed: give them, or they are
left out.`,
		Example: `  ecsgpu taskdef tensorflow-1-gpu > task.json
  aws ecs register-task-definition --cli-input-json file://task.json
  ecsgpu taskdef tensorflow-1-gpu --region eu-west-1 --parameter EnvironmentName=staging`,
		Args: arguments("FAMILY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.family = args[0]
			return runTaskdef(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&opts.parameters, "parameter", "p", nil, "set a parameter, as Name=value (repeatable)")
	flags.StringVar(&opts.region, "region", "", "Region that the task runs in")
	flags.StringVar(&opts.account, "account", "", "account that the task runs in, where the task definition names it")
	flags.StringVar(&opts.roles.Task, "task-role-arn", "", "role that the containers act with")
	flags.StringVar(&opts.roles.Execution, "execution-role-arn", "", "role that ECS pulls images and writes logs with")
	return cmd
}

func runTaskdef(ctx context.Context, opts *taskdefOptions) error {
	request, err := newRequest(opts.streams, opts.parameters, nil, string(synthesis.ValidateNever), stacks.All()...)
	if err != nil {
		return err
	}
	parameters := request.Parameters
	request.Parameters = nil // they concern one stack, which is not known yet
	if err := opts.chooseRegion(); err != nil {
		return err
	}
	if opts.account != "" && !accountID.MatchString(opts.account) {
		return cli.InputError("--account must be 12 digits, got %q", opts.account)
	}
	node, err := findNode(ctx, opts.streams)
	if err != nil {
		return err
	}
	var definition taskdef.Definition
	err = synthesis.RunTemporary(ctx, node, request, func(assembly cloudassembly.Assembly) (err error) {
		definition, err = findDefinition(assembly, opts, parameters)
		return err
	})
	if err != nil {
		return err
	}
	for _, property := range definition.Omitted {
		opts.Note("%s is left out: the stack creates the role, so only its deployment knows the ARN; pass it as %s", property, roleFlags[property])
	}
	return opts.PrintJSON(definition.Input)
}

var accountID = regexp.MustCompile(`^[0-9]{12}$`)

var roleFlags = map[string]string{"TaskRoleArn": "--task-role-arn", "ExecutionRoleArn": "--execution-role-arn"}

// chooseRegion completes the options, and says so if it had to guess.
func (opts *taskdefOptions) chooseRegion() error {
	sources := []struct{ name, value string }{
		{"--region", opts.region}, {"AWS_REGION", os.Getenv("AWS_REGION")}, {"AWS_DEFAULT_REGION", os.Getenv("AWS_DEFAULT_REGION")},
	}
	for _, source := range sources {
		if source.value != "" {
			opts.region = source.value
			return checkRegion(source.name, source.value)
		}
	}
	opts.Hint("no Region is set (--region, AWS_REGION, AWS_DEFAULT_REGION); using %s", fallbackRegion)
	opts.region = fallbackRegion
	return nil
}

// findDefinition converts the family's task definition, of whichever stack of
// the assembly has it.
func findDefinition(assembly cloudassembly.Assembly, opts *taskdefOptions, parameters map[string]string) (taskdef.Definition, error) {
	var families []string
	for _, name := range stacks.Names() {
		document, err := assembly.Template(name)
		if err != nil {
			return taskdef.Definition{}, err
		}
		parsed, err := cloudformation.Parse(name, document)
		if err != nil {
			return taskdef.Definition{}, err
		}
		environment := cloudformation.Environment{Region: opts.region, AccountID: opts.account, StackName: name}
		evaluation, err := parsed.Evaluate(environment)
		if err != nil {
			return taskdef.Definition{}, err
		}
		found := taskdef.Families(evaluation)
		families = append(families, found...)
		if !slices.Contains(found, opts.family) {
			continue
		}
		environment.Parameters = parameters
		if evaluation, err = parsed.Evaluate(environment); err != nil {
			return taskdef.Definition{}, parameterFault(err)
		}
		return taskdef.Convert(evaluation, opts.family, opts.roles)
	}
	return taskdef.Definition{}, cli.InputError("there is no task definition %q%s; families: %s", opts.family, cli.Suggestion(opts.family, families), strings.Join(families, ", "))
}

// parameterFault puts all that is wrong with the parameters on one line. Where
// the template declares them is of no use to somebody who typed a flag.
func parameterFault(err error) error {
	var problems cloudformation.Problems
	if !errors.As(err, &problems) {
		return cli.InputError("%v", err)
	}
	var faults []error
	for _, problem := range problems {
		faults = append(faults, errors.New(problem.Message))
	}
	return cli.Join(faults...)
}
