package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

type checkOptions struct {
	streams
	files      []string
	parameters []string
	region     string
	stackName  string
	ignore     []string
	format     string
	list       bool
	noLimits   bool
}

func newCheck(s streams) *cobra.Command {
	opts := &checkOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Say what would fail after the deployment of a CloudFormation template",
		Long: `Say what would fail after the deployment of a CloudFormation template, in JSON
or YAML, whoever wrote it. No account and no network: what only a deployment can
tell is never held against a template.

Every other value that a parameter allows is tried too. The exit code is 1 if
there is an error, 0 if there are only warnings and infos.`,
		Example: `  ecsgpu check template.yaml
  ecsgpu check --region us-east-2 --parameter GPUInstanceType=p5.48xlarge template.yaml
  ecsgpu check --stack-name ecs-training template.yaml
  ecsgpu synth tensorflow-test | ecsgpu check -
  ecsgpu check --format sarif *.yaml > results.sarif
  ecsgpu check --list`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			opts.files = args
			return runCheck(opts)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&opts.parameters, "parameter", "p", nil, "give a parameter a value, as Name=value (repeatable)")
	flags.StringVar(&opts.region, "region", "", "Region of the deployment; without it, what differs by Region is left open")
	flags.StringVar(&opts.stackName, "stack-name", "", "name of the stack at deployment; without it, what depends on the name is left open")
	flags.StringArrayVar(&opts.ignore, "ignore", nil, "leave out the findings of a rule, by its id (repeatable)")
	flags.BoolVar(&opts.list, "list", false, "list the rules instead of checking")
	registerNoLimits(cmd, &opts.noLimits)
	registerFormat(cmd, &opts.format, render.FindingsFormats())
	completeWith(cmd, "ignore", checks.IDs()...)
	return cmd
}

func runCheck(opts *checkOptions) error {
	if opts.list {
		return opts.Print(listRules())
	}
	if len(opts.files) == 0 {
		return cli.InputError("FILE is missing; usage: ecsgpu check FILE... (- reads standard input)")
	}
	format, formatErr := render.ParseFindingsFormat(opts.format)
	values, valuesErr := cli.ParameterValues(opts.parameters)
	if err := cli.Join(formatErr, valuesErr, checkRegion("--region", opts.region), opts.checkStackName(), checkIgnored(opts.ignore)); err != nil {
		return err
	}
	noteRegion(opts.streams, opts.region)
	templates, err := opts.read()
	if err != nil {
		return cli.Join(err)
	}
	opts.noteOpenings(templates)
	found, err := checkAll(templates, values, cloudformation.Environment{Region: opts.region, StackName: opts.stackName})
	if err != nil {
		return cli.Join(err)
	}
	found = slices.DeleteFunc(found, func(f checks.Finding) bool { return slices.Contains(opts.ignore, f.ID) })
	text, err := render.Findings(format, found, len(templates))
	if err != nil {
		return err
	}
	if err := opts.Print(text); err != nil {
		return err
	}
	if render.CountFindings(found, checks.Error) > 0 {
		return errors.New(render.FindingsSummary(found, len(templates)))
	}
	return nil
}

func listRules() output.Text {
	width := 0
	for _, id := range checks.IDs() {
		width = max(width, len(id))
	}
	var list output.Lines
	for _, r := range checks.Rules() {
		list.Add("%-*s  %-7s  %s", width, r.ID, r.Severity, r.Title)
	}
	return list.Text()
}

// stackName is what CloudFormation takes (API reference, CreateStack).
var stackName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,127}$`)

func (opts *checkOptions) checkStackName() error {
	switch {
	case opts.stackName == "":
		return nil
	case !stackName.MatchString(opts.stackName):
		return cli.InputError("--stack-name must be 1 to 128 letters, digits and hyphens, a letter first, got %q", opts.stackName)
	case len(opts.files) > 1:
		return cli.InputError("--stack-name goes with one FILE, got %d", len(opts.files))
	}
	return nil
}

func checkIgnored(ids []string) error {
	var problems []error
	for _, id := range ids {
		if _, found := checks.Lookup(id); !found {
			problems = append(problems, fmt.Errorf("--ignore: there is no rule %q%s; `ecsgpu check --list` lists them", id, cli.Suggestion(id, checks.IDs())))
		}
	}
	return cli.Join(problems...)
}

// noteOpenings keeps a note of what is not checked, because only a deployment
// can tell what it comes to.
func (opts *checkOptions) noteOpenings(templates []*cloudformation.Template) {
	for _, t := range templates {
		if open := t.Open(); len(open) > 0 {
			opts.Hint("%s: not all is checked: %s", t.Name, strings.Join(open, "; "))
		}
	}
}

// read parses all files, and says of all of them why they cannot be read.
func (opts *checkOptions) read() ([]*cloudformation.Template, error) {
	var templates []*cloudformation.Template
	var problems []error
	stdin := 0
	for _, file := range opts.files {
		if file == "-" {
			stdin++
		}
		if stdin > 1 {
			return nil, errors.New("- is given twice; standard input can be read once")
		}
		data, err := readTemplate(file, opts.noLimits)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		t, err := parseTemplate(nameOf(file), data, opts.noLimits)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		templates = append(templates, t)
	}
	return templates, errors.Join(problems...)
}

// checkAll gives each template the values of the parameters that it has; a
// parameter that none has is a mistake.
func checkAll(templates []*cloudformation.Template, values map[string]string, env cloudformation.Environment) ([]checks.Finding, error) {
	var all []checks.Finding
	var problems []error
	used := map[string]bool{}
	for _, t := range templates {
		env.Parameters = map[string]string{}
		for name, value := range values {
			if _, has := t.Parameter(name); has || len(templates) == 1 {
				env.Parameters[name], used[name] = value, true
			}
		}
		found, err := checks.Template(t, env)
		if err != nil {
			problems = append(problems, err)
		}
		all = append(all, found...)
	}
	for name := range values {
		if !used[name] {
			problems = append(problems, fmt.Errorf("parameter %s does not exist in any of the templates", name))
		}
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return all, errors.Join(problems...)
}
