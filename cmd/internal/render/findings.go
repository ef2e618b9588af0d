package render

import (
	"fmt"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/checks"
)

// FindingsFormat is how findings are printed: for people, for programs, for
// GitHub's code scanning or for the log of a GitHub workflow.
type FindingsFormat string

// The formats.
const (
	TextFindings   FindingsFormat = "text"   // for people
	JSONFindings   FindingsFormat = "json"   // for programs
	SARIFFindings  FindingsFormat = "sarif"  // for code scanning
	GitHubFindings FindingsFormat = "github" // workflow commands
)

// FindingsFormats returns every format, the default first.
func FindingsFormats() []FindingsFormat {
	return []FindingsFormat{TextFindings, JSONFindings, SARIFFindings, GitHubFindings}
}

// ParseFindingsFormat reads the value of --format.
func ParseFindingsFormat(text string) (FindingsFormat, error) {
	return cli.Word("--format", text, FindingsFormats())
}

// Findings returns the text of all findings in a format. files is how many templates
// were checked.
func Findings(format FindingsFormat, found []checks.Finding, files int) (output.Text, error) {
	switch format {
	case JSONFindings:
		return asJSON(found, files)
	case SARIFFindings:
		return asSARIF(found)
	case GitHubFindings:
		return asGitHub(found), nil
	}
	return asText(found, files), nil
}

// CountFindings returns how many findings are of a severity.
func CountFindings(found []checks.Finding, s checks.Severity) int {
	n := 0
	for _, f := range found {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// FindingsSummary returns "2 errors and 1 warning in 3 files".
func FindingsSummary(found []checks.Finding, files int) string {
	var parts []string
	for _, s := range checks.Severities() {
		if n := CountFindings(found, s); n > 0 {
			parts = append(parts, counted(n, string(s)))
		}
	}
	if len(parts) == 0 {
		return "nothing found in " + counted(files, "file")
	}
	text := parts[0]
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			text += " and " + part
		} else {
			text += ", " + part
		}
	}
	return text + " in " + counted(files, "file")
}

// counted writes a number with its noun; info has no plural.
func counted(n int, noun string) string {
	if noun == string(checks.Info) {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return plural(n, noun)
}
