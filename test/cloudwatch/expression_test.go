package cloudwatch

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// show writes a series as AWS does, with - for a missing value.
func show(s Series) string {
	text := ""
	for i, v := range s {
		if i > 0 {
			text += " "
		}
		if isMissing(v) {
			text += "-"
			continue
		}
		text += fmt.Sprint(v)
	}
	return text
}

func TestExpression(t *testing.T) {
	m1, m2, none := Series{30, 20, 0, Missing}, Series{20, Missing, 20, Missing}, Series{Missing, Missing, Missing, Missing}
	for expression, want := range map[string]map[Reading]string{
		"m1 + m2":                   {MissingIsZero: "50 20 20 -", MissingSpreads: "50 - 20 -"},
		"m1 - m2":                   {MissingIsZero: "10 20 -20 -", MissingSpreads: "10 - -20 -"},
		"m1 + none":                 {MissingIsZero: "30 20 0 -", MissingSpreads: "- - - -"},
		"2 * (m1 + m1)":             {MissingIsZero: "120 80 0 -", MissingSpreads: "120 80 0 -"},
		"100 * m2 / m1":             {MissingIsZero: "66.66666666666667 0 - -", MissingSpreads: "66.66666666666667 - - -"},
		"FILL(m1, 10)":              {MissingIsZero: "30 20 0 10", MissingSpreads: "30 20 0 10"},
		"FILL(none, 0)":             {MissingIsZero: "0 0 0 0", MissingSpreads: "0 0 0 0"},
		"FILL(m1, 0) + FILL(m2, 0)": {MissingIsZero: "50 20 20 0", MissingSpreads: "50 20 20 0"},
		"FILL(m2, REPEAT)":          {MissingIsZero: "20 20 20 20", MissingSpreads: "20 20 20 20"},
		"FILL(none, REPEAT)":        {MissingIsZero: "- - - -", MissingSpreads: "- - - -"},
		"FILL(m2, LINEAR)":          {MissingIsZero: "20 20 20 -", MissingSpreads: "20 20 20 -"},
		"FILL(m2, m1)":              {MissingIsZero: "20 20 20 -", MissingSpreads: "20 20 20 -"},
	} {
		for reading, shown := range want {
			result, err := evaluator{reading, func(id string) (Series, error) {
				return map[string]Series{"m1": m1, "m2": m2, "none": none}[id], nil
			}}.evaluate(expression)
			require.NoError(t, err, expression)
			assert.Equal(t, shown, show(result), "%s, where %s", expression, reading)
		}
	}
}

func TestExpression_interpolates(t *testing.T) {
	gap := Series{Missing, 10, Missing, Missing, 40, Missing}
	result, err := evaluator{MissingSpreads, func(string) (Series, error) { return gap, nil }}.evaluate("FILL(m, LINEAR)")
	require.NoError(t, err)
	assert.Equal(t, "- 10 20 30 40 -", show(result))
}

// What is not known must not pass as judged.
func TestExpression_rejects(t *testing.T) {
	for _, expression := range []string{"SUM(METRICS())", "MAX(m1)", "m1 > 2", "m1 ^ 2", "m1 +", "3", "FILL(m1)"} {
		_, err := evaluator{MissingIsZero, func(string) (Series, error) { return Series{1}, nil }}.evaluate(expression)
		assert.Error(t, err, expression)
	}
}
