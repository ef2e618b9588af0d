package userdata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/ecsgpu/cdk/constructs/agent"
)

var (
	settingsTable = regexp.MustCompile(`(?m)^\s*\[?\s*settings(\.|\])`)
	bareHole      = regexp.MustCompile("(?m)^([^=\"'\n]*=[ \t]*)([^\"'\\[{\n]*\uE000[0-9]+\uE001[^\"'\n#]*)")
)

// isBottlerocket reports whether user data is Bottlerocket's settings in TOML.
func isBottlerocket(s string) bool {
	return !strings.HasPrefix(s, "#!") && settingsTable.MatchString(s)
}

// bottlerocket reads Bottlerocket's settings. A hole that stands where TOML wants
// a number or a truth value is put into quotes; one on a line of its own may be
// any setting.
func (m *machine) bottlerocket(s string) {
	m.Bottlerocket = true
	var b strings.Builder
	for line := range strings.Lines(s) {
		if onlyHoles(line) {
			m.config.blur()
			continue
		}
		b.WriteString(line)
	}
	document, err := decodeTOML(bareHole.ReplaceAllString(b.String(), `$1"$2"`))
	if err != nil {
		m.config.blur()
		return
	}
	m.bottlerocketTable("settings", document["settings"])
}

func decodeTOML(s string) (document map[string]any, err error) {
	defer guard(&err)
	err = toml.Unmarshal([]byte(s), &document)
	return document, err
}

func (m *machine) bottlerocketTable(key string, value any) {
	if table, ok := value.(map[string]any); ok && key != "settings.ecs.instance-attributes" {
		for name, inner := range table {
			m.bottlerocketTable(key+"."+name, inner)
		}
		return
	}
	name := key
	setting, _ := agent.LookupBottlerocket(key)
	switch {
	case value == nil:
		return
	case hasMark(key):
		m.config.blur()
		return
	case key == "settings.ecs.instance-attributes":
		name = "ECS_INSTANCE_ATTRIBUTES"
	case setting.Variable != "":
		name = setting.Variable
	case !strings.HasPrefix(key, "settings.ecs."):
		return
	}
	m.config.set(name, entry{text: plain(value), source: m.source})
}

// plain returns a value of TOML as text; lists and tables as JSON.
func plain(value any) string {
	switch value.(type) {
	case []any, map[string]any:
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if encoder.Encode(value) != nil {
			return unknownMark
		}
		return strings.TrimSpace(b.String())
	}
	return fmt.Sprint(value)
}
