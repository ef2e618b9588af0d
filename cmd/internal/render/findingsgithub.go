package render

import (
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/checks"
)

// annotations are the workflow commands that annotate a line of a pull request.
// Source: GitHub documentation, workflow commands for GitHub Actions.
var annotations = map[checks.Severity]string{checks.Error: "error", checks.Warning: "warning", checks.Info: "notice"}

func asGitHub(found []checks.Finding) output.Text {
	var all []output.Annotation
	for _, f := range found {
		all = append(all, output.Annotation{
			Level: annotations[f.Severity], File: f.Place.File, Line: f.Place.Line, Title: f.ID,
			Message: []string{f.Text(), "Fix: " + f.Fix},
		})
	}
	return output.Annotations(all)
}
