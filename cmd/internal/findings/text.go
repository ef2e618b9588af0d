package findings

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/checks"
)

// asText starts each finding with file:line, as compilers do, so that editors
// and terminals can jump there.
func asText(found []checks.Finding, files int) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", position(f), f.Severity, f.Text(), f.ID)
		if f.Place.Path != "" {
			fmt.Fprintf(&b, "    at:  %s\n", f.Place.Path)
		}
		if f.ConstructPath != "" {
			fmt.Fprintf(&b, "    cdk: %s\n", f.ConstructPath)
		}
		fmt.Fprintf(&b, "    why: %s\n", strings.TrimSuffix(f.Reason, "."))
		fmt.Fprintf(&b, "    src: %s\n", f.Source)
		fmt.Fprintf(&b, "    fix: %s\n\n", strings.TrimSuffix(f.Fix, "."))
	}
	b.WriteString(Summary(found, files) + "\n")
	return b.String()
}

// position is "file:line".
func position(f checks.Finding) string {
	if f.Place.Line == 0 {
		return f.Place.File
	}
	return fmt.Sprintf("%s:%d", f.Place.File, f.Place.Line)
}
