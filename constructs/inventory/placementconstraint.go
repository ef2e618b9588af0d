package inventory

import "strings"

// PlacementConstraint is a memberOf or distinctInstance constraint.
type PlacementConstraint struct {
	Type       Fact[string]
	Expression Fact[string]
}

// IsDistinctInstance reports whether each task certainly needs an instance of its own.
func (c PlacementConstraint) IsDistinctInstance() bool {
	kind, _ := c.Type.Get()
	return strings.EqualFold(kind, "distinctInstance")
}

// MemberOf returns what the constraint asks of an instance; false when it is no
// memberOf constraint. Where the type or the expression of the constraint is
// not known, neither is the answer for any instance.
func (c PlacementConstraint) MemberOf() (PlacementExpression, bool) {
	if c.IsDistinctInstance() {
		return PlacementExpression{}, false
	}
	kind, _ := c.Type.Get()
	text, known := c.Expression.Get()
	if !known {
		return PlacementExpression{text: c.Expression.String()}, true
	}
	if !strings.EqualFold(kind, "memberOf") {
		return PlacementExpression{text: text}, true
	}
	return ParsePlacementExpression(text), true
}
