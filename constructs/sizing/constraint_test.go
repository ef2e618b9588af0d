package sizing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

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
