package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSuggestion(t *testing.T) {
	assert.Equal(t, ` (did you mean "synth"?)`, Suggestion("synht", []string{"synth"}))
	assert.Empty(t, Suggestion("zzz", []string{"synth"}))
}
