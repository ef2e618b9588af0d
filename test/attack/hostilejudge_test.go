//go:build attack && linux

package attack

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"go.yaml.in/yaml/v3"
)

// faults says what is wrong with what a run printed in a format, given that the exit
// code is one of those documented. It knows nothing of package visible.
func (o outcome) faults(format string) []string {
	var faults []string
	add := func(text string, args ...any) { faults = append(faults, fmt.Sprintf(text, args...)) }
	for stream, text := range map[string]string{"stdout": o.stdout, "stderr": o.stderr} {
		if r, found := forbidden(text); found {
			add("%s has %+q", stream, r)
		}
		for line := range strings.Lines(text) {
			if why := commanding(line, stream == "stdout" && format == "github"); why != "" {
				add("%s: %s: %.80q", stream, why, line)
			}
		}
	}
	if strings.Contains(o.stderr, "goroutine ") || strings.Contains(o.stderr, "a fault of this program") {
		add("it panicked: %.300q", o.stderr)
	}
	switch o.code {
	case 0, 1:
		if err := parses(format, o.stdout); err != nil && (o.code == 0 || o.stdout != "") {
			add("stdout is not %s: %v", format, err)
		}
	case 2:
		if o.stdout != "" || strings.Count(o.stderr, "\n") != 1 {
			add("bad input has %d lines on stderr and %d bytes on stdout", strings.Count(o.stderr, "\n"), len(o.stdout))
		}
	default:
		add("exit code %d", o.code)
	}
	slices.Sort(faults)
	return faults
}

// forbidden finds what acts on a terminal or is not seen.
func forbidden(text string) (rune, bool) {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1,
			r != '\n' && unicode.Is(unicode.C, r),
			unicode.In(r, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
			return r, true
		}
		text = text[size:]
	}
	return 0, false
}

var ownAnnotation = regexp.MustCompile(`^::(error|warning|notice) file=[^:,]+(,line=[0-9]+)?,title=ecsgpu-[a-z0-9-]+::[^:]`)

// commanding says what a CI service would do with a line.
func commanding(line string, annotations bool) string {
	trimmed := strings.TrimLeftFunc(line, unicode.IsSpace)
	switch {
	case strings.HasPrefix(trimmed, injected):
		return "a value begins a line"
	case annotations && ownAnnotation.MatchString(line):
		if strings.Count(line, "%0A") != strings.Count(line, "%0AFix: ") {
			return "a value begins a line of an annotation"
		}
	case strings.HasPrefix(trimmed, "::"):
		return "a command to GitHub"
	}
	for _, mark := range []string{"##[", "##vso[", "##teamcity["} {
		if strings.Contains(strings.ToLower(line), mark) {
			return "a command by " + mark
		}
	}
	return ""
}

// parses reports whether a program can read the output.
func parses(format, text string) error {
	switch format {
	case "json":
		var v any
		return json.Unmarshal([]byte(text), &v)
	case "yaml":
		var v yaml.Node
		return yaml.Unmarshal([]byte(text), &v)
	case "sarif":
		report, err := sarif.FromString(text)
		if err != nil {
			return err
		}
		return report.Validate() // against the schema of OASIS, which the module carries
	case "svg":
		decoder := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := decoder.Token(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	case "mermaid":
		if !strings.HasPrefix(text, "flowchart ") {
			return fmt.Errorf("it begins %.20q", text)
		}
	}
	return nil
}
