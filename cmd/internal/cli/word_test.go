package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWord(t *testing.T) {
	sizes := []string{"small", "medium", "large"}
	got, err := Word("--size", "Small", sizes)
	require.NoError(t, err)
	assert.Equal(t, "small", got)
	for _, text := range []string{"", "small ", "huge"} {
		got, err := Word("--size", text, sizes)
		require.ErrorContains(t, err, "--size must be small, medium or large, got ")
		assert.Equal(t, BadInput, ExitCode(err))
		assert.Empty(t, got)
	}
}
