package cloudformation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlain_defaults(t *testing.T) {
	v := evaluate(t, "{s: a, n: 3, f: 0.5, t: '3', b: true, l: [1, !Ref Name], gone: !Ref 'AWS::NoValue', m: {x: !Ref Count}}", ohio)
	plain, unresolved := v.Plain()
	assert.Empty(t, unresolved)
	assert.Equal(t, map[string]any{"s": "a", "n": 3, "f": 0.5, "t": "3", "b": true,
		"l": []any{1, "blue"}, "m": map[string]any{"x": 2}}, plain)
	none, unresolved := Value{}.Plain()
	assert.Nil(t, none)
	assert.Empty(t, unresolved)
}

func TestPlain_listsWhatIsUnresolved(t *testing.T) {
	v := evaluate(t, "{a: !Sub 'x-${Thing.Arn}', b: [1, !If [IsOpen, c, !Ref 'AWS::NoValue']], c: {'Fn::ForEach::A': [x, [], {}]}}", ohio)
	plain, unresolved := v.Plain()
	require.Len(t, unresolved, 4)
	assert.Equal(t, "x-${Thing.Arn}", plain.(map[string]any)["a"])
	assert.Equal(t, "x-${Thing.Arn}", unresolved[0].Text)
	assert.Equal(t, "Resources.Thing.Properties.X.a", unresolved[0].Place.Path)
	assert.Equal(t, "Resources.Thing.Properties.X.b[1]", unresolved[1].Place.Path)
	assert.Equal(t, "it may hold more", unresolved[2].Reason)
}
