package nearest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNames_alike(t *testing.T) {
	stacks := []string{"tensorflow-test", "dsstne", "inference"}
	for name, test := range map[string]struct {
		given string
		want  []string
	}{
		"letters swapped":          {"tensorflow-tset", []string{"tensorflow-test"}},
		"a letter missing":         {"dsstn", []string{"dsstne"}},
		"upper case":               {"INFERENCE", []string{"inference"}},
		"nothing like any of them": {"zzz", nil},
		"nothing at all":           {"", nil},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, Names(test.given, stacks, 3, 0.6)) })
	}
	assert.Empty(t, Names("x", nil, 1, 0))
}

func TestNames_nearestFirst(t *testing.T) {
	types := []string{"c5.large", "m5.large", "m5.2xlarge", "m5.xlarge"}
	assert.Equal(t, []string{"m5.2xlarge", "m5.large"}, Names("m5.2large", types, 2, 0))
	assert.Equal(t, []string{"aa", "az"}, Names("ax", []string{"az", "aa"}, 5, 0), "a tie goes to the first in order")
	assert.Empty(t, Names("m5.large", types, -1, 0))
}

func TestNames_longNamesAreQuick(t *testing.T) {
	long := strings.Repeat("long", 1<<18)
	assert.Equal(t, []string{long}, Names(long, []string{long}, 1, 1))
}
