package checks

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// expression is a memberOf constraint in ECS's cluster query language, of which
// the attributes of the instance type can be judged and others cannot.
// Source: Amazon ECS developer guide, cluster query language.
type expression interface {
	holds(attributes map[string]string) hardware.Answer
}

type comparison struct {
	attribute, operator string
	values              []string
}

type both struct{ a, b expression }   // and
type either struct{ a, b expression } // or
type negated struct{ e expression }

func (c comparison) holds(attributes map[string]string) hardware.Answer {
	actual, known := attributes[c.attribute]
	if !known {
		return hardware.Unknown
	}
	switch c.operator {
	case "==", "equals", "in":
		return answer(slices.Contains(c.values, actual))
	case "!=", "not_equals", "not_in", "!in":
		return answer(!slices.Contains(c.values, actual))
	case "=~", "matches", "!~", "not_matches":
		return c.matches(actual)
	case "exists":
		return hardware.Yes
	}
	return hardware.Unknown
}

// matches compares with a regular expression of Java, as far as Go reads it.
// The pattern must match the whole value.
func (c comparison) matches(actual string) hardware.Answer {
	re, err := regexp.Compile(`^(?:` + c.values[0] + `)$`)
	if err != nil {
		return hardware.Unknown
	}
	return answer(re.MatchString(actual) == (c.operator == "=~" || c.operator == "matches"))
}

func (e both) holds(attributes map[string]string) hardware.Answer {
	return least(e.a.holds(attributes), e.b.holds(attributes))
}

func (e either) holds(attributes map[string]string) hardware.Answer {
	return not(least(not(e.a.holds(attributes)), not(e.b.holds(attributes))))
}

func (e negated) holds(attributes map[string]string) hardware.Answer {
	return not(e.e.holds(attributes))
}

func answer(b bool) hardware.Answer {
	if b {
		return hardware.Yes
	}
	return hardware.No
}

func not(a hardware.Answer) hardware.Answer {
	switch a {
	case hardware.Yes:
		return hardware.No
	case hardware.No:
		return hardware.Yes
	}
	return hardware.Unknown
}

// least is the conjunction of two answers.
func least(a, b hardware.Answer) hardware.Answer {
	switch {
	case a == hardware.No || b == hardware.No:
		return hardware.No
	case a == hardware.Yes && b == hardware.Yes:
		return hardware.Yes
	}
	return hardware.Unknown
}

// token is a word, an operator, a bracket or a comma of an expression.
var token = regexp.MustCompile(`\s*(==|!=|=~|!~|>=|<=|>|<|&&|\|\||[()\[\],!]|[^\s()\[\],=!<>~&|]+)`)

// parseExpression reads an expression; false for what it cannot read.
func parseExpression(text string) (expression, bool) {
	const longest = 2000 // ECS's own limit on an expression
	if len(text) > longest {
		return nil, false
	}
	p := &expressionParser{}
	rest := text
	for strings.TrimSpace(rest) != "" {
		at := token.FindStringSubmatchIndex(rest)
		if at == nil || at[0] != 0 {
			return nil, false
		}
		p.tokens = append(p.tokens, rest[at[2]:at[3]])
		rest = rest[at[1]:]
	}
	e, ok := p.disjunction(0)
	return e, ok && len(p.tokens) == 0
}

type expressionParser struct{ tokens []string }

func (p *expressionParser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *expressionParser) next() string {
	t := p.peek()
	if len(p.tokens) > 0 {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *expressionParser) disjunction(depth int) (expression, bool) {
	e, ok := p.conjunction(depth)
	for ok && (p.peek() == "or" || p.peek() == "||") {
		p.next()
		var right expression
		right, ok = p.conjunction(depth)
		e = either{e, right}
	}
	return e, ok
}

func (p *expressionParser) conjunction(depth int) (expression, bool) {
	e, ok := p.operand(depth)
	for ok && (p.peek() == "and" || p.peek() == "&&") {
		p.next()
		var right expression
		right, ok = p.operand(depth)
		e = both{e, right}
	}
	return e, ok
}

func (p *expressionParser) operand(depth int) (expression, bool) {
	const deepest = 50
	if depth > deepest {
		return nil, false
	}
	switch p.peek() {
	case "not", "!":
		p.next()
		e, ok := p.operand(depth + 1)
		return negated{e}, ok
	case "(":
		p.next()
		e, ok := p.disjunction(depth + 1)
		return e, ok && p.next() == ")"
	}
	return p.comparison()
}

func (p *expressionParser) comparison() (expression, bool) {
	subject, ok := strings.CutPrefix(p.next(), "attribute:")
	if !ok || subject == "" {
		return nil, false
	}
	c := comparison{attribute: subject, operator: p.next()}
	if c.operator == "!" { // "!exists", "!in"
		c.operator += p.next()
	}
	switch c.operator {
	case "exists":
		return c, true
	case "!exists", "not_exists":
		return negated{comparison{attribute: subject, operator: "exists"}}, true
	case "in", "not_in", "!in":
		c.values, ok = p.list()
		return c, ok
	case "==", "!=", "=~", "!~", ">", ">=", "<", "<=", "equals", "not_equals", "matches", "not_matches":
		c.values = []string{p.next()}
		return c, c.values[0] != ""
	}
	return nil, false
}

func (p *expressionParser) list() (values []string, ok bool) {
	if p.next() != "[" {
		return nil, false
	}
	for {
		values = append(values, p.next())
		switch p.next() {
		case "]":
			return values, true
		case ",":
		default:
			return nil, false
		}
	}
}
