package stacks

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// settings reads what a user chose with -c name=value. A value that does not
// read as what it should be is a problem of the stack, all of them at once.
type settings struct {
	stack    awscdk.Stack
	problems []error
}

// text returns a setting, or its default.
func (s *settings) text(name, fallback string) string {
	value := s.stack.Node().TryGetContext(jsii.String(name))
	if value == nil {
		return fallback
	}
	return fmt.Sprint(value)
}

// list returns a setting of values with commas between them.
func (s *settings) list(name, fallback string) []string {
	var all []string
	for value := range strings.SplitSeq(s.text(name, fallback), ",") {
		all = append(all, strings.TrimSpace(value))
	}
	return all
}

// count returns a setting that is a whole number.
func (s *settings) count(name string, fallback int) int {
	value := s.text(name, strconv.Itoa(fallback))
	number, err := strconv.Atoi(value)
	if err != nil {
		s.refuse("context %s must be a whole number, got %q", name, value)
	}
	return number
}

// one returns a setting of a closed set.
func (s *settings) one(name, fallback string, allowed ...string) string {
	value := s.text(name, fallback)
	for _, each := range allowed {
		if value == each {
			return value
		}
	}
	s.refuse("context %s must be one of %s, got %q", name, strings.Join(allowed, ", "), value)
	return fallback
}

func (s *settings) refuse(format string, args ...any) {
	s.problems = append(s.problems, fmt.Errorf(format, args...))
}

// require refuses the stack if a setting was wrong.
func (s *settings) require() {
	if len(s.problems) > 0 {
		panic(&ecsgpu.RefusedError{Construct: *s.stack.StackName(), Problems: s.problems})
	}
}
