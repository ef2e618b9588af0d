package fromtemplate

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"os"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// What the boot scripts of our own pools set is known, whatever else they do.
func TestRead_ownBootScripts(t *testing.T) {
	files, err := filepath.Glob("../../../stacks/testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			parsed, err := cloudformation.Parse(file, data)
			require.NoError(t, err)
			inv, err := Read(parsed, cloudformation.Environment{Region: "us-east-1"})
			require.NoError(t, err)
			require.NotEmpty(t, inv.Pools)
			for _, p := range inv.Pools {
				if p.Kind != inventory.AutoScalingGroup {
					continue
				}
				agent := p.Launch.Agent
				assert.NotEmpty(t, p.Cluster.Target, "%s joins its cluster", p.LogicalID)
				assert.True(t, agent.ReservedMemoryMiB().IsKnown(), "%s: %s", p.LogicalID, agent.ReservedMemoryMiB().Reason)
				assert.False(t, agent.Settings.Open, "%s: other settings", p.LogicalID)
			}
		})
	}
}
