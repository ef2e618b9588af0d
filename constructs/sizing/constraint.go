package sizing

import (
	"fmt"
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

	// Open is whether there may be constraints that are not listed here. They
	// count as met, too.
	Open bool

	// Distinct is the distinctInstance constraint.
	Distinct bool
}

// ConstraintOf reads placement constraints, those of a task definition or of a
// service.
func ConstraintOf(list inventory.List[inventory.PlacementConstraint]) Constraint {
	c := Constraint{Open: list.Open}
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

// notes say what a plan for tasks of this name takes for granted.
func (c Constraint) notes(name string) []string {
	var notes []string
	for _, expression := range c.Unjudged {
		notes = append(notes, fmt.Sprintf("%s: the placement constraint %q cannot be judged before deployment and counts as met", name, expression))
	}
	if c.Open {
		notes = append(notes, name+": there may be placement constraints that only the deployment knows, and they count as met")
	}
	return notes
}
