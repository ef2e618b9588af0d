package inventory

import (
	"regexp"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// PlacementExpression is an expression in ECS's cluster query language. What it
// says of the instance type and of its processor can be judged before
// deployment; other attributes, and what cannot be read, stay unknown.
// Source: Amazon ECS developer guide, cluster query language (as of 2026-11).
type PlacementExpression struct {
	text string
	root condition // nil when the text cannot be read
}

// Admits returns whether the expression holds on instances of a type.
func (e PlacementExpression) Admits(t hardware.InstanceType) fact.Answer {
	if e.root == nil {
		return fact.Maybe
	}
	attributes := map[string]string{instanceTypeAttribute: t.Name}
	if len(t.Architectures) == 1 {
		attributes[architectureAttribute] = string(t.Architectures[0])
	}
	return e.root.on(attributes)
}

// Unjudged returns the parts, of those that must all hold, which only a
// deployment can judge, as they are written.
func (e PlacementExpression) Unjudged() []string {
	if e.root == nil {
		return []string{e.text}
	}
	return e.root.unjudged()
}

// The attributes whose value follows from the instance type.
const (
	instanceTypeAttribute = "ecs.instance-type"
	architectureAttribute = "ecs.cpu-architecture"
)

// condition is an expression or a part of one.
type condition interface {
	on(attributes map[string]string) fact.Answer
	unjudged() []string
}

// comparison is one attribute of the instance and what it is compared with.
type comparison struct {
	text                string
	attribute, operator string
	values              []string
	pattern             *regexp.Regexp // of =~ and !~
}

// both, either and negated are "and", "or" and "not".
type (
	both   struct{ a, b condition }
	either struct {
		text string
		a, b condition
	}
	negated struct {
		text string
		of   condition
	}
)

func (c comparison) on(attributes map[string]string) fact.Answer {
	actual, known := attributes[c.attribute]
	if !known {
		return fact.Maybe
	}
	switch c.operator {
	case "==", "equals", "in":
		return answer(slices.Contains(c.values, actual))
	case "!=", "not_equals", "not_in", "!in":
		return answer(!slices.Contains(c.values, actual))
	case "exists":
		return fact.Yes
	case "!exists", "not_exists":
		return fact.No
	}
	if c.pattern == nil {
		return fact.Maybe
	}
	return answer(c.pattern.MatchString(actual) == (c.operator == "=~" || c.operator == "matches"))
}

func (e both) on(attributes map[string]string) fact.Answer {
	return conjunction(e.a.on(attributes), e.b.on(attributes))
}

func (e either) on(attributes map[string]string) fact.Answer {
	return negation(conjunction(negation(e.a.on(attributes)), negation(e.b.on(attributes))))
}

func (e negated) on(attributes map[string]string) fact.Answer {
	return negation(e.of.on(attributes))
}

// unjudged asks the comparison itself: its answer is the same "unknown" for
// every value, or for none.
func (c comparison) unjudged() []string {
	anything := map[string]string{instanceTypeAttribute: "", architectureAttribute: ""}
	if c.on(anything) == fact.Maybe {
		return []string{c.text}
	}
	return nil
}

func (e both) unjudged() []string { return append(e.a.unjudged(), e.b.unjudged()...) }

func (e either) unjudged() []string {
	if len(e.a.unjudged())+len(e.b.unjudged()) > 0 {
		return []string{e.text}
	}
	return nil
}

func (e negated) unjudged() []string {
	if len(e.of.unjudged()) > 0 {
		return []string{e.text}
	}
	return nil
}

func answer(b bool) fact.Answer {
	if b {
		return fact.Yes
	}
	return fact.No
}

func negation(a fact.Answer) fact.Answer {
	switch a {
	case fact.Yes:
		return fact.No
	case fact.No:
		return fact.Yes
	}
	return fact.Maybe
}

func conjunction(a, b fact.Answer) fact.Answer {
	switch {
	case a == fact.No || b == fact.No:
		return fact.No
	case a == fact.Yes && b == fact.Yes:
		return fact.Yes
	}
	return fact.Maybe
}
