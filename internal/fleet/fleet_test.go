package fleet

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
)

func read(t *testing.T, template []byte) *inventory.Inventory {
	t.Helper()
	parsed, err := cloudformation.Parse("t.yaml", template)
	require.NoError(t, err)
	inv, err := fromtemplate.Read(parsed, cloudformation.Environment{})
	require.NoError(t, err)
	return inv
}

// What is measured must be what the commands look at: pools that belong to their
// clusters, and services whose task definitions are known.
func TestTemplates(t *testing.T) {
	for name, c := range map[string]struct {
		template []byte
		clusters int
	}{
		"clusters":    {Clusters(60), 10},
		"one cluster": {OneCluster(51), 1},
	} {
		t.Run(name, func(t *testing.T) {
			inv := read(t, c.template)
			assert.Len(t, inv.Clusters, c.clusters)
			assert.Len(t, inv.Pools, 10)
			assert.Len(t, inv.TaskDefinitions, 10)
			assert.Len(t, inv.Services, 10)
			for i, pool := range inv.Pools {
				service := inv.Services[i]
				assert.NotNil(t, inv.Cluster(pool.Cluster.Target), "pool %d joins a cluster of the template", i)
				assert.Equal(t, pool.Cluster.Target, service.Cluster.Target, "with service %d", i)
				assert.Equal(t, inv.TaskDefinitions[i].LogicalID, service.TaskDefinition.Target)
			}
		})
	}
}

func TestTemplates_haveTheirSize(t *testing.T) {
	for _, resources := range []int{1, 10, 100} {
		for _, template := range [][]byte{Clusters(resources), OneCluster(resources)} {
			parsed, err := cloudformation.Parse("t.yaml", template)
			require.NoError(t, err)
			assert.Len(t, parsed.Resources, resources)
		}
	}
}
