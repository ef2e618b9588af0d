package checks

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A finding calls a pool as a plan and a diagram do; its place has the logical
// id by which to find it.
func TestSurvey_callsPoolsByTheirNames(t *testing.T) {
	findings := checkFile(t, "../../stacks/testdata/gpu-cluster.yaml")
	require.NotEmpty(t, findings)
	for _, f := range findings {
		if f.ID != "ecsgpu-lifecycle-previous-generation" {
			continue
		}
		assert.Equal(t, "c5.2xlarge of Auto Scaling group cpu is of a previous generation", f.Message)
		assert.Regexp(t, regexp.MustCompile(`^Clustercpu\w+[0-9A-F]{8}$`), f.Place.LogicalID)
		return
	}
	assert.Fail(t, "no finding about the CPU pool")
}
