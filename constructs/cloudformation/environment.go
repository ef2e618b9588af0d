package cloudformation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Environment is what a deployment would supply. All of it is optional; what is
// empty stays unknown.
type Environment struct {
	Parameters map[string]string // values of parameters that differ from their defaults
	Region     string            // for example us-east-2
	AccountID  string            // 12 digits
	StackName  string
	Partition  string // aws, aws-cn, aws-us-gov. Default: that of the region
}

// validate returns all that is wrong with the values given for parameters.
func (env Environment) validate(t *Template) Problems {
	var problems Problems
	names := make([]string, 0, len(t.Parameters))
	for _, p := range t.Parameters {
		names = append(names, p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(env.Parameters)) {
		p, ok := t.Parameter(name)
		if !ok {
			problems = append(problems, Problem{Place: Place{File: t.Name},
				Message: fmt.Sprintf("parameter %s does not exist in the template%s%s", name, didYouMean(name, names), listParameters(names))})
			continue
		}
		problems = append(problems, p.problems(env.Parameters[name])...)
	}
	return problems
}

// problems returns what is wrong with a value that is given for the parameter.
func (p Parameter) problems(value string) Problems {
	var problems Problems
	for _, fault := range p.Check(value) {
		problems = append(problems, Problem{Place: p.Place, Message: fmt.Sprintf("parameter %s %s", p.Name, fault)})
	}
	return problems
}

func listParameters(names []string) string {
	if len(names) == 0 {
		return "; it has no parameters"
	}
	names = slices.Sorted(slices.Values(names))
	return "; its parameters are " + listSome(names)
}

// partition returns the partition of the region unless it is given.
func (env Environment) partition() string {
	switch {
	case env.Partition != "" || env.Region == "":
		return env.Partition
	case strings.HasPrefix(env.Region, "cn-"):
		return "aws-cn"
	case strings.HasPrefix(env.Region, "us-gov-"):
		return "aws-us-gov"
	case strings.Contains(env.Region, "-iso") || strings.HasPrefix(env.Region, "eusc-"):
		return "" // partitions that are not public
	default:
		return "aws"
	}
}

// pseudo returns the value of a pseudo parameter; false when name is none.
func (env Environment) pseudo(name string) (*datum, bool) {
	text := ""
	switch name {
	case "AWS::NoValue":
		return removed, true
	case "AWS::Region":
		text = env.Region
	case "AWS::AccountId":
		text = env.AccountID
	case "AWS::StackName":
		text = env.StackName
	case "AWS::Partition":
		text = env.partition()
	case "AWS::URLSuffix":
		text = urlSuffix(env.partition())
	case "AWS::StackId", "AWS::NotificationARNs":
	default:
		return nil, false
	}
	if text == "" {
		return hole(name, name+" is known at deployment"), true
	}
	return knownText(StringKind, text), true
}

func urlSuffix(partition string) string {
	switch partition {
	case "aws", "aws-us-gov":
		return "amazonaws.com"
	case "aws-cn":
		return "amazonaws.com.cn"
	default:
		return ""
	}
}
