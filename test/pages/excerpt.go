// Package pages holds the Go code in this repository's pages against
// files that are compiled and tested.
package pages

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Excerpt is a Go code block of a Markdown page. Its first line names the file
// that it is from:
//
//	// examples/first/main.go
//
// The lines that follow are lines of that file, in one piece, indented as there
// or less. A line with nothing but "// …" stands for lines that are left out.
type Excerpt struct {
	Page string
	Line int // of the block's first line in the page
	File string
	Code []string
}

// leftOut is the line that stands for others.
const leftOut = "// …"

// Excerpts reads the Go code blocks of a page.
func Excerpts(page, text string) ([]Excerpt, error) {
	var all []Excerpt
	var problems []error
	var block []string
	start := 0
	for i, line := range strings.Split(text, "\n") {
		switch {
		case start == 0 && strings.TrimSpace(line) == "```go":
			start = i + 2
		case start > 0 && strings.TrimSpace(line) == "```":
			excerpt, err := newExcerpt(page, start, block)
			all, problems = append(all, excerpt), append(problems, err)
			start, block = 0, nil
		case start > 0:
			block = append(block, line)
		}
	}
	if start > 0 {
		problems = append(problems, fmt.Errorf("%s:%d: the code block does not end", page, start))
	}
	return all, errors.Join(problems...)
}

func newExcerpt(page string, line int, block []string) (Excerpt, error) {
	if len(block) > 0 {
		if name, ok := strings.CutPrefix(strings.TrimSpace(block[0]), "// "); ok && path.Ext(name) == ".go" {
			return Excerpt{Page: page, Line: line, File: name, Code: block[1:]}, nil
		}
	}
	return Excerpt{}, fmt.Errorf("%s:%d: the first line of a Go code block must name the file that it is from, such as // examples/first/main.go", page, line)
}

// Check looks for the excerpt in its file.
func (e Excerpt) Check(root fs.FS) error {
	text, err := fs.ReadFile(root, e.File)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", e.Page, e.Line, err)
	}
	rest := strings.Split(string(text), "\n")
	for _, piece := range e.pieces() {
		at := find(rest, piece)
		if at < 0 {
			return fmt.Errorf("%s:%d: these lines are not in %s, in this order:\n%s", e.Page, e.Line, e.File, strings.Join(piece, "\n"))
		}
		rest = rest[at+len(piece):]
	}
	return nil
}

// pieces are the excerpt's lines between those that are left out.
func (e Excerpt) pieces() [][]string {
	var all [][]string
	var piece []string
	for _, line := range append(e.Code, leftOut) {
		if strings.TrimSpace(line) != leftOut {
			piece = append(piece, line)
			continue
		}
		if piece = trimBlank(piece); len(piece) > 0 {
			all = append(all, piece)
		}
		piece = nil
	}
	return all
}

// trimBlank drops empty lines at both ends.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// find returns where piece is in lines, or -1.
func find(lines, piece []string) int {
	for i := 0; i+len(piece) <= len(lines); i++ {
		if matches(lines[i:i+len(piece)], piece) {
			return i
		}
	}
	return -1
}

// matches compares lines that may all be indented more than the piece.
func matches(lines, piece []string) bool {
	indent, found := strings.CutSuffix(lines[0], piece[0])
	if !found || strings.Trim(indent, "\t") != "" {
		return false
	}
	for i := range piece {
		want := indent + piece[i]
		if piece[i] == "" {
			want = ""
		}
		if lines[i] != want {
			return false
		}
	}
	return true
}
