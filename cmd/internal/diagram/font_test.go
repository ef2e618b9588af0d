package diagram

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRuler(t *testing.T) {
	r, err := newRuler()
	require.NoError(t, err)
	assert.Equal(t, 78, r.width(letters{size: 14}, "0123456789"), "a digit is 1139/2048 of the size in Liberation Sans and in Arial")
	assert.Equal(t, 109, r.width(letters{size: 14}, strings.Repeat("é", 14)), "and this letter as well")
	assert.Greater(t, r.width(letters{size: 14, bold: true}, "pool"), r.width(letters{size: 14}, "pool"))
	assert.GreaterOrEqual(t, r.width(letters{size: 14}, "日本語"), 3*14, "characters that the font lacks are wide")
	assert.Zero(t, r.width(letters{size: 14}, ""))
}
