package cloudwatch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
)

// Reading is how to understand arithmetic on a time series that has no value for
// a minute. AWS documents one way, users report the other; a template is right
// when it does the same under both.
type Reading string

const (
	// MissingIsZero: a missing value counts as 0 (CloudWatch user guide, metric
	// math, basic arithmetic functions, 2023-05-18; observed in
	// compiler-explorer/infra #1661, 2025-06-10).
	MissingIsZero Reading = "a missing operand is zero"
	// MissingSpreads: an expression has no value where an operand has none
	// (reported in binbashar/le-tf-infra-aws #1102, 2026-06-18).
	MissingSpreads Reading = "a missing operand leaves no value"
)

// Readings returns all readings.
func Readings() []Reading { return []Reading{MissingIsZero, MissingSpreads} }

// operand is a time series or a scalar.
type operand struct {
	series Series
	scalar float64 // where series is nil
}

func (o operand) at(i int) float64 {
	if o.series == nil {
		return o.scalar
	}
	return o.series[i]
}

// evaluator evaluates expressions over series by their ids.
type evaluator struct {
	reading Reading
	series  func(id string) (Series, error)
}

// evaluate returns the series of a metric math expression made of numbers, ids,
// + - * /, parentheses and FILL. Others are refused: whoever uses them first
// adds what AWS documents about them. The syntax of these is also Go's.
func (m evaluator) evaluate(expression string) (Series, error) {
	tree, err := parser.ParseExpr(expression)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", expression, err)
	}
	result, err := m.operand(tree)
	if err != nil {
		return nil, fmt.Errorf("expression %q: %w", expression, err)
	}
	if result.series == nil {
		return nil, fmt.Errorf("expression %q is a number, and an alarm needs a time series", expression)
	}
	return result.series, nil
}

func (m evaluator) operand(tree ast.Expr) (operand, error) {
	switch e := tree.(type) {
	case *ast.ParenExpr:
		return m.operand(e.X)
	case *ast.Ident:
		series, err := m.series(e.Name)
		return operand{series: series}, err
	case *ast.BasicLit:
		v, err := strconv.ParseFloat(e.Value, 64)
		return operand{scalar: v}, err
	case *ast.BinaryExpr:
		a, err := m.operand(e.X)
		if err != nil {
			return operand{}, err
		}
		b, err := m.operand(e.Y)
		if err != nil {
			return operand{}, err
		}
		return m.arithmetic(e.Op, a, b)
	case *ast.CallExpr:
		if name, ok := e.Fun.(*ast.Ident); ok && name.Name == "FILL" && len(e.Args) == 2 {
			return m.fill(e.Args[0], e.Args[1])
		}
	}
	return operand{}, fmt.Errorf("%T is not known here", tree)
}

func (m evaluator) arithmetic(op token.Token, a, b operand) (operand, error) {
	calculate, known := map[token.Token]func(a, b float64) float64{
		token.ADD: func(a, b float64) float64 { return a + b },
		token.SUB: func(a, b float64) float64 { return a - b },
		token.MUL: func(a, b float64) float64 { return a * b },
		token.QUO: divide,
	}[op]
	if !known {
		return operand{}, fmt.Errorf("operator %s is not known here", op)
	}
	if a.series == nil && b.series == nil {
		return operand{scalar: calculate(a.scalar, b.scalar)}, nil
	}
	result := make(Series, max(len(a.series), len(b.series)))
	for i := range result {
		result[i] = calculate(m.pair(a, b, i))
	}
	return operand{series: result}, nil
}

// pair returns the values of both operands for a minute. A minute for which no
// series has a value is none of the result.
func (m evaluator) pair(a, b operand, i int) (float64, float64) {
	x, y := a.at(i), b.at(i)
	if m.reading == MissingSpreads || a.series == nil || b.series == nil {
		return x, y
	}
	switch {
	case isMissing(x) && !isMissing(y):
		x = 0
	case isMissing(y) && !isMissing(x):
		y = 0
	}
	return x, y
}

// divide drops the value where it would divide by zero (CloudWatch user guide,
// metric math, basic arithmetic functions, 2023-05-18).
func divide(a, b float64) float64 {
	if b == 0 {
		return Missing
	}
	return a / b
}

// fill is FILL: a number, REPEAT for the value before the gap, or LINEAR between
// those before and after it (CloudWatch user guide, metric math, as of 2026-11).
// A metric without any value is filled with a number too (AWS's service team in
// aws/aws-sdk-js-v3 #6873, 2025-02-11).
func (m evaluator) fill(of, with ast.Expr) (operand, error) {
	o, err := m.operand(of)
	if err != nil || o.series == nil {
		return operand{}, fmt.Errorf("FILL needs a time series: %w", err)
	}
	filled := slices.Clone(o.series)
	if name, ok := with.(*ast.Ident); ok && (name.Name == "REPEAT" || name.Name == "LINEAR") {
		for i := range filled {
			if isMissing(filled[i]) {
				filled[i] = between(o.series, i, name.Name == "LINEAR")
			}
		}
		return operand{series: filled}, nil
	}
	value, err := m.operand(with)
	if err != nil {
		return operand{}, err
	}
	for i := range filled {
		if isMissing(filled[i]) {
			filled[i] = value.at(i)
		}
	}
	return operand{series: filled}, nil
}

// between returns the value before a gap, or on the line to the one after it;
// Missing where there is none.
func between(s Series, i int, linear bool) float64 {
	before := slices.IndexFunc(reversed(s[:i]), func(v float64) bool { return !isMissing(v) })
	after := slices.IndexFunc(s[i:], func(v float64) bool { return !isMissing(v) })
	switch {
	case before < 0 || linear && after < 0:
		return Missing
	case !linear:
		return s[i-1-before]
	}
	from, to := s[i-1-before], s[i+after]
	return from + (to-from)*float64(before+1)/float64(before+1+after)
}

func reversed(s Series) Series {
	r := slices.Clone(s)
	slices.Reverse(r)
	return r
}
