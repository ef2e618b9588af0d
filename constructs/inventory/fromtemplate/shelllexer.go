package fromtemplate

import "strings"

// shellCommand is a simple command with what stands behind it.
type shellCommand struct {
	words    []shellWord
	target   shellWord // of > or >>; nil without
	appends  bool      // >>
	input    *heredoc
	operator string // that ends it: newline, ;, &&, ||, |, &, ( or )
}

// heredoc is the text behind << or <<<.
type heredoc struct {
	delimiter string
	expand    bool
	dash      bool // <<-: leading tabs are removed
	body      string
}

// shellLexer cuts a script into commands. It reads what user data is made of
// and takes the rest for words; it never fails.
type shellLexer struct {
	s       string
	pos     int
	pending []*heredoc // whose bodies start at the next line
}

// next is the next command; false at the end.
func (l *shellLexer) next() (shellCommand, bool) {
	var c shellCommand
	for l.pos < len(l.s) {
		switch ch := l.s[l.pos]; {
		case ch == ' ' || ch == '\t' || ch == '\r':
			l.pos++
		case strings.HasPrefix(l.s[l.pos:], "\\\n"):
			l.pos += 2
		case strings.HasPrefix(l.s[l.pos:], "\\\r\n"):
			l.pos += 3
		case ch == '#':
			l.skipLine()
		case ch == '\n':
			l.pos++
			l.readBodies()
			c.operator = "\n"
			return c, true
		case strings.IndexByte(";&|()", ch) >= 0 && !strings.HasPrefix(l.s[l.pos:], "&>"):
			c.operator = l.operator()
			return c, true
		case l.redirect(&c):
		default:
			c.words = append(c.words, l.word())
		}
	}
	return c, len(c.words) > 0 || c.target != nil
}

func (l *shellLexer) skipLine() {
	for l.pos < len(l.s) && l.s[l.pos] != '\n' {
		l.pos++
	}
}

func (l *shellLexer) operator() string {
	for _, op := range []string{"&&", "||", ";;", "|&"} {
		if strings.HasPrefix(l.s[l.pos:], op) {
			l.pos += 2
			return op
		}
	}
	l.pos++
	return l.s[l.pos-1 : l.pos]
}

// redirect reads a redirection, if there is one.
func (l *shellLexer) redirect(c *shellCommand) bool {
	rest := l.s[l.pos:]
	digits := 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		digits++
	}
	descriptor, op := rest[:digits], rest[digits:]
	op = strings.TrimPrefix(op, "&")
	if op == "" || op[0] != '<' && op[0] != '>' || len(op) > 1 && op[1] == '(' {
		return false
	}
	l.pos += len(rest) - len(op)
	switch {
	case strings.HasPrefix(op, "<<<"):
		l.pos += 3
		w := l.operand()
		c.input = &heredoc{body: w.raw(), expand: true}
	case strings.HasPrefix(op, "<<"):
		l.pos += 2
		l.heredoc(c)
	case op[0] == '<':
		l.pos++
		l.operand()
	default:
		l.output(c, op, descriptor)
	}
	return true
}

func (l *shellLexer) output(c *shellCommand, op, descriptor string) {
	l.pos++
	appends := strings.HasPrefix(op, ">>")
	if appends || strings.HasPrefix(op, ">|") || strings.HasPrefix(op, ">&") {
		l.pos++
	}
	target := l.operand()
	if descriptor == "" || descriptor == "1" {
		c.target, c.appends = target, appends
	}
}

func (l *shellLexer) operand() shellWord {
	for l.pos < len(l.s) && (l.s[l.pos] == ' ' || l.s[l.pos] == '\t') {
		l.pos++
	}
	if l.pos >= len(l.s) || strings.IndexByte("\n;|", l.s[l.pos]) >= 0 {
		return nil
	}
	return l.word()
}

func (l *shellLexer) heredoc(c *shellCommand) {
	h := &heredoc{expand: true}
	if l.pos < len(l.s) && l.s[l.pos] == '-' {
		h.dash = true
		l.pos++
	}
	for _, piece := range l.operand() {
		h.delimiter += piece.text
		h.expand = h.expand && piece.expand
	}
	c.input = h
	l.pending = append(l.pending, h)
}

// readBodies reads the bodies of the here documents of the line that has ended.
func (l *shellLexer) readBodies() {
	for _, h := range l.pending {
		var body strings.Builder
		for l.pos < len(l.s) {
			line := l.s[l.pos:]
			if end := strings.IndexByte(line, '\n'); end >= 0 {
				line = line[:end+1]
			}
			l.pos += len(line)
			content := strings.TrimRight(line, "\r\n")
			if h.dash {
				content = strings.TrimLeft(content, "\t")
			}
			// Templates indent scripts, and a delimiter that is indented too would
			// make everything after it part of the document.
			if strings.TrimSpace(content) == h.delimiter {
				break
			}
			body.WriteString(content)
			body.WriteByte('\n')
		}
		h.body = body.String()
	}
	l.pending = nil
}
