package fromtemplate

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"

	"github.com/ecsgpu/cdk/constructs/agent"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
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
)

// maxUserData is the size of user data that is read; EC2 takes 16 KiB.
const maxUserData = 64 << 10

// maxNesting bounds scripts in scripts and parts in parts.
const maxNesting = 3

// readAgent reads the agent's configuration out of decoded user data.
func readAgent(v cloudformation.Value) inventory.AgentConfig {
	a := inventory.AgentConfig{Settings: inventory.Map{Place: v.Place()}}
	readScript(&a, v)
	return a
}

// readScript reads one script or file of which parts may be unknown.
func readScript(a *inventory.AgentConfig, v cloudformation.Value) {
	if v.IsAbsent() {
		return
	}
	parts := v.Parts()
	if len(parts) == 0 {
		a.Settings.Open = a.Settings.Open || v.IsUnknown()
		return
	}
	readText(a, withMarks(parts), parts, text(v))
}

// withMarks is the text with its holes marked by their numbers.
func withMarks(parts []cloudformation.Part) string {
	var b strings.Builder
	for i, part := range parts {
		if part.Hole == "" {
			b.WriteString(privateUse.ReplaceAllString(part.Text, "\uFFFD"))
			continue
		}
		b.WriteRune(holeStart)
		b.WriteString(strconv.Itoa(i))
		b.WriteRune(holeEnd)
	}
	return b.String()
}

// readText reads a user data text of any format that cloud-init, EC2Launch and
// Bottlerocket take. origin has the place and the parameters of the text.
func readText(a *inventory.AgentConfig, script string, holes []cloudformation.Part, origin inventory.Fact[string]) {
	u := userDataReader{agent: a, holes: holes, origin: origin}
	if len(holes) == 0 {
		script = privateUse.ReplaceAllString(script, "\uFFFD")
	}
	u.read(script, "", 0)
}

type userDataReader struct {
	agent  *inventory.AgentConfig
	holes  []cloudformation.Part
	origin inventory.Fact[string]
}

// read tells the format by the first line, as cloud-init does, unless a MIME part says it.
func (u *userDataReader) read(script, mimeType string, depth int) {
	if depth > maxNesting || len(script) > maxUserData {
		u.open()
		return
	}
	start := strings.TrimLeft(script, " \t\r\n\uFEFF")
	switch {
	case isMIME(start):
		u.mime(start, depth)
	case strings.HasPrefix(start, "#cloud-config") || mimeType == "text/cloud-config":
		u.cloudConfig(start, depth)
	case isPowerShell(start):
		u.powerShell(start)
	case isBottlerocket(start):
		u.bottlerocket(start)
	case strings.HasPrefix(start, "#include"):
		u.open() // the script is fetched when the instance boots
	default:
		u.script(script, depth)
	}
}

func (u *userDataReader) open() { u.agent.Settings.Open = true }

// set sets a variable of the agent. A value that is set only perhaps, or that
// only the running script can tell, is unknown.
func (u *userDataReader) set(name, value string, perhaps bool) {
	f := u.decode(value)
	if perhaps {
		f.Value, f.Reason = fact.NotKnown[string](), "the script sets it only under a condition"
	}
	u.agent.Settings.Set(name, f)
}

// decode is a text with marks as a fact.
func (u *userDataReader) decode(marked string) inventory.Fact[string] {
	f := inventory.Fact[string]{Place: u.origin.Place, Parameters: u.origin.Parameters}
	if strings.Contains(marked, unknownMark) {
		f.Value, f.Reason = fact.NotKnown[string](), "the script computes it when the instance boots"
	}
	f.Text = holeMark.ReplaceAllStringFunc(strings.ReplaceAll(marked, unknownMark, "…"), func(mark string) string {
		f.Value, f.Reason = fact.NotKnown[string](), u.origin.Reason
		i, err := strconv.Atoi(strings.Trim(mark, string(holeStart)+string(holeEnd)))
		if err != nil || i >= len(u.holes) {
			return "…"
		}
		part := u.holes[i]
		if part.Reference.LogicalID != "" {
			f.References = append(f.References, part.Reference)
		}
		return part.String()
	})
	if !f.IsUnknown() {
		f.Value = fact.Of(f.Text)
	}
	return f
}

var assignment = regexp.MustCompile(`^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$`)

// config reads lines of ecs.config, with the quotes around values and whatever
// else ecs-init passes on.
func (u *userDataReader) config(content string, perhaps bool) {
	for line := range strings.Lines(content) {
		name, value, ok := agent.Assignment(line)
		switch {
		case ok && !hasMark(name):
			u.set(name, value, perhaps)
		case hasMark(line):
			u.open() // what stands in for the line may be any setting
		}
	}
}

// truncate forgets what has been written so far, as the shell's > does.
func (u *userDataReader) truncate(perhaps bool) {
	if !perhaps {
		u.agent.Settings.Entries, u.agent.Settings.Open = nil, false
		return
	}
	for name, f := range u.agent.Settings.Entries {
		f.Value, f.Reason = fact.NotKnown[string](), "the script may remove it"
		u.agent.Settings.Entries[name] = f
	}
}

func hasMark(s string) bool { return privateUse.MatchString(s) }

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

func decodeBase64(s string) (string, bool) {
	compact := strings.Join(strings.Fields(s), "")
	data, err := base64.StdEncoding.DecodeString(compact)
	if err != nil {
		return "", false
	}
	return strings.ToValidUTF8(privateUse.ReplaceAllString(string(data), "\uFFFD"), "\uFFFD"), true
}
