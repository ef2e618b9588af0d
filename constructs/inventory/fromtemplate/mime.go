package fromtemplate

import (
	"regexp"
	"strings"
)

var boundary = regexp.MustCompile(`(?i)boundary\s*=\s*"?([^"\s;]+)"?`)

// isMIME reports that user data is a MIME multipart archive.
func isMIME(s string) bool {
	head := strings.ToLower(s[:min(len(s), 300)])
	return strings.HasPrefix(head, "content-type: multipart") ||
		strings.HasPrefix(head, "mime-version:") && strings.Contains(head, "multipart/")
}

// mime reads the parts of a multipart archive. Indentation, which templates add
// and mail parsers refuse, is allowed.
func (u *userDataReader) mime(s string, depth int) {
	m := boundary.FindStringSubmatch(s)
	if m == nil {
		u.open()
		return
	}
	var part strings.Builder
	inside := false
	for line := range strings.Lines(s) {
		trimmed := strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(trimmed, "--"+m[1]); ok && (rest == "" || rest == "--") {
			if inside {
				u.mimePart(part.String(), depth)
			}
			part.Reset()
			inside = rest == ""
			continue
		}
		if inside {
			part.WriteString(line)
		}
	}
	if inside {
		u.mimePart(part.String(), depth)
	}
}

// mimePart reads one part: headers, an empty line, the body.
func (u *userDataReader) mimePart(part string, depth int) {
	mimeType, encoding := "", ""
	for part != "" {
		line, rest, _ := strings.Cut(part, "\n")
		trimmed := strings.TrimSpace(line)
		name, value, isHeader := strings.Cut(trimmed, ":")
		if trimmed == "" {
			part = rest
			if mimeType == "" && encoding == "" && strings.TrimSpace(rest) != "" && looksLikeHeader(rest) {
				continue // an empty line before the headers
			}
			break
		}
		if !isHeader || strings.ContainsAny(name, " #/") {
			break // no headers at all
		}
		part = rest
		value, _, _ = strings.Cut(strings.TrimSpace(value), ";")
		switch strings.ToLower(name) {
		case "content-type":
			mimeType = strings.ToLower(strings.TrimSpace(value))
		case "content-transfer-encoding":
			encoding = strings.ToLower(strings.TrimSpace(value))
		}
	}
	if encoding == "base64" {
		decoded, ok := decodeBase64(part)
		if !ok {
			u.open()
			return
		}
		part = decoded
	}
	u.read(part, mimeType, depth+1)
}

func looksLikeHeader(s string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(s)), "content-")
}
