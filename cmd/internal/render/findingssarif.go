package render

import (
	"bytes"
	"fmt"

	"github.com/owenrumney/go-sarif/v3/pkg/report"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/checks"
)

const home = "https://github.com/ecsgpu/cdk"

// levels are SARIF's words for the severities.
var levels = map[checks.Severity]string{checks.Error: "error", checks.Warning: "warning", checks.Info: "note"}

// asSARIF returns SARIF 2.1.0 as GitHub's code scanning takes it: every result
// has a rule, a message and a line. Fingerprints leave the line out, so that an
// alert survives edits above it.
func asSARIF(found []checks.Finding) (output.Text, error) {
	run := sarif.NewRunWithInformationURI("ecsgpu", home)
	for _, rule := range checks.Rules() {
		run.AddRule(rule.ID).
			WithName(rule.ID).
			WithShortDescription(sarif.NewMultiformatMessageString().WithText(rule.Title)).
			WithFullDescription(sarif.NewMultiformatMessageString().WithText(rule.Reason)).
			WithHelp(sarif.NewMultiformatMessageString().WithText("Fix: " + rule.Fix + " Source: " + rule.Source)).
			WithHelpURI(home + "/blob/main/docs/checks.md#" + rule.ID).
			WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(levels[rule.Severity]))
	}
	for _, f := range found {
		run.AddResult(sarifResult(f, run.GetRuleIndex(f.ID)))
	}
	var b bytes.Buffer
	if err := report.NewV210Report().AddRun(run).PrettyWrite(&b); err != nil {
		return output.Text{}, fmt.Errorf("cannot write the findings as SARIF: %w", err)
	}
	b.WriteByte('\n')
	return output.JSONDocument(b.Bytes()), nil
}

func sarifResult(f checks.Finding, index int) *sarif.Result {
	line := max(f.Place.Line, 1)
	location := sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri(f.Place.File))).
		WithRegion(sarif.NewSimpleRegion(line, line))
	return sarif.NewRuleResult(f.ID).
		WithRuleIndex(index).
		WithLevel(levels[f.Severity]).
		WithMessage(sarif.NewTextMessage(f.Text() + "\nFix: " + f.Fix)).
		WithLocations([]*sarif.Location{sarif.NewLocationWithPhysicalLocation(location)}).
		WithPartialFingerprints(map[string]string{"ecsgpu/v1": f.ID + " " + f.Place.LogicalID + " " + f.Place.Path})
}
