package main

import (
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// What a change does to the cluster is read in review, in the golden.
func TestResearch_matchesItsGolden(t *testing.T) {
	stack := newResearch(snapshot.NewApp(t, nil), "research", researchProps{cidr: "10.40.0.0/18", maxTrainers: 8})
	snapshot.Match(t, stack, "research")
}

// CDK's validator takes its time, so that one test runs it for all stacks. The
// checks that the app adds report here as well.
func TestPlatform_isValid(t *testing.T) {
	stacks := newPlatform(snapshot.NewApp(t, nil))
	snapshot.Validate(t, stacks[0])
}

// Golden or not, these are promises to other teams.
func TestResearch_keepsItsPromises(t *testing.T) {
	stack := newResearch(snapshot.NewApp(t, nil), "research", researchProps{cidr: "10.40.0.0/18", maxTrainers: 8})
	template := snapshot.Of(t, stack)

	t.Run("instances have no public address", func(t *testing.T) {
		for _, group := range template.Resources("AWS::AutoScaling::AutoScalingGroup") {
			for _, subnet := range group.Get("VPCZoneIdentifier").([]any) {
				id := subnet.(map[string]any)["Ref"].(string)
				assert.Equal(t, false, template.Resource(id).Get("MapPublicIpOnLaunch"), id)
			}
		}
	})
	t.Run("there are three pools, one of them for work that names none", func(t *testing.T) {
		association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
		assert.Len(t, association.Get("CapacityProviders"), 3)
		assert.Len(t, association.Get("DefaultCapacityProviderStrategy"), 1)
	})
	t.Run("an embedding server has a GPU of its own", func(t *testing.T) {
		task := template.One("AWS::ECS::TaskDefinition")
		assert.Equal(t, "1", task.Get("ContainerDefinitions.0.ResourceRequirements.0.Value"))
	})
}

// A mistake is an error message before it is a deployment.
func TestResearch_refusesAClusterThatCannotGrow(t *testing.T) {
	refused := ecsgpu.Recover(func() {
		newResearch(snapshot.NewApp(t, nil), "research", researchProps{cidr: "10.40.0.0/18"})
	})
	assert.ErrorContains(t, refused, "MaxCapacity must be at least 1, got 0")
}
