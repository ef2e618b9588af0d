package diagram

import (
	"strings"
	"unicode"
)

// longest bounds a text in a picture.
const longest = 60

// printable returns a text without line breaks and control characters, cut to a
// length that a box can hold. Names in a template are anybody's.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return s
}

// printable returns the diagram with texts that a picture can hold.
func (d Diagram) printable() Diagram {
	clean := Diagram{Network: printable(d.Network), Tasks: printableBoxes(d.Tasks), Edges: d.Edges}
	for _, c := range d.Clusters {
		clean.Clusters = append(clean.Clusters, Cluster{ID: c.ID, Title: printable(c.Title), Pools: printableBoxes(c.Pools)})
	}
	return clean
}

func printableBoxes(boxes []Box) []Box {
	clean := make([]Box, 0, len(boxes))
	for _, b := range boxes {
		rows := make([]Row, 0, len(b.Rows))
		for _, r := range b.Rows {
			rows = append(rows, Row{printable(r.Name), printable(r.Value)})
		}
		b.Title, b.Rows = printable(b.Title), rows
		clean = append(clean, b)
	}
	return clean
}
