package hardware

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearest_correctsSpellings(t *testing.T) {
	for input, want := range map[string]string{
		"m5.2large":    "m5.2xlarge", // misspelt in the original template
		"p3.2xlage":    "p3.2xlarge",
		"g5.12xlarg":   "g5.12xlarge",
		"g6e.48xlarge": "g6e.48xlarge",
		"G5.xlarge":    "g5.xlarge",
	} {
		assert.Equal(t, want, Nearest(input, 1)[0], input)
	}
}

func TestNearest_isBounded(t *testing.T) {
	assert.Empty(t, Nearest("g5.xlarge", 0))
	assert.Empty(t, Nearest("g5.xlarge", -1))
	assert.Len(t, Nearest("", 3), 3)
	assert.Equal(t, len(All()), len(Nearest("x", 1<<20)))
	assert.Len(t, Nearest(strings.Repeat("long", 1<<18), 1), 1)
}

func BenchmarkNearest(b *testing.B) {
	for b.Loop() {
		Nearest("m5.2large", 3)
	}
}
