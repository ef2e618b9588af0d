package sizing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/sizing"
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
			c := sizing.ConstraintOf(memberOf(expression))
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
		c := sizing.ConstraintOf(memberOf(expression))
		assert.Equal(t, []string{expression}, c.Unjudged)
	}
	unknown := sizing.ConstraintOf(inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.NotKnown[string]("later")}))
	assert.Len(t, unknown.Unjudged, 1)
	part := sizing.ConstraintOf(memberOf("attribute:ecs.instance-type =~ g5.* and attribute:stack == prod"))
	assert.Equal(t, []string{"attribute:stack == prod"}, part.Unjudged)
	whole := sizing.ConstraintOf(memberOf("attribute:ecs.instance-type == a or attribute:ecs.instance-type == b"))
	assert.Empty(t, whole.Unjudged)
}

func TestConstraintOf_distinct(t *testing.T) {
	assert.True(t, sizing.ConstraintOf(inventory.ListOf(inventory.PlacementConstraint{Type: inventory.Known("distinctInstance")})).Distinct)
}

// What counts as met without being judged is told, of tasks and of services.
func TestNewPlan_notes_constraints(t *testing.T) {
	train := task("train", 1, 1024, 4096)
	train.PlacementConstraints = memberOf("attribute:ecs.instance-type =~ g5.* and attribute:stack == prod")
	inv := cluster([]pool{{name: "gpu", types: []string{"g5.xlarge"}, desired: 1, max: 1}}, train)
	web := memberOf("attribute:ecs.instance-type =~ g5.* and attribute:team exists")
	web.Open = true
	inv.Services = []*inventory.Service{{
		Name: inventory.Known("web"), TaskDefinition: inventory.LinkTo("train"), DesiredCount: inventory.Known(1),
		PlacementConstraints: web,
	}}
	p := plan(t, inv)
	assert.Equal(t, 1, p.Mix.Placed)
	assert.Equal(t, []string{
		`train: the placement constraint "attribute:stack == prod" cannot be judged before deployment and counts as met`,
		`service web: the placement constraint "attribute:team exists" cannot be judged before deployment and counts as met`,
		`service web: there may be placement constraints that only the deployment knows, and they count as met`,
	}, p.Notes[:3])
}
