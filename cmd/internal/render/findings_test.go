package render

import (
	"encoding/json"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

var found = []checks.Finding{
	{
		ID: "ecsgpu-fit-gpus", Severity: checks.Error, Message: "it asks for 8 GPUs, 100 % of them", Reason: "they are one instance's.", Source: "guide",
		Fix: "ask for less", Place: inventory.Place{File: "a dir/cluster,1.yaml", Line: 7, LogicalID: "Task", Path: "Resources.Task"},
		ConstructPath: "App/Task", Default: true,
		When: []checks.When{{Parameter: "Type", Values: []string{"g6.xlarge"}}},
	},
	{ID: "ecsgpu-logs-region", Severity: checks.Info, Message: "it is written out", Place: inventory.Place{File: "cluster.yaml"}},
}

func printed(t *testing.T, format FindingsFormat, found []checks.Finding) string {
	t.Helper()
	text, err := Findings(format, found, 2)
	require.NoError(t, err)
	return text.String()
}

func TestPrint_text(t *testing.T) {
	assert.Equal(t, `a dir/cluster,1.yaml:7: error: it asks for 8 GPUs, 100 % of them (for Type = g6.xlarge) [ecsgpu-fit-gpus]
    at:  Resources.Task
    cdk: App/Task
    why: they are one instance's
    src: guide
    fix: ask for less
`, printed(t, TextFindings, found[:1])[:len(printed(t, TextFindings, found[:1]))-len("\n1 error in 2 files\n")])
	assert.Equal(t, "nothing found in 2 files\n", printed(t, TextFindings, nil))
}

func TestPrint_github(t *testing.T) {
	assert.Equal(t, `::error file=a dir/cluster%2C1.yaml,line=7,title=ecsgpu-fit-gpus::it asks for 8 GPUs, 100 %25 of them (for Type = g6.xlarge)%0AFix: ask for less
::notice file=cluster.yaml,title=ecsgpu-logs-region::it is written out%0AFix: 
`, printed(t, GitHubFindings, found))
}

func TestPrint_json(t *testing.T) {
	var d findingsDocument
	require.NoError(t, json.Unmarshal([]byte(printed(t, JSONFindings, found)), &d))
	require.Len(t, d.Findings, 2)
	assert.Equal(t, 7, d.Findings[0].Line)
	assert.Equal(t, []when{{"Type", []string{"g6.xlarge"}}}, d.Findings[0].When)
	assert.Equal(t, map[string]int{"files": 2, "error": 1, "warning": 0, "info": 1}, d.Summary)
	assert.Contains(t, printed(t, JSONFindings, nil), `"findings": []`)
}

// TestPrint_sarif holds the output against the schema of SARIF 2.1.0, and has
// what GitHub's code scanning asks for beside it.
func TestPrint_sarif(t *testing.T) {
	for _, some := range [][]checks.Finding{found, nil} {
		log, err := sarif.FromString(printed(t, SARIFFindings, some))
		require.NoError(t, err)
		require.NoError(t, log.Validate())
		require.Len(t, log.Runs, 1)
		run := log.Runs[0]
		assert.Len(t, run.Tool.Driver.Rules, len(checks.Rules()))
		require.Len(t, run.Results, len(some))
		for i, result := range run.Results {
			assert.Equal(t, some[i].ID, *result.RuleID)
			assert.Equal(t, some[i].ID, *run.Tool.Driver.Rules[result.RuleIndex].ID)
			location := result.Locations[0].PhysicalLocation
			assert.GreaterOrEqual(t, *location.Region.StartLine, 1)
			assert.NotContains(t, *location.ArtifactLocation.URI, " ")
			assert.NotEmpty(t, result.PartialFingerprints)
		}
	}
}

func TestSummary(t *testing.T) {
	assert.Equal(t, "1 error and 1 info in 1 file", FindingsSummary(found, 1))
}

func TestParseFormat(t *testing.T) {
	for _, want := range FindingsFormats() {
		got, err := ParseFindingsFormat(string(want))
		assert.NoError(t, err)
		assert.Equal(t, want, got)
	}
	_, err := ParseFindingsFormat("xml")
	assert.EqualError(t, err, `--format must be text, json, sarif or github, got "xml"`)
}
