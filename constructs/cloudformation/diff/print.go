package diff

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// String prints the changes by section: "+" added, "-" removed, "~" changed,
// and behind a resource what an update may do to it. Without a change it is
// empty.
func (all Changes) String() string {
	var out strings.Builder
	section := ""
	for _, change := range all {
		if change.Section != section {
			section = change.Section
			fmt.Fprintln(&out, section)
		}
		change.print(&out)
	}
	return out.String()
}

var marks = map[Kind]string{Added: "+", Removed: "-", Changed: "~", Renamed: "~"}

func (c Change) print(out *strings.Builder) {
	words := []string{" ", marks[c.Kind]}
	for _, word := range []string{c.ID, c.Type} {
		if word != "" {
			words = append(words, word)
		}
	}
	fmt.Fprint(out, strings.Join(words, " "))
	if c.Kind == Renamed {
		fmt.Fprintf(out, ": was %s, which an update deletes", c.RenamedFrom)
	}
	if c.Replacement != "" {
		fmt.Fprint(out, ": ", c.Replacement)
	}
	fmt.Fprintln(out)
	for _, property := range c.Properties {
		property.print(out)
	}
}

func (p Property) print(out *strings.Builder) {
	path := strings.TrimPrefix(p.Path, "Properties.")
	if path != "" {
		path += ": "
	}
	before, wasText := p.Before.(string)
	after, isText := p.After.(string)
	switch {
	case wasText && isText && strings.Contains(before+after, "\n"):
		fmt.Fprintf(out, "      %s\n%s", strings.TrimSpace(path), indent(lines(before, after)))
	case p.Before == nil:
		fmt.Fprintf(out, "      + %s%s\n", path, value(p.After))
	case p.After == nil:
		fmt.Fprintf(out, "      - %s%s\n", path, value(p.Before))
	default:
		fmt.Fprintf(out, "      %s%s -> %s\n", path, value(p.Before), value(p.After))
	}
}

// lines returns a unified diff of two texts, without the names of files.
func lines(before, after string) string {
	text := string(diff.Diff("", []byte(terminated(before)), "", []byte(terminated(after))))
	if _, hunks, found := strings.Cut(text, "\n@@"); found {
		return "@@" + hunks
	}
	return text
}

func terminated(text string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

func indent(text string) string {
	return "        " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n        ") + "\n"
}

// value returns a value on one line, as JSON.
func value(v any) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
