package diagram

import (
	"strings"
	"unicode"
)

// longest bounds a text in a picture.
const longest = 60

// printable is a text without line breaks and control characters, cut to a
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
