//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// takesCapacityProviders creates through the API of ECS what moto ignores in a
// template: the capacity providers on the groups that the stack made, and their
// association with its cluster. So the AWS CLI has read every property of them,
// and ECS's rules on them that moto knows have held.
func (d *deployment) takesCapacityProviders(t *testing.T) {
	t.Helper()
	for _, resource := range d.resources("AWS::ECS::CapacityProvider") {
		properties := asAPI(d.plain(t, resource.Properties)).(map[string]any)
		require.Regexp(t, `^cp-[A-Za-z0-9_-]{1,252}$`, properties["name"], "ECS takes it, moto takes any")
		var answer struct{ CapacityProvider map[string]any }
		d.aws(t, &answer, "ecs", "create-capacity-provider", "--cli-input-json", input(t, properties))
		assert.Equal(t, "ACTIVE", answer.CapacityProvider["status"], resource.LogicalID)
		d.ids[resource.LogicalID] = properties["name"].(string)
	}
	for _, resource := range d.resources("AWS::ECS::ClusterCapacityProviderAssociations") {
		d.associates(t, resource)
	}
}

func (d *deployment) associates(t *testing.T, resource *cloudformation.ResourceValue) {
	t.Helper()
	wanted := asAPI(d.plain(t, resource.Properties)).(map[string]any)
	d.aws(t, nil, "ecs", "put-cluster-capacity-providers", "--cli-input-json", input(t, wanted))

	var answer struct {
		Clusters []struct {
			ClusterName                     string
			CapacityProviders               []string
			DefaultCapacityProviderStrategy []map[string]any
		}
	}
	cluster := d.text(t, resource.Properties.Get("Cluster"))
	d.aws(t, &answer, "ecs", "describe-clusters", "--clusters", cluster)
	require.Len(t, answer.Clusters, 1)
	got := answer.Clusters[0]
	assert.Equal(t, cluster, got.ClusterName)
	assert.JSONEq(t, asJSON(t, wanted["capacityProviders"]), asJSON(t, got.CapacityProviders))
	for i, item := range got.DefaultCapacityProviderStrategy {
		delete(item, "base") // 0 unless given
		assert.JSONEq(t, asJSON(t, wanted["defaultCapacityProviderStrategy"].([]any)[i]), asJSON(t, item))
	}
}

// input writes an argument of --cli-input-json.
func input(t *testing.T, value map[string]any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "input.json")
	require.NoError(t, os.WriteFile(path, []byte(asJSON(t, value)), 0o644))
	return "file://" + strings.ReplaceAll(path, string(filepath.Separator), "/")
}
