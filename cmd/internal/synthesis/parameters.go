package synthesis

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// assign gives parameters new defaults before the synthesis, so that whatever
// looks at the template sees them.
func assign(created []awscdk.Stack, values map[string]string) error {
	if len(values) == 0 {
		return nil
	}
	parameters := map[string][]awscdk.CfnParameter{}
	for _, stack := range created {
		for _, construct := range *stack.Node().FindAll(constructs.ConstructOrder_PREORDER) {
			if parameter, ok := construct.(awscdk.CfnParameter); ok {
				name := stack.Resolve(parameter.LogicalId()).(string)
				parameters[name] = append(parameters[name], parameter)
			}
		}
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		problems = append(problems, assignOne(parameters, name, values[name]))
	}
	return cli.Join(problems...)
}

func assignOne(parameters map[string][]awscdk.CfnParameter, name, value string) error {
	found, ok := parameters[name]
	if !ok {
		return unknownParameter(slices.Sorted(maps.Keys(parameters)), name)
	}
	for _, parameter := range found {
		if err := check(parameter, name, value); err != nil {
			return err
		}
		parameter.SetDefault(defaultFor(*parameter.Type(), value))
	}
	return nil
}

// defaultFor keeps a number a number in the template.
func defaultFor(kind, value string) any {
	if number, err := strconv.ParseFloat(value, 64); err == nil && kind == "Number" {
		return number
	}
	return value
}

func unknownParameter(names []string, name string) error {
	if len(names) == 0 {
		return cli.InputError("there is no parameter %q: the stack has none", name)
	}
	return cli.InputError("there is no parameter %q%s; parameters: %s", name, cli.Suggestion(name, names), strings.Join(names, ", "))
}

// check returns what CloudFormation would refuse about the value.
func check(parameter awscdk.CfnParameter, name, value string) error {
	if faults := declarationOf(parameter).Check(value); len(faults) > 0 {
		return cli.InputError("parameter %s %s", name, strings.Join(faults, "; "))
	}
	return nil
}

// declarationOf returns the parameter as the template will declare it.
func declarationOf(parameter awscdk.CfnParameter) cloudformation.Parameter {
	declared := cloudformation.Parameter{
		Type:     *parameter.Type(),
		MinValue: parameter.MinValue(), MaxValue: parameter.MaxValue(),
		MinLength: whole(parameter.MinLength()), MaxLength: whole(parameter.MaxLength()),
		NoEcho: *parameter.NoEcho(),
	}
	if values := parameter.AllowedValues(); values != nil {
		for _, value := range *values {
			declared.AllowedValues = append(declared.AllowedValues, *value)
		}
	}
	if pattern := parameter.AllowedPattern(); pattern != nil {
		declared.AllowedPattern = *pattern
	}
	if text := parameter.ConstraintDescription(); text != nil {
		declared.ConstraintDescription = *text
	}
	return declared
}

func whole(number *float64) *int {
	if number == nil {
		return nil
	}
	n := int(*number)
	return &n
}
