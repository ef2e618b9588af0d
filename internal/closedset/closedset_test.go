package closedset

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type colour string

var colours = []colour{"red", "Light-Blue"}

func TestParse(t *testing.T) {
	for text, want := range map[string]colour{"red": "red", "RED": "red", "light-blue": "Light-Blue"} {
		got, err := Parse("colour", text, colours)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestParse_rejects(t *testing.T) {
	for _, text := range []string{"", "re", "red ", "green"} {
		got, err := Parse("colour", text, colours)
		require.ErrorContains(t, err, "colour must be red or Light-Blue, got ")
		assert.ErrorContains(t, err, text)
		assert.Empty(t, got)
	}
}

func TestList(t *testing.T) {
	assert.Equal(t, "", List[colour](nil))
	assert.Equal(t, "red", List(colours[:1]))
	assert.Equal(t, "red or Light-Blue", List(colours))
	assert.Equal(t, "red, Light-Blue or red", List(append(colours, "red")))
}
