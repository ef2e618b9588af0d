package userdata

import (
	"bufio"
	"io"
	"mime/multipart"
	"net/textproto"
	"path"
	"regexp"
	"slices"
	"strings"
)

// machine is the instance that user data configures.
type machine struct {
	Result
	texts       []Text
	source      int // index of the text that is being read
	config      config
	budget      int
	writes      int // to the file, so far
	depth       int
	lost        bool // the rest cannot be followed: everything may have happened
	initialized bool // cfn-init has been followed
	inInit      bool
	again       bool // a loop goes round again: its unit commands are known
	signals     signals
}

// within reads with the number of the text that is read.
func (m *machine) within(source int, read func()) {
	outer := m.source
	m.source = source
	if len(m.texts[source].Pieces) == 0 {
		m.config.blur()
	} else {
		read()
	}
	m.source = outer
}

func (m *machine) result() Result {
	m.config.end(m.source)
	if m.lost {
		m.config.blur()
	}
	r := m.Result
	r.Open = m.config.open
	if len(m.config.entries) > 0 {
		r.Settings = make(map[string]Value, len(m.config.entries))
	}
	for name, e := range m.config.entries {
		r.Settings[name] = m.value(e)
	}
	r.Signals, r.SignalsOnlySuccess = m.signals.any, m.signals.onlySuccess()
	return r
}

// formats that hold code or are filled in before they are read.
var opaque = regexp.MustCompile(`^(#include|#part-handler|#cloud-config-archive|#cloud-config-jsonp|## template:)`)

// read tells the format by the first line, as cloud-init does, unless a MIME part says it.
func (m *machine) read(text, mimeType string, depth int) {
	text = strings.ReplaceAll(text, "\r\n", "\n") // cloud-init does so for scripts
	start := strings.TrimLeft(text, " \t\r\n\uFEFF")
	shebang, _, _ := strings.Cut(start, "\n")
	switch {
	case depth > maxNesting || len(text) > maxText || opaque.MatchString(start):
		m.config.blur()
	case isMIME(start):
		m.mime(text, depth)
	case strings.HasPrefix(start, "#cloud-config") || mimeType == "text/cloud-config":
		m.cloudConfig(start)
	case strings.HasPrefix(strings.ToLower(start), "<powershell>"):
		m.powerShell(start)
	case isBottlerocket(start):
		m.bottlerocket(start)
	case strings.HasPrefix(shebang, "#!") && !isShell(shebang):
		m.config.blur()
	default:
		m.script(text, shebang, false)
	}
}

// isShell reports whether the first line of a script names a shell.
func isShell(shebang string) bool {
	return slices.ContainsFunc(strings.Fields(shebang[2:]), func(word string) bool {
		return slices.Contains(shells, path.Base(word))
	})
}

var boundary = regexp.MustCompile(`(?i)boundary\s*=\s*"?([^"\s;]+)"?`)

// isMIME reports whether user data is a MIME multipart archive.
func isMIME(s string) bool {
	head := strings.ToLower(s[:min(len(s), 300)])
	return strings.HasPrefix(head, "content-type: multipart") ||
		strings.HasPrefix(head, "mime-version:") && strings.Contains(head, "multipart/")
}

// mime reads the parts of a multipart archive. Templates may indent it as a whole.
func (m *machine) mime(text string, depth int) {
	text = strings.TrimLeft(text, "\r\n")
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	text = strings.ReplaceAll("\n"+text, "\n"+indent, "\n")[1:]
	input := bufio.NewReader(strings.NewReader(text))
	header, err := textproto.NewReader(input).ReadMIMEHeader()
	match := boundary.FindStringSubmatch(header.Get("Content-Type"))
	if err != nil || match == nil {
		m.config.blur()
		return
	}
	parts := multipart.NewReader(input, match[1])
	for {
		part, err := parts.NextPart()
		if err == io.EOF || err != nil && strings.HasSuffix(err.Error(), "EOF") {
			return // also without the last boundary
		}
		if err != nil {
			m.config.blur()
			return
		}
		body, _ := io.ReadAll(part) // as much as there is
		m.mimePart(part.Header, string(body), depth)
	}
}

func (m *machine) mimePart(header textproto.MIMEHeader, body string, depth int) {
	if strings.EqualFold(header.Get("Content-Transfer-Encoding"), "base64") {
		decoded, ok := decodeBase64(body)
		if !ok {
			m.config.blur()
			return
		}
		body = decoded
	}
	mimeType, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	m.read(body, strings.ToLower(strings.TrimSpace(mimeType)), depth+1)
}

// runInit follows the files and commands of cfn-init.
func (m *machine) runInit(uncertain bool) {
	if m.inInit {
		return
	}
	m.initialized, m.inInit = true, true
	for i, t := range m.texts {
		if t.Role == Script {
			continue
		}
		m.within(i, func() {
			text := m.marked(i)
			if t.Role == InitCommand {
				m.script(text, "", uncertain)
				return
			}
			m.config = config{}
			m.config.write(text, i)
			m.config.end(i)
		})
	}
	m.inInit = false
}
