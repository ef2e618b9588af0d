package placement_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

func memberOf(expression string) inventory.List[inventory.PlacementConstraint] {
	return inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.Known(expression)})
}

func TestConstraintOf(t *testing.T) {
	for expression, want := range map[string]struct{ p3, g5 bool }{
		"attribute:ecs.instance-type == p3.16xlarge":                              {true, false},
		"attribute:ecs.instance-type != p3.16xlarge":                              {false, true},
		"attribute:ecs.instance-type =~ p3.*":                                     {true, false},
		"attribute:ecs.instance-type !~ p3.*":                                     {false, true},
		"attribute:ecs.instance-type in [p3.16xlarge, g5.xlarge]":                 {true, true},
		"attribute:ecs.instance-type not_in [g5.xlarge]":                          {true, false},
		"attribute:ecs.cpu-architecture == arm64":                                 {false, false},
		"attribute:ecs.instance-type =~ g5.* and attribute:stack == x":            {false, true},
		"attribute:ecs.instance-type =~ (p3|g5).*":                                {true, true},
		"not(attribute:ecs.instance-type == p3.16xlarge)":                         {false, true},
		"attribute:ecs.instance-type == a or attribute:ecs.instance-type =~ g5.*": {false, true},
		"attribute:ecs.instance-type == a or attribute:stack == prod":             {true, true},
		"attribute:stack == prod":                                                 {true, true},
		"attribute:ecs.instance-type =~ (":                                        {true, true},
	} {
		t.Run(expression, func(t *testing.T) {
			c := placement.ConstraintOf(memberOf(expression))
			for name, admitted := range map[string]bool{"p3.16xlarge": want.p3, "g5.xlarge": want.g5} {
				found, ok := hardware.Lookup(name)
				require.True(t, ok)
				assert.Equal(t, admitted, c.Admits(found), name)
			}
		})
	}
}

func TestConstraintOf_unjudged(t *testing.T) {
	for _, expression := range []string{
		"attribute:stack == prod",
		"attribute:ecs.instance-type == a or attribute:stack == prod",
		"not(attribute:stack == prod)",
		"attribute:ecs.instance-type =~ (?<=x)g",
		"task:group == service:web",
	} {
		c := placement.ConstraintOf(memberOf(expression))
		assert.Equal(t, []string{expression}, c.Unjudged)
	}
	unknown := placement.ConstraintOf(inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.NotKnown[string]("later")}))
	assert.Len(t, unknown.Unjudged, 1)
	part := placement.ConstraintOf(memberOf("attribute:ecs.instance-type =~ g5.* and attribute:stack == prod"))
	assert.Equal(t, []string{"attribute:stack == prod"}, part.Unjudged)
	whole := placement.ConstraintOf(memberOf("attribute:ecs.instance-type == a or attribute:ecs.instance-type == b"))
	assert.Empty(t, whole.Unjudged)
}

func TestConstraintOf_distinct(t *testing.T) {
	assert.True(t, placement.ConstraintOf(inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("distinctInstance")})).Distinct)
}
