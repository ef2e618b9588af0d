package fromtemplate

import (
	"strconv"
	"strings"
)

// expand is a word with its variables replaced.
func (s *shell) expand(w shellWord) string {
	var b strings.Builder
	for _, piece := range w {
		if piece.expand {
			b.WriteString(s.variablesIn(piece.text))
		} else {
			b.WriteString(piece.text)
		}
	}
	return b.String()
}

// expandText is the body of a here document with its variables and commands replaced.
func (s *shell) expandText(text string) string {
	var b strings.Builder
	lexer := &shellLexer{s: text}
	start := 0
	flush := func() { b.WriteString(s.variablesIn(text[start:lexer.pos])) }
	for lexer.pos < len(text) {
		rest := text[lexer.pos:]
		switch {
		case rest[0] == '\\' && len(rest) > 1 && strings.IndexByte("$`\\\n", rest[1]) >= 0:
			flush()
			b.WriteString(doubleEscape(rest[1]))
			lexer.pos += 2
		case rest[0] == '`':
			flush()
			lexer.until('`')
			b.WriteString(unknownMark)
		case strings.HasPrefix(rest, "$("):
			flush()
			lexer.pos++
			lexer.skipParentheses()
			b.WriteString(unknownMark)
		default:
			lexer.pos++
			continue
		}
		start = lexer.pos
	}
	flush()
	return b.String()
}

// variablesIn replaces $NAME and ${NAME}; what is not known to be set is unknown.
func (s *shell) variablesIn(text string) string {
	dollar := strings.IndexByte(text, '$')
	if dollar < 0 {
		return text
	}
	var b strings.Builder
	for dollar >= 0 {
		b.WriteString(text[:dollar])
		text = text[dollar+1:]
		name, length := variableName(text)
		switch value, known := s.variables[name]; {
		case length == 0:
			b.WriteByte('$')
		case known:
			b.WriteString(value)
		default:
			b.WriteString(unknownMark)
		}
		text = text[length:]
		dollar = strings.IndexByte(text, '$')
		if b.Len() > maxUserData {
			return unknownMark
		}
	}
	b.WriteString(text)
	return b.String()
}

// variableName is the variable at the start of a text and how long its mention is.
func variableName(text string) (name string, length int) {
	if text == "" {
		return "", 0
	}
	if text[0] == '{' {
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return "", 0
		}
		return text[1:end], end + 1
	}
	for length < len(text) && isNameByte(text[length]) {
		length++
	}
	if length == 0 && strings.IndexByte("?#@*!$-", text[0]) >= 0 {
		return "", 1
	}
	return text[:length], length
}

func isNameByte(ch byte) bool {
	return ch == '_' || ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z'
}

// echo is what echo prints.
func echo(args []string) string {
	escapes, newline := false, "\n"
	for len(args) > 0 && (args[0] == "-e" || args[0] == "-n" || args[0] == "-ne" || args[0] == "-en" || args[0] == "-E") {
		escapes = escapes || strings.Contains(args[0], "e")
		if strings.Contains(args[0], "n") {
			newline = ""
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = unescape(text)
	}
	return text + newline
}

// printf is what printf prints, for a format that is text or repeats %s.
func printf(args []string) string {
	if len(args) == 0 {
		return ""
	}
	format := unescape(args[0])
	if len(args) == 1 {
		return strings.ReplaceAll(format, "%%", "%")
	}
	if strings.Count(format, "%") != strings.Count(format, "%s") {
		return unknownMark
	}
	n := strings.Count(format, "%s")
	if n == 0 {
		return format
	}
	var b strings.Builder
	for args = args[1:]; len(args) > 0; {
		piece := format
		for range n {
			value := ""
			if len(args) > 0 {
				value, args = args[0], args[1:]
			}
			before, after, _ := strings.Cut(piece, "%s")
			b.WriteString(before + value)
			piece = after
		}
		b.WriteString(piece)
	}
	return b.String()
}

// unescape replaces the escapes of echo -e.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	if text, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.ReplaceAll(s, "\n", `\n`), `"`, `\"`) + `"`); err == nil {
		return text
	}
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`).Replace(s)
}
