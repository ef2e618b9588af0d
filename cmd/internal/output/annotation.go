package output

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// Annotation is a workflow command of GitHub Actions that marks a line of a file.
type Annotation struct {
	Level   string // error, warning or notice
	File    string
	Line    int // 0 for the whole file
	Title   string
	Message []string // its lines
}

// How values stand in a workflow command (actions/toolkit,
// packages/core/src/command.ts, as of 2026-11).
var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Annotations returns the commands, one on a line. They are the only commands
// that this program gives.
func Annotations(annotations []Annotation) Text {
	var b strings.Builder
	for _, a := range annotations {
		fmt.Fprintf(&b, "::%s file=%s", a.Level, property(a.File))
		if a.Line > 0 {
			fmt.Fprintf(&b, ",line=%d", a.Line)
		}
		lines := make([]string, len(a.Message))
		for i, line := range a.Message {
			lines[i] = visible.Text(line)
		}
		fmt.Fprintf(&b, ",title=%s::%s\n", property(a.Title), escapeMessage.Replace(strings.Join(lines, "\n")))
	}
	return Text{b.String()}
}

func property(value string) string { return escapeProperty.Replace(visible.Text(value)) }
