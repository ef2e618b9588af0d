package fromtemplate

import (
	"regexp"
	"strings"

	"github.com/ecsgpu/cdk/constructs/agent"
)

var settingsTable = regexp.MustCompile(`(?m)^\s*\[?\s*settings(\.|\])`)

// isBottlerocket reports that user data is Bottlerocket's settings in TOML.
func isBottlerocket(s string) bool {
	return !strings.HasPrefix(s, "#!") && settingsTable.MatchString(s)
}

// bottlerocket reads the tables of TOML that matter: keys and plain values.
func (u *userDataReader) bottlerocket(s string) {
	u.agent.Bottlerocket = true
	table := ""
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' && !strings.Contains(line, "=") {
			table = strings.Trim(strings.TrimSpace(strings.SplitN(line, "#", 2)[0]), "[] \t")
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			if hasMark(line) {
				u.open()
			}
			continue
		}
		key = unquote(key)
		if table != "" {
			key = table + "." + key
		}
		u.bottlerocketSetting(key, tomlValue(value))
	}
}

// bottlerocketSetting sets the variable of the agent that a setting stands for.
// Settings of ECS that stand for none keep the names that Bottlerocket gives them.
func (u *userDataReader) bottlerocketSetting(key, value string) {
	if attribute, ok := strings.CutPrefix(key, "settings.ecs.instance-attributes."); ok {
		u.set("ECS_INSTANCE_ATTRIBUTES", u.withAttribute(unquote(attribute), value), false)
		return
	}
	setting, _ := agent.LookupBottlerocket(key)
	switch {
	case setting.Variable != "":
		u.set(setting.Variable, value, false)
	case hasMark(key):
		u.open()
	case strings.HasPrefix(key, "settings.ecs."):
		u.set(key, value, false)
	}
}

// withAttribute adds an attribute to the JSON object of those before it.
func (u *userDataReader) withAttribute(name, value string) string {
	object := u.agent.Settings.Get("ECS_INSTANCE_ATTRIBUTES").Text
	pair := `"` + name + `":"` + value + `"`
	if body, ok := strings.CutSuffix(object, "}"); ok {
		return body + "," + pair + "}"
	}
	return "{" + pair + "}"
}

// tomlValue is a plain value without quotes and without a comment behind it.
func tomlValue(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
	}
	if i := strings.Index(s, " #"); i >= 0 {
		s = strings.TrimSpace(s[:i])
	}
	return s
}
