package fromtemplate

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

var update = flag.Bool("update", false, "rewrite the goldens")

var ohio = cloudformation.Environment{Region: "us-east-2", AccountID: "123456789012", StackName: "demo"}

func load(t testing.TB, name string) *cloudformation.Template {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	tpl, err := cloudformation.Parse(name, data)
	require.NoError(t, err)
	return tpl
}

func read(t testing.TB, name string, parameters map[string]string) *inventory.Inventory {
	t.Helper()
	env := ohio
	env.Parameters = parameters
	inv, err := Read(load(t, name), env)
	require.NoError(t, err)
	return inv
}

func templates(t testing.TB) []string {
	var names []string
	for _, pattern := range []string{"*.yaml", "*.json"} {
		paths, err := filepath.Glob(filepath.Join("testdata", pattern))
		require.NoError(t, err)
		for _, path := range paths {
			names = append(names, filepath.Base(path))
		}
	}
	require.NotEmpty(t, names)
	return names
}

func TestRead_goldens(t *testing.T) {
	for _, name := range templates(t) {
		t.Run(name, func(t *testing.T) {
			got := describeInventory(read(t, name, nil))
			golden := filepath.Join("testdata", strings.TrimSuffix(name, filepath.Ext(name))+".golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "make it with: go test ./constructs/inventory -update")
			assert.Equal(t, string(want), got)
		})
	}
}
