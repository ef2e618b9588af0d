package fromtemplate

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// What is kept from one variant to the next must not show: each variant is what
// reading the template afresh gives.
func TestVariants_areWhatReadGives(t *testing.T) {
	for _, name := range templates(t) {
		t.Run(name, func(t *testing.T) {
			tpl := load(t, name)
			for _, v := range variants(t, tpl, ohio) {
				env := ohio
				if v.Parameter != "" {
					env.Parameters = map[string]string{v.Parameter: v.Value}
				}
				fresh, err := Read(tpl, env)
				require.NoError(t, err)
				assert.Equal(t, describeInventory(fresh), describeInventory(v.Inventory), "%s=%s", v.Parameter, v.Value)
			}
		})
	}
}

// Without a region, an account and a stack name less is known, and nothing else.
func TestRead_withoutAnEnvironment(t *testing.T) {
	for _, name := range templates(t) {
		least, err := Read(load(t, name), cloudformation.Environment{})
		require.NoError(t, err)
		most := read(t, name, nil)
		require.Len(t, most.Pools, len(least.Pools), name)
		for i, pool := range least.Pools {
			assert.Equal(t, pool.LogicalID, most.Pools[i].LogicalID)
			if v, ok := pool.Max.Get(); ok {
				most, _ := most.Pools[i].Max.Get()
				assert.Equal(t, v, most)
			}
			assert.Equal(t, pool.Cluster.Target, most.Pools[i].Cluster.Target)
		}
		require.Len(t, most.TaskDefinitions, len(least.TaskDefinitions), name)
	}
}

func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"*.yaml", "*.json"} {
		paths, err := filepath.Glob(filepath.Join("testdata", pattern))
		require.NoError(f, err)
		for _, path := range paths {
			data, err := os.ReadFile(path)
			require.NoError(f, err)
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tpl, err := cloudformation.Parse("f", data)
		if err != nil {
			return
		}
		inv, err := Read(tpl, ohio)
		require.NoError(t, err)
		for _, pool := range inv.Pools {
			_, _ = pool.Hardware()
			_ = pool.Options()
		}
		all, err := Variants(tpl, cloudformation.Environment{})
		require.NoError(t, err)
		n := 0
		for v := range all {
			_ = v.Inventory.DefaultStrategy("")
			if n++; n == 5 {
				break
			}
		}
	})
}
