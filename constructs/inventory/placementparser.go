package inventory

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// longestExpression is ECS's own limit on an expression, in characters.
const longestExpression = 2000

// deepestExpression is how far brackets and "not" may nest.
const deepestExpression = 50

// ParsePlacementExpression reads an expression. One that cannot be read is
// unknown for every instance.
func ParsePlacementExpression(text string) PlacementExpression {
	e := PlacementExpression{text: strings.TrimSpace(text)}
	if len(text) > longestExpression {
		return e
	}
	p := &placementParser{text: e.text}
	if root, ok := p.disjunction(0); ok && p.at == len(p.text) {
		e.root = root
	}
	return e
}

// placementParser is a place in an expression, never before a space.
type placementParser struct {
	text string
	at   int
}

// placementToken is a word, an operator, a bracket or a comma.
var (
	placementToken = regexp.MustCompile(`^(==|!=|=~|!~|>=|<=|>|<|&&|\|\||[()\[\],!]|` + placementWord + `)`)
	placementValue = regexp.MustCompile(`^` + placementWord + `$`)
)

const placementWord = `[^\s()\[\],=!<>~&|]+`

// peek returns the next token; empty at the end, and before what is none.
func (p *placementParser) peek() string { return placementToken.FindString(p.text[p.at:]) }

func (p *placementParser) next() string {
	token := p.peek()
	p.skip(len(token))
	return token
}

// skip goes past n bytes and the space behind them.
func (p *placementParser) skip(n int) {
	rest := strings.TrimLeftFunc(p.text[p.at+n:], unicode.IsSpace)
	p.at = len(p.text) - len(rest)
}

// since returns the text from a place up to here.
func (p *placementParser) since(start int) string { return strings.TrimSpace(p.text[start:p.at]) }

// accept goes past the next token if it is one of these.
func (p *placementParser) accept(tokens ...string) bool {
	if !slices.Contains(tokens, p.peek()) {
		return false
	}
	p.next()
	return true
}

func (p *placementParser) disjunction(depth int) (condition, bool) {
	start := p.at
	e, ok := p.conjunction(depth)
	for ok && p.accept("or", "||") {
		var right condition
		right, ok = p.conjunction(depth)
		e = either{p.since(start), e, right}
	}
	return e, ok
}

func (p *placementParser) conjunction(depth int) (condition, bool) {
	e, ok := p.operand(depth)
	for ok && p.accept("and", "&&") {
		var right condition
		right, ok = p.operand(depth)
		e = both{e, right}
	}
	return e, ok
}

func (p *placementParser) operand(depth int) (condition, bool) {
	start := p.at
	switch {
	case depth > deepestExpression:
		return nil, false
	case p.accept("not", "!"):
		e, ok := p.operand(depth + 1)
		return negated{p.since(start), e}, ok
	case p.accept("("):
		e, ok := p.disjunction(depth + 1)
		return e, ok && p.accept(")")
	}
	return p.comparison()
}

// comparison reads "attribute:name operator value". Other subjects than
// attributes (task:group, agentVersion) are read too, and never judged.
func (p *placementParser) comparison() (condition, bool) {
	start := p.at
	subject := p.next()
	name, isAttribute := strings.CutPrefix(subject, "attribute:")
	if !placementValue.MatchString(subject) || isAttribute && name == "" {
		return nil, false
	}
	c := comparison{operator: p.next()}
	if isAttribute {
		c.attribute = name
	}
	if c.operator == "!" { // "!exists", "!in"
		c.operator += p.next()
	}
	ok := p.operandOf(&c)
	c.text = p.since(start)
	return c, ok
}

// operandOf reads what the operator of a comparison compares with.
func (p *placementParser) operandOf(c *comparison) (ok bool) {
	switch c.operator {
	case "exists", "!exists", "not_exists":
		return true
	case "in", "not_in", "!in":
		c.values, ok = p.list()
		return ok
	case "=~", "!~", "matches", "not_matches":
		c.pattern, ok = p.pattern()
		return ok
	case "==", "!=", ">", ">=", "<", "<=", "equals", "not_equals":
		value := p.next()
		c.values = []string{value}
		return placementValue.MatchString(value)
	}
	return false
}

func (p *placementParser) list() (values []string, ok bool) {
	if !p.accept("[") {
		return nil, false
	}
	for {
		value := p.next()
		if !placementValue.MatchString(value) {
			return nil, false
		}
		values = append(values, value)
		if p.accept("]") {
			return values, true
		}
		if !p.accept(",") {
			return nil, false
		}
	}
}

// pattern reads a regular expression of Java, up to a space or to the bracket
// that closes what is around the comparison; nil for one that Go does not
// understand (look-around, back references). It must match the whole value.
func (p *placementParser) pattern() (*regexp.Regexp, bool) {
	text := p.text[p.at:]
	end, depth := len(text), 0
	for i, r := range text {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		}
		if depth < 0 || unicode.IsSpace(r) {
			end = i
			break
		}
	}
	p.skip(end)
	pattern, err := regexp.Compile(`^(?:` + text[:end] + `)$`)
	if err != nil {
		pattern = nil
	}
	return pattern, end > 0
}
