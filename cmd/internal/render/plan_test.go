package render_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

var update = flag.Bool("update", false, "rewrite the example in docs/sizing.md")

// The example of the documentation is what the command prints.
func TestPlan_documented(t *testing.T) {
	const file = "../../../docs/sizing.md"
	document, err := os.ReadFile(file)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(document), "<!-- example -->\n```console\n")
	require.True(t, ok)
	block, after, ok := strings.Cut(rest, "```\n")
	require.True(t, ok)
	command, shown, _ := strings.Cut(block, "\n")
	require.Equal(t, "$ ecsgpu plan tensorflow-test --parameter GPUInstanceType=p3.16xlarge --task tensorflow-4-gpu=1 --task tensorflow-8-gpu=1", command)

	plan := planOf(t, "../../../stacks/testdata/tensorflow-test.yaml", map[string]string{"GPUInstanceType": "p3.16xlarge"},
		sizing.Wanted{Family: "tensorflow-4-gpu", Count: 1}, sizing.Wanted{Family: "tensorflow-8-gpu", Count: 1})
	want := render.Plan(plan).String()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(before+"<!-- example -->\n```console\n"+command+"\n"+want+"```\n"+after), 0o644))
		return
	}
	assert.Equal(t, want, shown, "run the test with -update")
}

func planOf(t *testing.T, file string, parameters map[string]string, wanted ...sizing.Wanted) *sizing.Plan {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	parsed, err := cloudformation.Parse(file, data)
	require.NoError(t, err)
	inv, err := fromtemplate.Read(parsed, cloudformation.Environment{Parameters: parameters})
	require.NoError(t, err)
	plan, err := sizing.NewPlan(inv, wanted)
	require.NoError(t, err)
	return plan
}

func TestBar(t *testing.T) {
	assert.Equal(t, "██░░", render.Bar(2, 0, 4))
	assert.Equal(t, "██▒░", render.Bar(2, 1, 4))
	assert.Equal(t, "████", render.Bar(4, 0, 4))
	long := render.Bar(500, 250, 1000)
	assert.Equal(t, strings.Repeat("█", 16)+strings.Repeat("▒", 8)+strings.Repeat("░", 8), long, "a long bar is scaled")
}
