package inventory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func lookup(t *testing.T, name string) hardware.InstanceType {
	t.Helper()
	found, ok := hardware.Lookup(name)
	require.True(t, ok, name)
	return found
}

func TestPlacementExpression_Admits(t *testing.T) {
	g6 := lookup(t, "g6.xlarge")
	for _, c := range []struct {
		text string
		want fact.Answer
	}{
		{"attribute:ecs.instance-type == g6.xlarge", fact.Yes},
		{"attribute:ecs.instance-type==p2.xlarge", fact.No},
		{"attribute:ecs.instance-type != p2.xlarge", fact.Yes},
		{"attribute:ecs.instance-type != g6.xlarge", fact.No},
		{"attribute:ecs.instance-type equals g6.xlarge", fact.Yes},
		{"attribute:ecs.instance-type not_equals g6.xlarge", fact.No},
		{"  attribute:ecs.instance-type\t==\ng6.xlarge  ", fact.Yes},
		{"attribute:ecs.instance-type =~ g6.*", fact.Yes},
		{"attribute:ecs.instance-type=~g6.*", fact.Yes},
		{"attribute:ecs.instance-type =~ g6", fact.No},
		{"attribute:ecs.instance-type matches g6.*", fact.Yes},
		{"attribute:ecs.instance-type !~ g6.*", fact.No},
		{"attribute:ecs.instance-type not_matches p.*", fact.Yes},
		{"attribute:ecs.instance-type =~ (g6|p3).*", fact.Yes},
		{"attribute:ecs.instance-type =~ g[67]e?.(x|2x)large", fact.Yes},
		{"(attribute:ecs.instance-type =~ (p3|p4).*)", fact.No},
		{"attribute:ecs.instance-type =~ (?<=x)g", fact.Maybe}, // Java reads it, Go does not
		{"attribute:ecs.instance-type !~ (?<=x)g", fact.Maybe},
		{"attribute:ecs.instance-type in [g6.xlarge, g5.xlarge]", fact.Yes},
		{"attribute:ecs.instance-type in [p2.xlarge]", fact.No},
		{"attribute:ecs.instance-type not_in [g6.xlarge]", fact.No},
		{"attribute:ecs.instance-type !in [p2.xlarge]", fact.Yes},
		{"attribute:ecs.instance-type exists", fact.Yes},
		{"attribute:ecs.instance-type !exists", fact.No},
		{"attribute:ecs.instance-type not_exists", fact.No},
		{"attribute:ecs.cpu-architecture == x86_64", fact.Yes},
		{"attribute:ecs.cpu-architecture == arm64", fact.No},
		{"attribute:ecs.instance-type > g5", fact.Maybe},
		{"attribute:team == vision", fact.Maybe},
		{"attribute:team exists", fact.Maybe},
		{"attribute:team !exists", fact.Maybe},
		{"task:group == service:web", fact.Maybe},
		{"agentConnected == true", fact.Maybe},
		{"not(attribute:ecs.instance-type == g6.xlarge)", fact.No},
		{"not attribute:team == vision", fact.Maybe},
		{"attribute:ecs.instance-type == g6.xlarge and attribute:team == vision", fact.Maybe},
		{"attribute:ecs.instance-type == p2.xlarge and attribute:team == vision", fact.No},
		{"attribute:ecs.instance-type == p2.xlarge && task:group == service:web", fact.No},
		{"attribute:ecs.instance-type == g6.xlarge or attribute:team == vision", fact.Yes},
		{"attribute:ecs.instance-type == p2.xlarge or attribute:team == vision", fact.Maybe},
		{"attribute:ecs.instance-type == p2.xlarge || attribute:ecs.instance-type == p3.2xlarge", fact.No},
		{"(attribute:ecs.instance-type == p2.xlarge or attribute:ecs.cpu-architecture == x86_64) and attribute:ecs.instance-type =~ g.*", fact.Yes},
		{"attribute:ecs.instance-type == g6.xlarge or attribute:ecs.instance-type == a and attribute:ecs.instance-type == b", fact.Yes},
	} {
		t.Run(c.text, func(t *testing.T) {
			assert.Equal(t, c.want, inventory.ParsePlacementExpression(c.text).Admits(g6))
		})
	}
}

