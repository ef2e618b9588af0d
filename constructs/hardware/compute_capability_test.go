package hardware

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParseComputeCapability_rejects(t *testing.T) {
	for name, input := range map[string]string{
		"nothing":            "",
		"a word":             "new",
		"three numbers":      "8.9.1",
		"a sign":             "+8.9",
		"a negative number":  "-8.9",
		"no major":           ".9",
		"no minor":           "8.",
		"zero":               "0.0",
		"a space":            "8. 9",
		"more than a number": "99999999999999999999.1",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseComputeCapability(input)
			assert.ErrorContains(t, err, `compute capability must be major.minor, such as "8.9", got`)
		})
	}
}

func TestComputeCapability_isNotText(t *testing.T) {
	ten, err := ParseComputeCapability("10.0")
	require.NoError(t, err)
	assert.True(t, ten.AtLeast(ComputeCapability{8, 9}))
	assert.False(t, ComputeCapability{8, 9}.AtLeast(ten))

	eight, err := ParseComputeCapability("8")
	require.NoError(t, err)
	assert.Equal(t, ComputeCapability{8, 0}, eight)
}

func TestComputeCapability_roundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := ComputeCapability{rapid.IntRange(1, 999).Draw(t, "major"), rapid.IntRange(0, 999).Draw(t, "minor")}
		text, err := c.MarshalText()
		require.NoError(t, err)
		var back ComputeCapability
		require.NoError(t, back.UnmarshalText(text))
		assert.Equal(t, c, back)
		assert.Zero(t, c.Compare(back))
	})
	zero := ComputeCapability{1, 1}
	require.NoError(t, zero.UnmarshalText(nil))
	assert.True(t, zero.IsZero())
	assert.Error(t, zero.UnmarshalText([]byte("x")))
}
