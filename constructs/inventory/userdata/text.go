package userdata

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
)

// Text that is not known is carried through the parsers in characters of
// Unicode's private use area, so that they need not know about it: a hole of the
// template as its number between holeStart and holeEnd, and what only the
// running script can tell as unknownMark.
const (
	holeStart   = '\uE000'
	holeEnd     = '\uE001'
	unknownMark = "\uE002"
)

var (
	privateUse = regexp.MustCompile("[\uE000-\uE002]")
	holeMark   = regexp.MustCompile("\uE000[0-9]+\uE001")
	anyMark    = regexp.MustCompile("\uE000[0-9]+\uE001|[\uE000-\uE002]")
)

const (
	// maxText is the size of a text that is read; EC2 takes 16 KiB.
	maxText = 64 << 10
	// maxVariable bounds the values of variables, so that a script which doubles
	// one again and again stays small.
	maxVariable = 4096
	// maxWork bounds the commands, expansions and copies of one reading.
	maxWork = 1 << 18
	// maxNesting bounds parts in parts, scripts in scripts and calls of functions.
	maxNesting = 20
)

const computed = "the script computes it when the instance boots"

// marked returns a text with its holes marked by their numbers.
func (m *machine) marked(source int) string {
	var b strings.Builder
	for i, piece := range m.texts[source].Pieces {
		if !piece.Hole {
			b.WriteString(privateUse.ReplaceAllString(piece.Text, "\uFFFD"))
			continue
		}
		b.WriteRune(holeStart)
		b.WriteString(strconv.Itoa(i))
		b.WriteRune(holeEnd)
	}
	return b.String()
}

// value returns what an entry says of a setting.
func (m *machine) value(e entry) Value {
	v := Value{Source: e.source, Reason: e.reason, Known: e.reason == ""}
	if v.Known && strings.Contains(e.text, unknownMark) {
		v.Known, v.Reason = false, computed
	}
	pieces := m.texts[e.source].Pieces
	v.Text = anyMark.ReplaceAllStringFunc(e.text, func(mark string) string {
		i, err := strconv.Atoi(strings.Trim(mark, "\uE000\uE001\uE002"))
		if err != nil || i >= len(pieces) {
			return "…"
		}
		if e.reason == "" {
			v.Known, v.Reason = false, ""
		}
		v.Holes = append(v.Holes, i)
		return pieces[i].Text
	})
	return v
}

func isMark(r rune) bool { return r >= '\uE000' && r <= '\uE002' }

func hasMark(s string) bool { return strings.ContainsFunc(s, isMark) }

// onlyHoles reports whether a text consists of holes of the template, which may
// stand for anything.
func onlyHoles(s string) bool {
	return hasMark(s) && strings.TrimSpace(holeMark.ReplaceAllString(s, "")) == ""
}

func decodeBase64(s string) (string, bool) {
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		return "", false
	}
	return strings.ToValidUTF8(privateUse.ReplaceAllString(string(data), "\uFFFD"), "\uFFFD"), true
}
