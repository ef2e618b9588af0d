package checks

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestExpression(t *testing.T) {
	on := map[string]string{"ecs.instance-type": "g6.xlarge", "ecs.cpu-architecture": "x86_64"}
	for _, c := range []struct {
		text string
		want hardware.Answer
	}{
		{"attribute:ecs.instance-type == g6.xlarge", hardware.Yes},
		{"attribute:ecs.instance-type==p2.xlarge", hardware.No},
		{"attribute:ecs.instance-type != p2.xlarge", hardware.Yes},
		{"attribute:ecs.instance-type =~ g6.*", hardware.Yes},
		{"attribute:ecs.instance-type =~ g6", hardware.No},
		{"attribute:ecs.instance-type !~ g6.*", hardware.No},
		{"attribute:ecs.instance-type =~ (?<=x)g", hardware.Unknown}, // Java reads it, Go does not
		{"attribute:ecs.instance-type in [g6.xlarge, g5.xlarge]", hardware.Yes},
		{"attribute:ecs.instance-type in [p2.xlarge]", hardware.No},
		{"attribute:ecs.instance-type not_in [g6.xlarge]", hardware.No},
		{"attribute:ecs.instance-type exists", hardware.Yes},
		{"attribute:ecs.instance-type !exists", hardware.No},
		{"attribute:team == vision", hardware.Unknown},
		{"not(attribute:ecs.instance-type == g6.xlarge)", hardware.No},
		{"attribute:ecs.instance-type == g6.xlarge and attribute:team == vision", hardware.Unknown},
		{"attribute:ecs.instance-type == p2.xlarge and attribute:team == vision", hardware.No},
		{"attribute:ecs.instance-type == g6.xlarge or attribute:team == vision", hardware.Yes},
		{"(attribute:ecs.instance-type == p2.xlarge or attribute:ecs.cpu-architecture == x86_64) and attribute:ecs.instance-type =~ g.*", hardware.Yes},
		{"attribute:ecs.instance-type > g5", hardware.Unknown},
	} {
		t.Run(c.text, func(t *testing.T) {
			e, ok := parseExpression(c.text)
			if c.want == hardware.Unknown && !ok {
				return
			}
			require.True(t, ok)
			assert.Equal(t, c.want, e.holds(on))
		})
	}
}

func TestExpression_unreadable(t *testing.T) {
	for _, text := range []string{
		"", "attribute:", "attribute:x", "attribute:x ==", "attribute:x in", "attribute:x in [a", "task:group == service:web",
		"attribute:x == a b", "(attribute:x == a", "agentConnected == true", strings.Repeat("(", 500), strings.Repeat("not ", 400),
		strings.Repeat("x", 3000), "\x00",
	} {
		_, ok := parseExpression(text)
		assert.False(t, ok, "%q", text)
	}
}

func FuzzExpression(f *testing.F) {
	f.Add("attribute:ecs.instance-type =~ g6.* and not(attribute:team in [a, b])")
	f.Add("(((attribute:x !exists")
	f.Fuzz(func(t *testing.T, text string) {
		if e, ok := parseExpression(text); ok {
			e.holds(map[string]string{"ecs.instance-type": "g6.xlarge"})
		}
	})
}
