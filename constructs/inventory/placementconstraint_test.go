package inventory_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func TestPlacementConstraint_MemberOf(t *testing.T) {
	excludes := inventory.Known("attribute:ecs.instance-type == p2.xlarge")
	later := inventory.NotKnown[string]("later")
	for name, test := range map[string]struct {
		constraint inventory.PlacementConstraint
		isMemberOf bool
		want       hardware.Answer
	}{
		"memberOf":                     {inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: excludes}, true, hardware.No},
		"another spelling":             {inventory.PlacementConstraint{Type: inventory.Known("MEMBEROF"), Expression: excludes}, true, hardware.No},
		"distinctInstance":             {inventory.PlacementConstraint{Type: inventory.Known("distinctInstance")}, false, ""},
		"a type that is not known":     {inventory.PlacementConstraint{Type: later, Expression: excludes}, true, hardware.Unknown},
		"no type":                      {inventory.PlacementConstraint{Expression: excludes}, true, hardware.Unknown},
		"a type that ECS has not":      {inventory.PlacementConstraint{Type: inventory.Known("near"), Expression: excludes}, true, hardware.Unknown},
		"an expression that is unsure": {inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: later}, true, hardware.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			e, ok := test.constraint.MemberOf()
			assert.Equal(t, test.isMemberOf, ok)
			assert.Equal(t, !test.isMemberOf, test.constraint.IsDistinctInstance())
			if test.isMemberOf {
				assert.Equal(t, test.want, e.Admits(lookup(t, "g6.xlarge")))
				assert.Equal(t, test.want == hardware.Unknown, len(e.Unjudged()) > 0)
			}
		})
	}
}
