package agent

import (
	_ "embed"
	"encoding/base64"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// BottlerocketType is the type of a setting of Bottlerocket.
type BottlerocketType string

const (
	BottlerocketBool       BottlerocketType = "bool"
	BottlerocketUint16     BottlerocketType = "uint16"
	BottlerocketInteger    BottlerocketType = "integer"
	BottlerocketText       BottlerocketType = "text"
	BottlerocketTexts      BottlerocketType = "texts" // an array
	BottlerocketDuration   BottlerocketType = "duration"
	BottlerocketOneOf      BottlerocketType = "one of"
	BottlerocketAttributes BottlerocketType = "attributes" // a table of texts
	BottlerocketURL        BottlerocketType = "URL"
	BottlerocketBase64     BottlerocketType = "base64"
)

// BottlerocketSetting is a setting of Bottlerocket's API that concerns ECS.
type BottlerocketSetting struct {
	Name   string // settings.ecs.cluster; * stands for a name of the user's choice
	Type   BottlerocketType
	Values []string // of a closed set
	// Variable is the agent's variable that Bottlerocket makes of it; empty when
	// there is none, or when it has another form.
	Variable string
}

//go:embed bottlerocket.tsv
var bottlerocketTable string

var bottlerocket = sync.OnceValue(func() []BottlerocketSetting {
	var all []BottlerocketSetting
	for _, row := range rows(bottlerocketTable, 4) {
		all = append(all, BottlerocketSetting{
			Name: row[0], Type: BottlerocketType(row[1]), Values: strings.Fields(row[2]), Variable: row[3],
		})
	}
	return all
})

// hostContainer is the name of a host container in the name of a setting.
var hostContainer = regexp.MustCompile(`^(settings\.host-containers\.)[^.]+(\.[^.]+)$`)

// LookupBottlerocket returns the setting with this name, as it stands in the
// table: settings.host-containers.admin.enabled is one of every host container.
func LookupBottlerocket(name string) (BottlerocketSetting, bool) {
	name = hostContainer.ReplaceAllString(name, "$1*$2")
	i := slices.IndexFunc(bottlerocket(), func(s BottlerocketSetting) bool { return s.Name == name })
	if i < 0 {
		return BottlerocketSetting{}, false
	}
	return bottlerocket()[i], true
}

// BottlerocketOf returns the setting of Bottlerocket that stands for a variable
// of the agent.
func BottlerocketOf(variable string) (BottlerocketSetting, bool) {
	i := slices.IndexFunc(bottlerocket(), func(s BottlerocketSetting) bool { return s.Variable == variable })
	if i < 0 || variable == "" {
		return BottlerocketSetting{}, false
	}
	return bottlerocket()[i], true
}

// NearestBottlerocket returns the name of the setting that is spelled most like
// the one given; empty when none is near.
func NearestBottlerocket(name string) string {
	var names []string
	for _, s := range bottlerocket() {
		names = append(names, s.Name)
	}
	return nearestOf(name, names)
}

// Takes reports whether Bottlerocket's API takes the text of a value. The text
// of attributes and arrays is not looked at.
func (s BottlerocketSetting) Takes(value string) bool {
	var err error
	switch s.Type {
	case BottlerocketBool:
		return value == "true" || value == "false"
	case BottlerocketUint16:
		_, err = strconv.ParseUint(value, 10, 16)
	case BottlerocketInteger:
		_, err = strconv.ParseInt(value, 10, 64)
	case BottlerocketDuration:
		return value != "" && bottlerocketDuration.MatchString(value)
	case BottlerocketOneOf:
		return slices.Contains(s.Values, value)
	case BottlerocketBase64:
		_, err = base64.StdEncoding.DecodeString(value)
	case BottlerocketText, BottlerocketURL:
		return !strings.ContainsAny(value, "\r\n")
	}
	return err == nil
}

// Want says how a value of the setting is written.
func (s BottlerocketSetting) Want() string {
	switch s.Type {
	case BottlerocketBool:
		return "true or false"
	case BottlerocketUint16:
		return "an integer from 0 to 65535"
	case BottlerocketInteger:
		return "an integer"
	case BottlerocketDuration:
		return "a duration whose units descend, such as 90s or 1h30m"
	case BottlerocketOneOf:
		return "one of " + strings.Join(s.Values, ", ")
	}
	return "a value of type " + string(s.Type)
}

// bottlerocketDuration is stricter than the agent: no sign, and units from the
// largest to the smallest (modeled-types/src/ecs.rs, ECSDurationValue).
var bottlerocketDuration = func() *regexp.Regexp {
	var pattern strings.Builder
	for _, unit := range []string{"h", "m", "s", "ms", "[uµ]s", "ns"} {
		pattern.WriteString(`(?:\d+(?:\.\d+)?` + unit + `)?`)
	}
	return regexp.MustCompile("^" + pattern.String() + "$")
}()

// bottlerocketAttributeName is what Bottlerocket takes for the name of an
// attribute: no backslash, which ECS allows (modeled-types/src/ecs.rs,
// ECSAttributeKey).
var bottlerocketAttributeName = regexp.MustCompile(`^[A-Za-z0-9._/-]{1,128}$`)

// TakesBottlerocketAttribute reports whether an attribute reaches the agent
// through Bottlerocket. Its template writes the value into JSON without escaping
// it, so a backslash makes JSON that stops the agent (packages/ecs-agent/ecs-base-conf,
// bottlerocket-core-kit v3.1.1).
func TakesBottlerocketAttribute(name, value string) bool {
	return bottlerocketAttributeName.MatchString(name) && IsAttributeValue(value) && !strings.Contains(value, `\`)
}
