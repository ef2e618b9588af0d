package inventory

import (
	"regexp"
	"strings"
)

var settingsTable = regexp.MustCompile(`(?m)^\s*\[?\s*settings(\.|\])`)

// isBottlerocket reports that user data is Bottlerocket's settings in TOML.
func isBottlerocket(s string) bool {
	return !strings.HasPrefix(s, "#!") && settingsTable.MatchString(s)
}

// bottlerocketNames are the agent's variables that Bottlerocket's settings.ecs
// stand for (Bottlerocket documentation, settings.ecs). Settings that are not
// here keep the names that Bottlerocket gives them.
var bottlerocketNames = map[string]string{
	"cluster":                       "ECS_CLUSTER",
	"enable-spot-instance-draining": "ECS_ENABLE_SPOT_INSTANCE_DRAINING",
	"reserved-memory":               "ECS_RESERVED_MEMORY",
	"image-pull-behavior":           "ECS_IMAGE_PULL_BEHAVIOR",
	"task-cleanup-wait":             "ECS_ENGINE_TASK_CLEANUP_WAIT_DURATION",
	"container-stop-timeout":        "ECS_CONTAINER_STOP_TIMEOUT",
	"metadata-service-rps":          "ECS_TASK_METADATA_RPS_LIMIT",
	"instance-attributes":           "ECS_INSTANCE_ATTRIBUTES",
	"loglevel":                      "ECS_LOGLEVEL",
	"logging-drivers":               "ECS_AVAILABLE_LOGGING_DRIVERS",
	"backend-host":                  "ECS_BACKEND_HOST",
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

func (u *userDataReader) bottlerocketSetting(key, value string) {
	name, ok := strings.CutPrefix(key, "settings.ecs.")
	if !ok {
		if hasMark(key) {
			u.open()
		}
		return
	}
	if attribute, ok := strings.CutPrefix(name, "instance-attributes."); ok {
		u.set("ECS_INSTANCE_ATTRIBUTES", u.withAttribute(unquote(attribute), value), false)
		return
	}
	if translated, ok := bottlerocketNames[name]; ok {
		name = translated
	}
	u.set(name, value, false)
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
