package diagram

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/template"
)

func TestLook(t *testing.T) {
	data, err := os.ReadFile("../../../stacks/testdata/tensorflow-test.yaml")
	require.NoError(t, err)
	p, err := template.Parse("t", data)
	require.NoError(t, err)
	inv, err := inventory.Read(p, template.Environment{Parameters: map[string]string{"GPUInstanceType": "p3.8xlarge"}})
	require.NoError(t, err)
	svg, err := Of(inv).SVG(t.Context())
	require.NoError(t, err)
	os.WriteFile("/tmp/d2probe/g.svg", svg, 0o644)
}
