package cloudformation

import (
	"regexp"
	"regexp/syntax"
)

const (
	maxPattern  = 4096 // bytes of a pattern that values are compared with
	patternCost = 64   // what a pattern costs for each instruction, before it matches anything
)

// readPattern compiles the parameter's pattern, once for all values. A pattern
// that Go cannot read judges nothing: CloudFormation takes Java's expressions,
// and what cannot be judged is not refused. Neither does one that would take too
// long, because instructions times bytes bound the time that a value takes.
func (p *Parameter) readPattern(b *builder, line int) {
	p.parsed = true
	if p.AllowedPattern == "" {
		return
	}
	size, whole := patternSize(p.AllowedPattern)
	if !whole {
		return
	}
	cost := patternCost + len(p.Default)
	for _, value := range p.AllowedValues {
		cost += len(value)
	}
	if len(p.AllowedPattern) > maxPattern || size > (maxMatching-b.matching)/cost {
		b.problem(line, "AllowedPattern of parameter %s is too long, or has too many values to match; no value is compared with it here", p.Name)
		return
	}
	b.matching += size * cost
	p.pattern = compilePattern(p.AllowedPattern)
}

// patternSize returns about how many instructions a pattern has; false when Go
// cannot read it. One that is too long is not looked at.
func patternSize(pattern string) (int, bool) {
	if len(pattern) > maxPattern {
		return 0, true
	}
	expression, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, false
	}
	return expressionSize(expression), true
}

// expressionSize counts without compiling, because repetitions multiply.
func expressionSize(e *syntax.Regexp) int {
	size := 1 + len(e.Rune)
	for _, part := range e.Sub {
		size += expressionSize(part)
	}
	if e.Op == syntax.OpRepeat {
		size *= max(e.Min+1, e.Max)
	}
	return size
}

// compilePattern returns nil for a pattern that Go cannot read.
func compilePattern(pattern string) *regexp.Regexp {
	re, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
	if err != nil {
		return nil
	}
	return re
}
