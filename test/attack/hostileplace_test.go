//go:build attack && linux

package attack

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostileTemplate has every place in which a template holds text, written as
// {{place|ordinary text}}.
//
//go:embed testdata/hostile.json
var hostileTemplate string

// A template's own {{resolve:…}} is ordinary text.
var hostilePlace = regexp.MustCompile(`\{\{([a-z ]+)\|((?:\{\{[^}]*\}\}|[^}])*)\}\}`)

// hostilePlaces are the names of the places.
func hostilePlaces() []string {
	var places []string
	for _, found := range hostilePlace.FindAllStringSubmatch(hostileTemplate, -1) {
		places = append(places, found[1])
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// templateWith is the template with a text in some of the places. In user data
// and in functions the text stands beside other text.
func templateWith(t *testing.T, text string, places ...string) string {
	t.Helper()
	quoted, err := json.Marshal(text)
	require.NoError(t, err)
	inside := strings.TrimSuffix(strings.TrimPrefix(string(quoted), `"`), `"`)
	filled := hostilePlace.ReplaceAllStringFunc(hostileTemplate, func(found string) string {
		parts := hostilePlace.FindStringSubmatch(found)
		if slices.Contains(places, parts[1]) {
			return inside
		}
		return parts[2]
	})
	require.True(t, json.Valid([]byte(filled)), "the template is JSON")
	return filled
}
