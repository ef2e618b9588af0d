// Package taskdef turns an AWS::ECS::TaskDefinition of a template into the input
// of ECS's RegisterTaskDefinition.
package taskdef

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// Type is the resource that this package reads.
const Type = "AWS::ECS::TaskDefinition"

// Roles are what a task definition refers to and only a deployment knows.
type Roles struct {
	Task, Execution string // ARNs; empty: left out if the template does not have them as text
}

// Definition is the input of RegisterTaskDefinition.
type Definition struct {
	Input   map[string]any
	Omitted []string // properties left out, by CloudFormation's name, with the reason
}

// Families lists the families of an evaluated template, in its order.
func Families(evaluation *cloudformation.Evaluation) []string {
	var families []string
	for _, resource := range evaluation.Resources() {
		if resource.Type != Type {
			continue
		}
		if family, ok := resource.Properties.Get("Family").Text(); ok {
			families = append(families, family)
		}
	}
	return families
}

// Convert converts the definition of a family, which the template must have.
func Convert(evaluation *cloudformation.Evaluation, family string, roles Roles) (Definition, error) {
	for _, resource := range evaluation.Resources() {
		if resource.Type != Type {
			continue
		}
		if found, _ := resource.Properties.Get("Family").Text(); found == family {
			return convert(evaluation, resource, roles)
		}
	}
	return Definition{}, fmt.Errorf("there is no task definition %q", family)
}

func convert(evaluation *cloudformation.Evaluation, resource *cloudformation.ResourceValue, roles Roles) (Definition, error) {
	given := map[string]string{"TaskRoleArn": roles.Task, "ExecutionRoleArn": roles.Execution}
	c := converter{evaluation: evaluation}
	input := map[string]any{}
	for _, key := range resource.Properties.Keys() {
		value := resource.Properties.Get(key)
		if arn, isRole := given[key]; isRole && (arn != "" || !value.IsKnown()) {
			if arn == "" {
				c.omitted = append(c.omitted, key)
			}
			continue
		}
		f := taskDefinition.fields[key]
		input[f.apiName(key)] = c.value(f.shape, value)
	}
	for key, arn := range given {
		if arn != "" {
			input[camelCase(key)] = arn
		}
	}
	if len(c.unknown) > 0 {
		return Definition{}, c.refusal()
	}
	return Definition{Input: input, Omitted: c.omitted}, nil
}

// apiName returns the API's name of a property.
func (f field) apiName(key string) string {
	if f.name != "" {
		return f.name
	}
	return camelCase(key)
}

// camelCase lowers the first letter: ContainerDefinitions, containerDefinitions.
func camelCase(key string) string { return strings.ToLower(key[:1]) + key[1:] }
