package findings

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/checks"
)

// commands are the workflow commands that annotate a line of a pull request.
// Source: GitHub documentation, workflow commands for GitHub Actions.
var commands = map[checks.Severity]string{checks.Error: "error", checks.Warning: "warning", checks.Info: "notice"}

var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func asGitHub(found []checks.Finding) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "::%s file=%s", commands[f.Severity], escapeProperty.Replace(f.Place.File))
		if f.Place.Line > 0 {
			fmt.Fprintf(&b, ",line=%d", f.Place.Line)
		}
		fmt.Fprintf(&b, ",title=%s::%s\n", escapeProperty.Replace(f.ID), escapeMessage.Replace(f.Text()+"\nFix: "+f.Fix))
	}
	return b.String()
}
