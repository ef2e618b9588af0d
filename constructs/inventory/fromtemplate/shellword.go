package fromtemplate

import "strings"

// shellWord is a word of a shell script, cut where quoting changes.
type shellWord []shellPiece

type shellPiece struct {
	text   string
	expand bool // variables in it are expanded
}

// raw is the word as a text, without expansion.
func (w shellWord) raw() string {
	var b strings.Builder
	for _, p := range w {
		b.WriteString(p.text)
	}
	return b.String()
}

// word reads a word up to the next blank or operator. It always moves on.
func (l *shellLexer) word() shellWord {
	var w shellWord
	start := l.pos
	for l.pos < len(l.s) {
		ch := l.s[l.pos]
		switch {
		case strings.IndexByte(" \t\r\n;&|", ch) >= 0:
			return l.moved(w, start)
		case ch == '(' || ch == ')':
			return l.moved(w, start)
		case (ch == '<' || ch == '>') && strings.HasPrefix(l.s[l.pos+1:], "("):
			l.pos++
			l.skipParentheses()
			w = append(w, shellPiece{text: unknownMark})
		case ch == '<' || ch == '>':
			return l.moved(w, start)
		case ch == '\'':
			w = append(w, shellPiece{text: l.until('\'')})
		case ch == '"':
			w = append(w, l.double()...)
		case ch == '\\':
			w = append(w, l.escaped())
		case ch == '`':
			l.until('`')
			w = append(w, shellPiece{text: unknownMark})
		case strings.HasPrefix(l.s[l.pos:], "$("):
			l.pos++
			l.skipParentheses()
			w = append(w, shellPiece{text: unknownMark})
		case strings.HasPrefix(l.s[l.pos:], "$'"):
			l.pos++
			w = append(w, shellPiece{text: unescape(l.until('\''))})
		default:
			w = append(w, l.plain())
		}
	}
	return w
}

func (l *shellLexer) moved(w shellWord, start int) shellWord {
	if l.pos == start {
		l.pos++
	}
	return w
}

func (l *shellLexer) escaped() shellPiece {
	l.pos++
	if l.pos >= len(l.s) {
		return shellPiece{text: `\`}
	}
	l.pos++
	if l.s[l.pos-1] == '\n' {
		return shellPiece{}
	}
	return shellPiece{text: l.s[l.pos-1 : l.pos]}
}

// plain reads unquoted text; a variable in braces may hold blanks.
func (l *shellLexer) plain() shellPiece {
	start := l.pos
	for l.pos < len(l.s) && strings.IndexByte(" \t\r\n;&|()<>'\"\\`", l.s[l.pos]) < 0 {
		rest := l.s[l.pos:]
		if strings.HasPrefix(rest, "$(") || strings.HasPrefix(rest, "$'") {
			break
		}
		if strings.HasPrefix(rest, "${") {
			if end := strings.IndexByte(rest, '}'); end > 0 {
				l.pos += end
			}
		}
		l.pos++
	}
	return shellPiece{text: l.s[start:l.pos], expand: true}
}

// until reads from a quote to its next occurrence.
func (l *shellLexer) until(quote byte) string {
	l.pos++
	end := strings.IndexByte(l.s[l.pos:], quote)
	if end < 0 {
		text := l.s[l.pos:]
		l.pos = len(l.s)
		return text
	}
	text := l.s[l.pos : l.pos+end]
	l.pos += end + 1
	return text
}

// double reads a text in double quotes.
func (l *shellLexer) double() shellWord {
	w := shellWord{{text: ""}} // an empty text is a word, and quoted
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			w = append(w, shellPiece{text: b.String(), expand: true})
			b.Reset()
		}
	}
	for l.pos++; l.pos < len(l.s); {
		rest := l.s[l.pos:]
		switch {
		case rest[0] == '"':
			l.pos++
			flush()
			return w
		case rest[0] == '\\' && len(rest) > 1:
			flush()
			w = append(w, shellPiece{text: doubleEscape(rest[1])})
			l.pos += 2
		case rest[0] == '`':
			flush()
			l.until('`')
			w = append(w, shellPiece{text: unknownMark})
		case strings.HasPrefix(rest, "$("):
			flush()
			l.pos++
			l.skipParentheses()
			w = append(w, shellPiece{text: unknownMark})
		default:
			b.WriteByte(rest[0])
			l.pos++
		}
	}
	flush()
	return w
}

// doubleEscape is what a backslash and a character mean in double quotes.
func doubleEscape(ch byte) string {
	switch ch {
	case '"', '\\', '$', '`':
		return string(ch)
	case '\n':
		return ""
	default:
		return `\` + string(rune(ch))
	}
}

// skipParentheses passes over a text in parentheses, minding quotes.
func (l *shellLexer) skipParentheses() {
	depth := 0
	for l.pos < len(l.s) {
		switch l.s[l.pos] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.pos++
				return
			}
		case '\'':
			l.until('\'')
			continue
		case '\\':
			l.pos++
		}
		l.pos++
	}
	l.pos = min(l.pos, len(l.s))
}
