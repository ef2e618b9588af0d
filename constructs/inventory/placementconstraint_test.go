package inventory_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func TestPlacementConstraint_MemberOf(t *testing.T) {
	excludes := inventory.Known("attribute:ecs.instance-type == p2.xlarge")
	later := inventory.NotKnown[string]("later")
	for name, test := range map[string]struct {
		constraint inventory.PlacementConstraint
		isMemberOf bool
		want       fact.Answer
	}{
		"memberOf":                     {inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: excludes}, true, fact.No},
		"another spelling":             {inventory.PlacementConstraint{Type: inventory.Known("MEMBEROF"), Expression: excludes}, true, fact.No},
		"distinctInstance":             {inventory.PlacementConstraint{Type: inventory.Known("distinctInstance")}, false, ""},
		"a type that is not known":     {inventory.PlacementConstraint{Type: later, Expression: excludes}, true, fact.Maybe},
		"no type":                      {inventory.PlacementConstraint{Expression: excludes}, true, fact.Maybe},
		"a type that ECS has not":      {inventory.PlacementConstraint{Type: inventory.Known("near"), Expression: excludes}, true, fact.Maybe},
		"an expression that is unsure": {inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: later}, true, fact.Maybe},
	} {
		t.Run(name, func(t *testing.T) {
			e, ok := test.constraint.MemberOf()
			assert.Equal(t, test.isMemberOf, ok)
			assert.Equal(t, !test.isMemberOf, test.constraint.IsDistinctInstance())
			if test.isMemberOf {
				assert.Equal(t, test.want, e.Admits(lookup(t, "g6.xlarge")))
				assert.Equal(t, test.want == fact.Maybe, len(e.Unjudged()) > 0)
			}
		})
	}
}
