package checks

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// example reads the failing or the passing template of a rule.
func example(t *testing.T, id, which string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", id, which+".yaml"))
	require.NoError(t, err, "every rule has an example that fails and one that passes")
	return string(text)
}

// commandLine is the first line of an example that needs an option.
var commandLine = regexp.MustCompile(`^# ecsgpu check --(region|stack-name) (\S+)\n`)

// check runs all rules on a template.
func checkText(t *testing.T, name, text string) []Finding {
	t.Helper()
	env := cloudformation.Environment{}
	if match := commandLine.FindStringSubmatch(text); match != nil {
		if match[1] == "region" {
			env.Region = match[2]
		} else {
			env.StackName = match[2]
		}
	}
	findings, err := Document(name, []byte(text), env)
	require.NoError(t, err)
	return findings
}

func ids(findings []Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.ID)
	}
	return all
}

func TestRules_examples(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			failing := checkText(t, "fail.yaml", example(t, rule.ID, "fail"))
			if assert.NotEmpty(t, failing, "the failing example breaks its rule") {
				for _, f := range failing {
					assert.Equal(t, rule.ID, f.ID, "the failing example breaks no other rule: %s", f.Text())
				}
				assert.Equal(t, rule.Severity, failing[0].Severity, "the failing example shows the rule at its worst")
			}
			for _, f := range checkText(t, "pass.yaml", example(t, rule.ID, "pass")) {
				assert.Fail(t, "the passing example breaks a rule", "%s: %s", f.ID, f.Text())
			}
		})
	}
}

func TestRules_noStrayExamples(t *testing.T) {
	entries, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, entry := range entries {
		if entry.Name() == "correct" || entry.Name() == "originals" || entry.Name() == "fuzz" {
			continue
		}
		_, found := Lookup(entry.Name())
		assert.True(t, found, "testdata/%s belongs to no rule", entry.Name())
	}
}
