package placement

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Constraint is what placement constraints require of an instance. The zero
// value admits everything.
type Constraint struct {
	members []membership

	// Unjudged are the expressions that only a deployment can judge. They count
	// as met.
	Unjudged []string

	// Open says that there may be constraints that are not listed here. They
	// count as met, too.
	Open bool

	// Distinct is the distinctInstance constraint: no two tasks on one instance.
	Distinct bool
}

// membership is a memberOf constraint and where it is written.
type membership struct {
	inventory.PlacementExpression
	at inventory.Place
}

// ConstraintOf reads placement constraints, those of a task definition or of a
// service.
func ConstraintOf(list inventory.List[inventory.PlacementConstraint]) Constraint {
	c := Constraint{Open: list.Open}
	for _, item := range list.Items {
		c.Distinct = c.Distinct || item.IsDistinctInstance()
		if e, ok := item.MemberOf(); ok {
			c.members = append(c.members, membership{e, item.Expression.Place})
			c.Unjudged = append(c.Unjudged, e.Unjudged()...)
		}
	}
	return c
}

// and returns both constraints as one.
func (c Constraint) and(d Constraint) Constraint {
	return Constraint{
		members: slices.Concat(c.members, d.members), Unjudged: slices.Concat(c.Unjudged, d.Unjudged),
		Open: c.Open || d.Open, Distinct: c.Distinct || d.Distinct,
	}
}

// Admits reports whether tasks may run on the type, as far as can be told.
func (c Constraint) Admits(t hardware.InstanceType) bool {
	_, excluded := c.excludes(t)
	return !excluded
}

// excludes reports whether an expression certainly excludes the type, and where
// it is written.
func (c Constraint) excludes(t hardware.InstanceType) (inventory.Place, bool) {
	for _, m := range c.members {
		if m.Admits(t) == fact.No {
			return m.at, true
		}
	}
	return inventory.Place{}, false
}

// IsZero reports whether the constraint admits every instance.
func (c Constraint) IsZero() bool { return len(c.members) == 0 && !c.Distinct }
