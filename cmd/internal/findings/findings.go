// Package findings prints what the checks found: for people, for programs, for
// GitHub's code scanning and for the log of a GitHub workflow.
package findings

import (
	"fmt"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/checks"
)

// Format is how findings are printed.
type Format string

// The formats.
const (
	Text   Format = "text"   // for people
	JSON   Format = "json"   // for programs
	SARIF  Format = "sarif"  // for code scanning
	GitHub Format = "github" // workflow commands
)

// Formats returns every format, the default first.
func Formats() []Format { return []Format{Text, JSON, SARIF, GitHub} }

// ParseFormat reads the value of --format.
func ParseFormat(text string) (Format, error) { return fault.Word("--format", text, Formats()) }

// Print is the text of all findings in a format. files is how many templates
// were checked.
func Print(format Format, found []checks.Finding, files int) (output.Text, error) {
	switch format {
	case JSON:
		return asJSON(found, files)
	case SARIF:
		return asSARIF(found)
	case GitHub:
		return asGitHub(found), nil
	}
	return asText(found, files), nil
}

// Count is how many findings are of a severity.
func Count(found []checks.Finding, s checks.Severity) int {
	n := 0
	for _, f := range found {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// Summary is "2 errors and 1 warning in 3 files".
func Summary(found []checks.Finding, files int) string {
	var parts []string
	for _, s := range checks.Severities() {
		if n := Count(found, s); n > 0 {
			parts = append(parts, plural(n, string(s)))
		}
	}
	if len(parts) == 0 {
		return "nothing found in " + plural(files, "file")
	}
	text := parts[0]
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			text += " and " + part
		} else {
			text += ", " + part
		}
	}
	return text + " in " + plural(files, "file")
}

// plural writes a number with its noun; info has no plural.
func plural(n int, noun string) string {
	if n == 1 || noun == string(checks.Info) {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
