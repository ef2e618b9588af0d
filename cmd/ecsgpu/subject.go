package main

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/synthesis"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/stacks"
)

// subject is what a command looks at: one of our stacks, or a template in a
// file, with values for its parameters.
type subject struct {
	streams
	argument   string // a stack's name, a file, or - for standard input
	parameters []string
	context    []string // settings of a stack
	region     string
	noLimits   bool
}

// subjectUsage explains the argument in the help of the commands that take it.
const subjectUsage = `STACK is the name of one of the stacks that "ecsgpu list" shows; FILE is a
CloudFormation template in YAML or JSON, whoever wrote it, and - is standard
input. Parameters have their defaults unless --parameter changes them, and so
have the settings of a stack unless --context does.`

// read returns the inventory of the subject.
func (s subject) read(ctx context.Context) (*inventory.Inventory, error) {
	environment, settings, err := s.flags()
	if err != nil {
		return nil, err
	}
	noteRegion(s.streams, s.region)
	document, err := s.document(ctx, settings)
	if err != nil {
		return nil, err
	}
	parsed, err := parseTemplate(nameOf(s.argument), document, s.noLimits)
	if err != nil {
		return nil, cli.Join(err)
	}
	inv, err := fromtemplate.Read(parsed, environment)
	if err != nil {
		return nil, parameterFault(err)
	}
	return inv, nil
}

// flags reads what the flags say of a template, and of a stack before there is
// a template.
func (s subject) flags() (environment cloudformation.Environment, settings map[string]string, err error) {
	values, valuesErr := cli.ParameterValues(s.parameters)
	settings, settingsErr := cli.ContextValues(s.context)
	var unknownErr error
	if entry, isStack := stacks.Find(s.argument); isStack {
		unknownErr = checkSettings(settings, []stacks.Entry{entry})
	}
	environment = cloudformation.Environment{Parameters: values, Region: s.region}
	return environment, settings, cli.Join(valuesErr, settingsErr, unknownErr, checkRegion("--region", s.region))
}

// document returns the text of the template. A stack's name comes before a file
// of the same name; ./NAME is the file.
func (s subject) document(ctx context.Context, settings map[string]string) ([]byte, error) {
	entry, isStack := stacks.Find(s.argument)
	if len(settings) > 0 && !isStack {
		return nil, cli.InputError("--context goes with a stack (%s), got %q; a template has parameters", strings.Join(stacks.Names(), ", "), s.argument)
	}
	if isStack {
		return s.synthesize(ctx, entry, settings)
	}
	data, err := readTemplate(s.argument, s.noLimits)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(s.argument, `./\`) {
		names := stacks.Names()
		return nil, cli.InputError("there is no stack and no file %q%s; stacks: %s", s.argument, cli.Suggestion(s.argument, names), strings.Join(names, ", "))
	}
	return data, err
}

func (s subject) synthesize(ctx context.Context, entry stacks.Entry, settings map[string]string) (document []byte, err error) {
	if err := checkSettings(settings, []stacks.Entry{entry}); err != nil {
		return nil, err
	}
	request := synthesis.Options{
		Stacks: []stacks.Entry{entry}, Context: settings, Validation: synthesis.ValidateNever, Stderr: s.Prose(),
	}
	node, err := findNode(ctx, s.streams)
	if err != nil {
		return nil, err
	}
	err = synthesis.RunTemporary(ctx, node, request, func(assembly cloudassembly.Assembly) error {
		document, err = assembly.Template(entry.Name)
		return err
	})
	if err != nil {
		return nil, describe(entry, err)
	}
	return document, nil
}
