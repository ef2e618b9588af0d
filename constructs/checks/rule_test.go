package checks

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRules_wellFormed: ids are for ever, and every rule says all that a reader
// needs.
func TestRules_wellFormed(t *testing.T) {
	id := regexp.MustCompile(`^ecsgpu-[a-z]+(-[a-z0-9]+)+$`)
	seen := map[string]bool{}
	for _, r := range Rules() {
		t.Run(r.ID, func(t *testing.T) {
			assert.Regexp(t, id, r.ID)
			assert.True(t, strings.HasPrefix(r.ID, "ecsgpu-"+string(r.Category)+"-"), "the id starts with its category")
			assert.False(t, seen[r.ID], "an id is used once")
			assert.Contains(t, Categories(), r.Category)
			assert.Contains(t, Severities(), r.Severity)
			for _, text := range []string{r.Title, r.Reason, r.Source, r.Fix} {
				assert.NotEmpty(t, text)
			}
			assert.False(t, strings.HasSuffix(r.Title, "."), "a title is no sentence")
			assert.False(t, strings.HasSuffix(r.Source, "."), "a source has no full stop")
			assert.True(t, strings.HasSuffix(r.Reason, "."), "a reason is a sentence")
			assert.True(t, strings.HasSuffix(r.Fix, "."), "a fix is a sentence")
			assert.Regexp(t, `20[0-9]{2}|#[0-9]+|[0-9a-f]{7}`, r.Source, "a source has a date, a commit or an issue")
			assert.NotNil(t, r.check)
			seen[r.ID] = true
		})
	}
}

func TestLookup(t *testing.T) {
	r, found := Lookup("ecsgpu-fit-gpus")
	assert.True(t, found)
	assert.Equal(t, Error, r.Severity)
	_, found = Lookup("ecsgpu-fit-gpu")
	assert.False(t, found)
}
