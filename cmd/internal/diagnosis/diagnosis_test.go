package diagnosis

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// On a machine with nothing, each finding says what to do.
func TestRun_withNothing(t *testing.T) {
	account(t, "", "")
	t.Chdir(t.TempDir())
	for _, variable := range []string{"PATH", "JSII_NODE", "HOME", "XDG_CACHE_HOME"} {
		t.Setenv(variable, "")
	}
	for _, finding := range Run(t.Context()) {
		assert.False(t, finding.Found, finding.Subject)
		assert.Regexp(t, "run |set |install ", finding.Detail, finding.Subject)
		assert.NotContains(t, finding.Detail, "\n", finding.Subject)
	}
}
