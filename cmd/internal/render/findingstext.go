package render

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/checks"
)

// asText starts each finding with file:line, as compilers do, so that editors
// and terminals can jump there.
func asText(found []checks.Finding, files int) output.Text {
	var page output.Lines
	for _, f := range found {
		page.Add("%s: %s: %s [%s]", position(f), f.Severity, f.Text(), f.ID)
		if f.Place.Path != "" {
			page.Add("    at:  %s", f.Place.Path)
		}
		if f.ConstructPath != "" {
			page.Add("    cdk: %s", f.ConstructPath)
		}
		page.Add("    why: %s", strings.TrimSuffix(f.Reason, "."))
		page.Add("    src: %s", f.Source)
		page.Add("    fix: %s", strings.TrimSuffix(f.Fix, "."))
		page.Add("")
	}
	page.Add("%s", FindingsSummary(found, files))
	return page.Text()
}

// position returns "file:line".
func position(f checks.Finding) string {
	if f.Place.Line == 0 {
		return f.Place.File
	}
	return fmt.Sprintf("%s:%d", f.Place.File, f.Place.Line)
}
