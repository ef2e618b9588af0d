package synthesis

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/cmd/internal/nearest"
)

// Assignment is a new default for a parameter of a template.
type Assignment struct{ Name, Value string }

// ParseAssignment reads "Name=value".
func ParseAssignment(text string) (Assignment, error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return Assignment{}, fault.Input("--parameter must be Name=value, got %q", text)
	}
	return Assignment{Name: name, Value: value}, nil
}

// assign sets the defaults before the synthesis, so that whatever looks at the
// template sees them.
func assign(created []awscdk.Stack, assignments []Assignment) error {
	for _, assignment := range assignments {
		if err := assignOne(created, assignment); err != nil {
			return err
		}
	}
	return nil
}

func assignOne(created []awscdk.Stack, assignment Assignment) error {
	found := false
	for _, stack := range created {
		parameter, ok := findParameter(stack, assignment.Name)
		if !ok {
			continue
		}
		found = true
		if err := rulesOf(parameter).check(assignment); err != nil {
			return err
		}
		parameter.SetDefault(defaultFor(*parameter.Type(), assignment.Value))
	}
	if !found {
		return unknownParameter(created, assignment.Name)
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

func findParameter(stack awscdk.Stack, name string) (awscdk.CfnParameter, bool) {
	child := stack.Node().TryFindChild(&name)
	parameter, ok := child.(awscdk.CfnParameter)
	return parameter, ok
}

func unknownParameter(created []awscdk.Stack, name string) error {
	var names []string
	for _, stack := range created {
		for _, child := range *stack.Node().Children() {
			if _, ok := child.(awscdk.CfnParameter); ok {
				names = append(names, *child.Node().Id())
			}
		}
	}
	if len(names) == 0 {
		return fault.Input("there is no parameter %q: the stack has none", name)
	}
	return fault.Input("there is no parameter %q%s; there are %s", name, nearest.Suggestion(name, names), strings.Join(names, ", "))
}

// rules are what a template demands of a parameter's value.
type rules struct {
	kind               string
	allowed            []string
	pattern            string
	minValue, maxValue *float64
	minLength          *float64
	maxLength          *float64
}

func rulesOf(parameter awscdk.CfnParameter) rules {
	r := rules{
		kind:     *parameter.Type(),
		minValue: parameter.MinValue(), maxValue: parameter.MaxValue(),
		minLength: parameter.MinLength(), maxLength: parameter.MaxLength(),
	}
	if values := parameter.AllowedValues(); values != nil {
		for _, value := range *values {
			r.allowed = append(r.allowed, *value)
		}
	}
	if pattern := parameter.AllowedPattern(); pattern != nil {
		r.pattern = *pattern
	}
	return r
}

// check says what CloudFormation would say of the value, before it could.
func (r rules) check(a Assignment) error {
	if len(r.allowed) > 0 && !contains(r.allowed, a.Value) {
		return fault.Input("parameter %s does not allow %q%s; allowed: %s", a.Name, a.Value, nearest.Suggestion(a.Value, r.allowed), shortList(r.allowed))
	}
	if r.kind == "Number" {
		if err := r.checkNumber(a); err != nil {
			return err
		}
	}
	if r.pattern != "" {
		// CloudFormation matches the whole value, with Java's syntax; a pattern
		// that Go cannot read is left to CloudFormation.
		if pattern, err := regexp.Compile("^(?:" + r.pattern + ")$"); err == nil && !pattern.MatchString(a.Value) {
			return fault.Input("parameter %s must match %s, got %q", a.Name, r.pattern, a.Value)
		}
	}
	length := float64(len(a.Value))
	if r.minLength != nil && length < *r.minLength {
		return fault.Input("parameter %s must have at least %v characters, got %q", a.Name, *r.minLength, a.Value)
	}
	if r.maxLength != nil && length > *r.maxLength {
		return fault.Input("parameter %s must have at most %v characters, got %q", a.Name, *r.maxLength, a.Value)
	}
	return nil
}

func (r rules) checkNumber(a Assignment) error {
	number, err := strconv.ParseFloat(a.Value, 64)
	if err != nil {
		return fault.Input("parameter %s must be a number, got %q", a.Name, a.Value)
	}
	if r.minValue != nil && number < *r.minValue {
		return fault.Input("parameter %s must be at least %v, got %s", a.Name, *r.minValue, a.Value)
	}
	if r.maxValue != nil && number > *r.maxValue {
		return fault.Input("parameter %s must be at most %v, got %s", a.Name, *r.maxValue, a.Value)
	}
	return nil
}

func contains(list []string, value string) bool {
	for _, item := range list {
		if item == value {
			return true
		}
	}
	return false
}

// shortList keeps an error on one readable line: the GPU types alone are dozens.
func shortList(list []string) string {
	const most = 12
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}
