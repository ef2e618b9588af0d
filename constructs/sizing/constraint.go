package sizing

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Constraint is what a task's placement constraints ask of an instance. The
// zero value admits everything.
type Constraint struct {
	expressions []inventory.PlacementExpression

	// Unjudged are the expressions that only a deployment can judge. They count
	// as met.
	Unjudged []string

	// Distinct is the distinctInstance constraint.
	Distinct bool
}

// ConstraintOf reads placement constraints, those of a task definition or of a
// service.
func ConstraintOf(list inventory.List[inventory.PlacementConstraint]) Constraint {
	var c Constraint
	for _, item := range list.Items {
		c.Distinct = c.Distinct || item.IsDistinctInstance()
		if e, ok := item.MemberOf(); ok {
			c.expressions = append(c.expressions, e)
			c.Unjudged = append(c.Unjudged, e.Unjudged()...)
		}
	}
	return c
}

// Admits reports whether tasks may run on the type, as far as can be told.
func (c Constraint) Admits(t hardware.InstanceType) bool {
	return !slices.ContainsFunc(c.expressions, func(e inventory.PlacementExpression) bool {
		return e.Admits(t) == hardware.No
	})
}
