package synthesis

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDefaultFor_keepsNumbersNumbers(t *testing.T) {
	assert.Equal(t, 3.0, defaultFor("Number", "3"))
	assert.Equal(t, "3", defaultFor("String", "3"))
	assert.Equal(t, "many", defaultFor("Number", "many"))
}
