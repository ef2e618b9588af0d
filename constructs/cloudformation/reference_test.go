package cloudformation

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEvaluate_referencesOfAText(t *testing.T) {
	v := evaluate(t, "!Base64 {'Fn::Sub': 'a ${Cluster} b ${Queue.Arn} ${Name} ${Cluster}'}", ohio)
	assert.Equal(t, []Reference{{"Cluster", ""}, {"Queue", "Arn"}, {"Cluster", ""}}, v.References())
	inner := v.Decoded()
	assert.Equal(t, []Part{
		{Text: "a "}, {Hole: "Cluster", Reference: Reference{"Cluster", ""}},
		{Text: " b "}, {Hole: "Queue.Arn", Reference: Reference{"Queue", "Arn"}},
		{Text: " blue "}, {Hole: "Cluster", Reference: Reference{"Cluster", ""}},
	}, inner.Parts())
	text, whole := inner.Partial()
	assert.Equal(t, "a ${Cluster} b ${Queue.Arn} blue ${Cluster}", text)
	assert.False(t, whole)
	assert.True(t, v.Decoded().Decoded().IsAbsent())
}

func TestEvaluate_parametersOfAValue(t *testing.T) {
	cases := map[string]struct {
		expression string
		want       []string
	}{
		"none":                  {"a", nil},
		"Ref":                   {"!Ref Name", []string{"Name"}},
		"Sub, in their order":   {"!Sub '${Count} ${Name}'", []string{"Name", "Count"}},
		"what a condition asks": {"!If [IsBlue, a, b]", []string{"Name"}},
		"what it asks and says": {"!If [IsBlue, !Ref Count, b]", []string{"Name", "Count"}},
		"an open condition":     {"!If [BlueAndOpen, a, b]", []string{"Name", "Open"}},
		"the key of a mapping":  {"!FindInMap [ByRegion, !Ref Name, Image]", []string{"Name"}},
		"an item of a list":     {"!Select [0, !Ref Zones]", []string{"Zones"}},
		"Split":                 {"!Select [0, !Split ['l', !Ref Name]]", []string{"Name"}},
		"Base64":                {"!Base64 {Ref: Name}", []string{"Name"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, evaluate(t, c.expression, ohio).Parameters())
		})
	}
}
