package nearest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestName(t *testing.T) {
	stacks := []string{"tensorflow-test", "dsstne", "inference"}
	for name, test := range map[string]struct{ given, want string }{
		"letters swapped":          {"tensorflow-tset", "tensorflow-test"},
		"a letter missing":         {"dsstn", "dsstne"},
		"upper case":               {"INFERENCE", "inference"},
		"nothing like any of them": {"zzz", ""},
		"nothing at all":           {"", ""},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, Name(test.given, stacks)) })
	}
	assert.Equal(t, "", Name("x", nil))
}

func TestName_tieGoesToTheFirstInOrder(t *testing.T) {
	assert.Equal(t, "aa", Name("ax", []string{"az", "aa"}))
}

func TestSuggestion(t *testing.T) {
	assert.Equal(t, ` (did you mean "synth"?)`, Suggestion("synht", []string{"synth"}))
	assert.Empty(t, Suggestion("zzz", []string{"synth"}))
}
