// Package output is what a command writes with. Nothing else in the command has
// the process's stdout and stderr, and no text reaches them that could act on a
// terminal or on a CI service, whatever a template has for names: a [Text] can
// only be made here, from lines that are escaped one by one, from JSON, from an
// encoded document or from annotations.
package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// Text is data for stdout, ready to be written.
type Text struct{ content string }

// String returns what is written.
func (t Text) String() string { return t.content }

// JSON returns a value as an indented document. What is invisible in it has
// JSON's escapes, so that a program reads the value as it was. < and & stay
// readable.
func JSON(value any) (Text, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return Text{}, fmt.Errorf("cannot write JSON: %w", err)
	}
	return JSONDocument(b.Bytes()), nil
}

// JSONDocument returns a document that is JSON already.
func JSONDocument(document []byte) Text { return Text{string(visible.JSON(document))} }

// Document returns a document in a format that has its own escapes, such as
// YAML or SVG, whose encoder has used them where it must. What it left out is
// escaped as in other text.
func Document(document string) Text { return Text{visible.Lines(document)} }

// Lines are text for people.
type Lines struct{ lines []string }

// Add adds one line; whatever an argument holds, it stays one.
func (l *Lines) Add(format string, args ...any) {
	l.lines = append(l.lines, visible.Text(fmt.Sprintf(format, args...)))
}

// AddTable adds the lines of a table.
func (l *Lines) AddTable(t *Table) { l.lines = append(l.lines, t.lines()...) }

// AddSection adds other lines, with an empty one between; nothing if there are
// none.
func (l *Lines) AddSection(section Lines) {
	if len(section.lines) == 0 {
		return
	}
	if len(l.lines) > 0 {
		l.Add("")
	}
	l.lines = append(l.lines, section.lines...)
}

// Append adds other lines.
func (l *Lines) Append(others Lines) { l.lines = append(l.lines, others.lines...) }

// Text returns the lines, each with its end.
func (l *Lines) Text() Text {
	var b strings.Builder
	for _, line := range l.lines {
		b.WriteString(line + "\n")
	}
	return Text{b.String()}
}
