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
		require.ErrorContains(t, err, "colour must be one of red, Light-Blue, got ")
		assert.ErrorContains(t, err, text)
		assert.Empty(t, got)
	}
}