func TestPlacementExpression_Admits_unknownArchitecture(t *testing.T) {
	e := inventory.ParsePlacementExpression("attribute:ecs.cpu-architecture == arm64")
	assert.Equal(t, fact.Maybe, e.Admits(hardware.InstanceType{Name: "new.large"}))
	assert.Equal(t, fact.Maybe, e.Admits(hardware.InstanceType{Name: "new.large", Architectures: hardware.Architectures()}))
}

func TestPlacementExpression_Unjudged(t *testing.T) {
	for text, want := range map[string][]string{
		"attribute:ecs.instance-type =~ g6.* or attribute:ecs.cpu-architecture == arm64":                         nil,
		"not(attribute:ecs.instance-type in [a, b])":                                                             nil,
		"attribute:stack == prod":                                                                                {"attribute:stack == prod"},
		"attribute:ecs.instance-type =~ g6.* and attribute:stack == prod":                                        {"attribute:stack == prod"},
		"attribute:zone in [ a,b ] and (attribute:ecs.instance-type exists and task:group == x)":                 {"attribute:zone in [ a,b ]", "task:group == x"},
		"attribute:ecs.instance-type == a or attribute:stack == prod":                                            {"attribute:ecs.instance-type == a or attribute:stack == prod"},
		"attribute:ecs.instance-type == a and not( attribute:stack exists ) and attribute:ecs.instance-type > b": {"not( attribute:stack exists )", "attribute:ecs.instance-type > b"},
		"attribute:ecs.instance-type =~ (?<=x)g":                                                                 {"attribute:ecs.instance-type =~ (?<=x)g"},
		"  attribute:ecs.instance-type =~ (  ":                                                                   {"attribute:ecs.instance-type =~ ("},
		"attribute:ecs.instance-type == a b":                                                                     {"attribute:ecs.instance-type == a b"},
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, inventory.ParsePlacementExpression(text).Unjudged())
		})
	}
}

// What cannot be read is unknown as a whole, even where a part of it could be.
func TestParsePlacementExpression_unreadable(t *testing.T) {
	for _, text := range []string{
		"", "attribute:", "attribute:x", "attribute:x ==", "attribute:x == (", "attribute:x in", "attribute:x in [a", "attribute:x in [,]",
		"attribute:ecs.instance-type == a b", "(attribute:ecs.instance-type == a", "attribute:ecs.instance-type == a)",
		"attribute:ecs.instance-type == a and", "attribute:ecs.instance-type == a and = b", "attribute:ecs.instance-type =~",
		"attribute:ecs.instance-type == a and attribute:ecs.instance-type is b", "== a", "[a]",
		strings.Repeat("(", 500), strings.Repeat("not ", 400), strings.Repeat("not ", 60) + "attribute:ecs.instance-type == a",
		"attribute:ecs.instance-type == " + strings.Repeat("x", 3000), "\x00", "\xff == \xff ]",
	} {
		e := inventory.ParsePlacementExpression(text)
		assert.Equal(t, fact.Maybe, e.Admits(lookup(t, "g6.xlarge")), "%q", text)
		assert.Equal(t, []string{strings.TrimSpace(text)}, e.Unjudged(), "%q", text)
	}
}

// An expression of which nothing is unjudged has an answer for every type, and
// what is unjudged is a part of the text.
func FuzzPlacementExpression(f *testing.F) {
	f.Add("attribute:ecs.instance-type =~ g6.* and not(attribute:team in [a, b])")
	f.Add("(((attribute:x !exists")
	f.Add("attribute:ecs.instance-type =~ (a|b) or attribute:ecs.cpu-architecture == arm64")
	f.Fuzz(func(t *testing.T, text string) {
		e := inventory.ParsePlacementExpression(text)
		if len(e.Unjudged()) == 0 {
			assert.NotEqual(t, fact.Maybe, e.Admits(lookup(t, "g6.xlarge")))
		}
		for _, part := range e.Unjudged() {
			assert.Contains(t, text, part)
		}
	})
}
