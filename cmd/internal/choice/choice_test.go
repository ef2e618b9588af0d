package choice

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

type size string

var sizes = []size{"small", "medium", "large"}

func TestParse(t *testing.T) {
	for _, want := range sizes {
		got, err := Parse("--size", string(want), sizes)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestParse_rejects(t *testing.T) {
	for _, text := range []string{"", "Small", "small ", "huge"} {
		got, err := Parse("--size", text, sizes)
		require.ErrorContains(t, err, "--size must be small, medium or large, got ")
		assert.Equal(t, fault.BadInput, fault.ExitCode(err))
		assert.Empty(t, got)
	}
}

func TestList(t *testing.T) {
	assert.Equal(t, "", List[size](nil))
	assert.Equal(t, "small", List(sizes[:1]))
	assert.Equal(t, "small or medium", List(sizes[:2]))
	assert.Equal(t, "small, medium or large", List(sizes))
}
