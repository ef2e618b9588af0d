package render_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/constructs/sizing"
	"github.com/ecsgpu/cdk/internal/fleet"
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

func TestPlan_sharesALineAmongManyPools(t *testing.T) {
	shown := func(pools int, change func(template string) string) string {
		file := filepath.Join(t.TempDir(), "template.yaml")
		template := change(string(fleet.OneCluster(1 + 5*pools)))
		require.NoError(t, os.WriteFile(file, []byte(template), 0o600))
		return render.Plan(planOf(t, file, nil)).String()
	}
	same := func(template string) string { return template }
	three := shown(3, same)
	for _, pool := range []string{"Group0", "Group1", "Group2"} {
		assert.Regexp(t, `task-1 +1 GPU, 0\.5 vCPU, 1 GiB +`+pool+` +0 +16`, three, "few pools have a line each")
	}
	five := shown(5, same)
	assert.Regexp(t, `task-1 +1 GPU, 0\.5 vCPU, 1 GiB +Group0, Group1 and 3 more +0 +16`, five)
	assert.Equal(t, 2, strings.Count(five, "task-1 ")+strings.Count(five, "(task-1)"), "a line of the table, and the service")

	larger := shown(5, func(template string) string { return strings.Replace(template, "MaxSize: 4", "MaxSize: 9", 1) })
	assert.Regexp(t, `task-1 .* Group0 +0 +36`, larger, "other figures have a line of their own")
	assert.Regexp(t, `task-1 .* Group1, Group2 and 2 more +0 +16`, larger)

	nowhere := shown(5, func(template string) string { return strings.ReplaceAll(template, "Value: 1}", "Value: 8}") })
	assert.Contains(t, nowhere, "task-1 of service Service1 waits indefinitely.\n  on Group0, Group1 and 3 more: ")
}

func TestBar(t *testing.T) {
	assert.Equal(t, "██░░", render.Bar(2, 0, 4))
	assert.Equal(t, "██▒░", render.Bar(2, 1, 4))
	assert.Equal(t, "████", render.Bar(4, 0, 4))
	long := render.Bar(500, 250, 1000)
	assert.Equal(t, strings.Repeat("█", 16)+strings.Repeat("▒", 8)+strings.Repeat("░", 8), long, "a long bar is scaled")
}
