// Package visible writes text that somebody else chose, such as a name in a
// template, so that a reader sees all of it and neither a terminal nor a CI
// service acts on it.
//
// What cannot be seen becomes an escape of Go: \x1b, \n, \u202e. That is every
// rune that is not graphic (control characters, also C1 and DEL; format
// characters such as those that turn the direction of text; line and paragraph
// separators; private and unassigned runes), fillers and variation selectors,
// and bytes that are not UTF-8. A backslash stays as it is, so the result is
// for reading, and not to be read back; an escape of an escape is the same text.
//
// The beginning of a command to a CI service is escaped in the same way:
//
//   - two colons that begin a line, also behind white space. GitHub Actions
//     takes them for a workflow command (actions/runner,
//     src/Runner.Common/ActionCommand.cs, TryParseV2).
//   - ##[ anywhere, GitHub's older form (same file, TryParse), and ##vso[
//     anywhere, that of Azure Pipelines (microsoft/azure-pipelines-agent,
//     src/Agent.Sdk/Command.cs). ##teamcity[ is TeamCity's (TeamCity
//     documentation, service messages).
//
// GitLab, Travis CI and Jenkins use control characters. All as of 2026-11.
package visible

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s on one line: line feeds and tabs are escaped too.
func Text(s string) string {
	return disarm(escape(s, ""))
}

// Lines returns s with its line feeds and tabs. It is for text that has lines of
// its own; whoever chose the text may have chosen them too.
func Lines(s string) string {
	s = escape(s, "\n\t")
	if !mayCommand(s) {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = disarm(line)
	}
	return strings.Join(lines, "\n")
}

// IsText reports whether Lines leaves s as it is.
func IsText(s string) bool { return Lines(s) == s }

// JSON returns a JSON document of the same meaning in which nothing is
// invisible and nothing is a command.
func JSON(document []byte) []byte {
	text := replace(string(document), "\n\r\t", func(r rune) string {
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			return jsonEscape(high) + jsonEscape(low)
		}
		return jsonEscape(r)
	}, func(byte) string { return jsonEscape(utf8.RuneError) })
	// A # is always inside of a string, and no line begins with a string's text.
	return []byte(disarmMarks(text, jsonEscape('#')))
}

// escape writes what is not visible, except for the runes to keep, as Go does.
func escape(s, keep string) string {
	return replace(s, keep, func(r rune) string {
		quoted := strconv.QuoteRuneToASCII(r)
		return quoted[1 : len(quoted)-1]
	}, func(b byte) string { return `\x` + hex(rune(b), 2) })
}

// replace rewrites the runes that are not visible, and the bytes that are no rune.
func replace(s, keep string, invisible func(rune) string, invalid func(byte) string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		broken := r == utf8.RuneError && size == 1
		if broken || !isVisible(r) && !strings.ContainsRune(keep, r) {
			b.WriteString(s[done:i])
			if broken {
				b.WriteString(invalid(s[i]))
			} else {
				b.WriteString(invisible(r))
			}
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	return b.String() + s[done:]
}

func isVisible(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// mayCommand reports whether a text may hold a command: false is certain, true is not.
func mayCommand(s string) bool { return strings.Contains(s, "::") || strings.Contains(s, "##") }

// disarm escapes what a CI service would take for a command in a line.
func disarm(line string) string {
	if !mayCommand(line) {
		return line
	}
	if rest := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(rest, "::") {
		line = line[:len(line)-len(rest)] + `:\x3a` + rest[len("::"):]
	}
	return disarmMarks(line, `\x23`)
}

var mark = regexp.MustCompile(`##[A-Za-z]*\[`)

// disarmMarks replaces the second # of a mark.
func disarmMarks(s, instead string) string {
	if !strings.Contains(s, "##") {
		return s
	}
	return mark.ReplaceAllStringFunc(s, func(found string) string { return "#" + instead + found[len("##"):] })
}

func jsonEscape(r rune) string { return `\u` + hex(r, 4) }

func hex(r rune, digits int) string {
	text := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", digits-len(text)) + text
}
