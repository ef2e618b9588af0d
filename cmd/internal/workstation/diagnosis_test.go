package workstation

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// On a machine with nothing, each finding says what to do.
func TestRun_withNothing(t *testing.T) {
	account(t, "", "")
	t.Chdir(t.TempDir())
	for _, variable := range []string{"PATH", "JSII_NODE", "HOME", "XDG_CACHE_HOME"} {
		t.Setenv(variable, "")
	}
	for _, finding := range Diagnose(t.Context()) {
		assert.False(t, finding.Found, finding.Subject)
		assert.Regexp(t, "run |set |install ", finding.Detail, finding.Subject)
		assert.NotContains(t, finding.Detail, "\n", finding.Subject)
	}
}

// A cache that others could have filled is named, with the reason.
func TestCache_refused(t *testing.T) {
	shared := t.TempDir()
	require.NoError(t, os.Chmod(shared, 0o777))
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", shared)
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", "")
	found := cache()
	assert.False(t, found.Found)
	assert.Contains(t, found.Detail, "a cache is not used, so synthesis takes longer: "+shared+" belongs to another user, or others may write to it; set XDG_CACHE_HOME")

	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", shared)
	assert.Contains(t, cache().Detail, "others may write to "+shared)
}
