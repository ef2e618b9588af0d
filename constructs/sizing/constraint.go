package sizing

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Constraint is the part of a task's placement constraints that can be judged
// before deployment: which instance types and which processors it admits.
// The zero value admits everything.
type Constraint struct {
	terms []term

	// Unjudged are the expressions that depend on something else. They count as
	// met.
	Unjudged []string

	// Distinct is the distinctInstance constraint.
	Distinct bool
}

// term is one comparison, for example attribute:ecs.instance-type =~ p3.*
type term struct {
	attribute, operator string
	operand             string
}

// The attributes whose value follows from the instance type.
const (
	instanceTypeAttribute = "ecs.instance-type"
	architectureAttribute = "ecs.cpu-architecture"
)

var termPattern = regexp.MustCompile(`^\s*attribute:([A-Za-z0-9._/-]+)\s+(==|!=|=~|!~|in|not_in|equals|not_equals|matches|not_matches)\s+(.+?)\s*$`)

// ConstraintOf reads placement constraints, those of a task definition or of a
// service.
func ConstraintOf(list inventory.List[inventory.PlacementConstraint]) Constraint {
	var c Constraint
	for _, item := range list.Items {
		if kind, _ := item.Type.Get(); strings.EqualFold(kind, "distinctInstance") {
			c.Distinct = true
			continue
		}
		expression, known := item.Expression.Get()
		if !known {
			c.Unjudged = append(c.Unjudged, item.Expression.String())
			continue
		}
		c.read(expression)
	}
	return c
}

// read takes the terms of an expression that are joined by "and". Anything
// with "or", "not" or parentheses is left unjudged as a whole.
func (c *Constraint) read(expression string) {
	for _, part := range conjuncts.Split(expression, -1) {
		match := termPattern.FindStringSubmatch(part)
		if match == nil || !slices.Contains([]string{instanceTypeAttribute, architectureAttribute}, match[1]) || disjunction.MatchString(part) {
			c.Unjudged = append(c.Unjudged, strings.TrimSpace(part))
			continue
		}
		c.terms = append(c.terms, term{match[1], match[2], match[3]})
	}
}

var (
	conjuncts   = regexp.MustCompile(`\s+(?:and|&&)\s+`)
	disjunction = regexp.MustCompile(`\s(?:or|\|\|)\s|^\s*(?:not|!)\s|^\s*\(`)
)

// Admits reports whether tasks may run on the type, as far as can be told.
func (c Constraint) Admits(t hardware.InstanceType) bool {
	return !slices.ContainsFunc(c.terms, func(m term) bool { return !m.holds(t) })
}

func (m term) holds(t hardware.InstanceType) bool {
	values := []string{t.Name}
	if m.attribute == architectureAttribute {
		values = nil
		for _, a := range t.Architectures {
			values = append(values, string(a))
		}
	}
	return slices.ContainsFunc(values, m.compare)
}

func (m term) compare(value string) bool {
	switch m.operator {
	case "==", "equals":
		return value == m.operand
	case "!=", "not_equals":
		return value != m.operand
	case "in":
		return slices.Contains(m.members(), value)
	case "not_in":
		return !slices.Contains(m.members(), value)
	}
	// ECS matches the whole value by Java's syntax, which RE2 shares but for
	// look-around and back references; a pattern with those admits everything.
	pattern, err := regexp.Compile("^(?:" + m.operand + ")$")
	if err != nil {
		return true
	}
	return pattern.MatchString(value) == (m.operator == "=~" || m.operator == "matches")
}

func (m term) members() []string {
	return strings.FieldsFunc(m.operand, func(r rune) bool { return strings.ContainsRune("[], ", r) })
}
