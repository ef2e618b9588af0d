package synthesis

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"

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
	if len(assignments) == 0 {
		return nil
	}
	parameters := map[string][]awscdk.CfnParameter{}
	for _, stack := range created {
		for _, construct := range *stack.Node().FindAll(constructs.ConstructOrder_PREORDER) {
			if parameter, ok := construct.(awscdk.CfnParameter); ok {
				name := *stack.GetLogicalId(parameter)
				parameters[name] = append(parameters[name], parameter)
			}
		}
	}
	var problems []error
	for _, assignment := range assignments {
		problems = append(problems, assignOne(parameters, assignment))
	}
	return fault.Join(problems...)
}

func assignOne(parameters map[string][]awscdk.CfnParameter, assignment Assignment) error {
	found, ok := parameters[assignment.Name]
	if !ok {
		return unknownParameter(slices.Sorted(maps.Keys(parameters)), assignment.Name)
	}
	for _, parameter := range found {
		if err := rulesOf(parameter).check(assignment); err != nil {
			return err
		}
		parameter.SetDefault(defaultFor(*parameter.Type(), assignment.Value))
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
		return fault.Input("there is no parameter %q: the stack has none", name)
	}
	return fault.Input("there is no parameter %q%s; parameters: %s", name, nearest.Suggestion(name, names), strings.Join(names, ", "))
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
	if refused, ok := r.notAllowed(a.Value); ok {
		return fault.Input("parameter %s does not allow %q%s; allowed: %s", a.Name, refused, nearest.Suggestion(refused, r.allowed), shortList(r.allowed))
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

// notAllowed returns the first value that is not allowed; of a list, each item
// counts by itself.
func (r rules) notAllowed(value string) (refused string, ok bool) {
	values := []string{value}
	if r.kind == "CommaDelimitedList" || strings.HasPrefix(r.kind, "List<") {
		values = strings.Split(value, ",")
	}
	for _, item := range values {
		if len(r.allowed) > 0 && !slices.Contains(r.allowed, strings.TrimSpace(item)) {
			return item, true
		}
	}
	return "", false
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

// shortList keeps an error on one readable line: the GPU types alone are dozens.
func shortList(list []string) string {
	const most = 12
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}
