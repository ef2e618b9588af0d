package fromtemplate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// target returns what a service's Cluster property links to.
func target(t *testing.T, clusters, expression string) string {
	t.Helper()
	tpl, err := cloudformation.Parse("t.yaml", []byte("Parameters:\n  Name: {Type: String, Default: a}\n  Open: {Type: String}\nResources:\n"+
		clusters+"  Service: {Type: 'AWS::ECS::Service', Properties: {Cluster: "+expression+"}}\n"))
	require.NoError(t, err)
	inv, err := Read(tpl, ohio)
	require.NoError(t, err)
	return inv.Services[0].Cluster.Target
}

func TestLink_targets(t *testing.T) {
	named := "  A: {Type: 'AWS::ECS::Cluster', Properties: {ClusterName: a}}\n  B: {Type: 'AWS::ECS::Cluster', Properties: {ClusterName: !Sub 'b-${Open}'}}\n"
	twice := "  A: {Type: 'AWS::ECS::Cluster', Properties: {ClusterName: a}}\n  B: {Type: 'AWS::ECS::Cluster', Properties: {ClusterName: a}}\n"
	cases := map[string]struct{ clusters, expression, want string }{
		"Ref":                           {named, "!Ref A", "A"},
		"GetAtt":                        {named, "!GetAtt A.Arn", "A"},
		"Sub":                           {named, "!Sub 'arn:aws:ecs:x:cluster/${A}'", "A"},
		"an equal name":                 {named, "a", "A"},
		"an equal name by a parameter":  {named, "!Ref Name", "A"},
		"an equal name with holes":      {named, "!Sub 'b-${Open}'", "B"},
		"an ARN":                        {named, "arn:aws:ecs:us-east-2:123456789012:cluster/a", "A"},
		"a name that is not there":      {named, "c", ""},
		"a name that two have":          {twice, "a", ""},
		"a reference when two have it":  {twice, "!Ref B", "B"},
		"an import":                     {named, "!ImportValue a", ""},
		"a parameter without a value":   {named, "!Ref Open", ""},
		"a resource of another type":    {named, "!Ref Service", ""},
		"references to two of the type": {named, "!Sub '${A}${B}'", ""},
		"an open condition":             {named, "!If [Missing, !Ref A, !Ref B]", ""},
		"nothing":                       {named, "!Ref AWS::NoValue", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, target(t, c.clusters, c.expression))
		})
	}
}

func TestLink_ofGoCode(t *testing.T) {
	l := inventory.LinkToAt("Cluster", "ClusterProps.Name")
	assert.True(t, l.Resolved())
	assert.True(t, l.IsUnknown(), "its name is made at deployment")
	assert.Equal(t, "ClusterProps.Name", l.Place.Path)
	assert.False(t, inventory.Link{}.Resolved())
}

func TestInventory_lookups(t *testing.T) {
	inv := read(t, "launch-template-and-provider.yaml", nil)
	assert.NotNil(t, inv.Cluster("Cluster"))
	assert.NotNil(t, inv.CapacityProvider("Provider"))
	assert.NotNil(t, inv.Pool("Group"))
	assert.NotNil(t, inv.TaskDefinition("Task"))
	assert.NotNil(t, inv.Service("Service"))
	assert.NotNil(t, inv.LogGroup("Logs"))
	assert.NotNil(t, inv.Role("Role"))
	assert.NotNil(t, inv.InstanceProfile("Profile"))
	assert.Nil(t, inv.Cluster(""))
	assert.Nil(t, inv.Cluster("Group"))
	assert.Nil(t, inv.SecurityGroup("x"))
	assert.Nil(t, inv.PlacementGroup("x"))
	assert.Nil(t, inv.Subnet("x"))
	assert.Equal(t, "Association", inv.Association("Cluster").LogicalID)
	assert.Nil(t, inv.Association(""))
	assert.Len(t, inv.PoolsOf("Cluster"), 1)
	assert.Empty(t, inv.PoolsOf(""))
	assert.Equal(t, "App/Gpu/ASG", read(t, "cdk.json", nil).Pools[0].Label())
	assert.Equal(t, "Group", inv.Pools[0].Label())
	assert.Contains(t, inv.Pool("Group").References, "Launch", "what it refers to, it depends on")
	efa := read(t, "efa-training.yaml", nil)
	assert.Len(t, efa.Pools[0].Launch.AllSecurityGroups(), 3)
}

func TestInventory_StrategyOf(t *testing.T) {
	inv := read(t, "cluster-strategy.yaml", nil)
	strategy := func(service string) inventory.List[inventory.StrategyItem] {
		return inv.StrategyOf(inv.Service(service))
	}
	require.Len(t, strategy("ByFamily").Items, 1, "the default of its cluster")
	assert.Equal(t, "Provider", strategy("ByFamily").Items[0].Provider.Target)
	assert.True(t, strategy("ByArn").IsAbsent(), "a launch type stands instead of a strategy")
	assert.True(t, strategy("Elsewhere").Open, "the default of a cluster elsewhere is not known")
	assert.True(t, inv.StrategyOf(&inventory.Service{LaunchType: inventory.NotKnown[string]("x"), Cluster: inventory.LinkTo("Cluster")}).Open)
	inv.Associations = append(inv.Associations, &inventory.Association{Cluster: inventory.Link{Fact: inventory.NotKnown[string]("x")}})
	assert.True(t, strategy("ByFamily").Open, "an association of a cluster that is not known may be this one's")
	other := read(t, "launch-template-and-provider.yaml", nil)
	assert.Equal(t, "Provider", other.StrategyOf(other.Service("Service")).Items[0].Provider.Target)
	assert.Equal(t, "FARGATE", other.DefaultStrategy("Cluster").Items[0].Provider.Text)
}
