package cloudformation

import (
	"fmt"
	"strings"
)

// Place says where something was written, for a person who must go and change it.
//
// In a template, Path is the property's path from the root, for example
// "Resources.Cluster.Properties.Tags[0].Value". For input that is Go code,
// Path is the name of the field and the rest is empty.
type Place struct {
	File      string // as given to Parse; empty for Go code
	Line      int    // 1-based; 0 when there is no file
	LogicalID string // of the resource, parameter or output that holds it
	Path      string // dotted, list positions in brackets, 0-based
}

// String returns "file:line: path" without the parts that are empty.
func (p Place) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Line)
		}
	}
	if p.Path != "" {
		if b.Len() > 0 {
			b.WriteString(": ")
		}
		b.WriteString(p.Path)
	}
	return b.String()
}

// IsZero reports whether nothing is known about the place.
func (p Place) IsZero() bool { return p == Place{} }
