package synthesis

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

func TestParseAssignment(t *testing.T) {
	for text, want := range map[string]Assignment{
		"Name=value": {"Name", "value"},
		"Name=":      {"Name", ""},
		"Name=a=b":   {"Name", "a=b"},
	} {
		assignment, err := ParseAssignment(text)
		require.NoError(t, err)
		assert.Equal(t, want, assignment)
	}
	for _, text := range []string{"", "Name", "=value"} {
		_, err := ParseAssignment(text)
		assert.ErrorContains(t, err, "--parameter must be Name=value")
		assert.Equal(t, fault.BadInput, fault.ExitCode(err))
	}
}

func TestDefaultFor_keepsNumbersNumbers(t *testing.T) {
	assert.Equal(t, 3.0, defaultFor("Number", "3"))
	assert.Equal(t, "3", defaultFor("String", "3"))
	assert.Equal(t, "many", defaultFor("Number", "many"))
}
