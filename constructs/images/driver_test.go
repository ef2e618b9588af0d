package images

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestParseDriver_reads(t *testing.T) {
	for input, want := range map[string]struct {
		major  int
		prints string
	}{
		"580":        {580, "R580"},
		"580.178":    {580, "580.178"},
		"580.178.04": {580, "580.178.04"},
		"470.182.03": {470, "470.182.03"},
	} {
		d, err := ParseDriver(input)
		require.NoError(t, err, input)
		assert.Equal(t, want.major, d.Major(), input)
		assert.Equal(t, want.prints, d.String(), input)
		assert.Equal(t, fact.Maybe, d.GRID, input)
	}
}

func TestParseDriver_rejects(t *testing.T) {
	for name, input := range map[string]string{
		"nothing":           "",
		"a CUDA version":    "12.4.1",
		"a branch with R":   "R580",
		"a trailing dot":    "580.",
		"four numbers":      "580.1.2.3",
		"a space":           " 580",
		"a negative number": "-580",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseDriver(input)
			assert.ErrorContains(t, err, `NVIDIA driver must look like "580" or "580.178.04", got`)
		})
	}
}

func TestDriver_unknown(t *testing.T) {
	assert.False(t, Driver{}.IsKnown())
	assert.Equal(t, "unknown", Driver{}.String())
	assert.Zero(t, Driver{MinMajor: 535, MaxMajor: 550}.Major())
}

func TestBuilds_areInOrder(t *testing.T) {
	for _, i := range All() {
		name, changes := i.Name, i.family.builds(i.Name)
		assert.Equal(t, i.Accelerator == NVIDIA, len(changes) > 0, name)
		for n, b := range changes {
			assert.LessOrEqual(t, b.driver.MinMajor, b.driver.MaxMajor, name)
			assert.Equal(t, n == 0, b.since == "", name)
			if n > 0 {
				_, err := i.Pin(b.since)
				assert.NoError(t, err)
				assert.Negative(t, compareVersions(changes[n-1].since, b.since), "%s %s", name, b.since)
			}
		}
	}
}

func TestBranches_knowEveryGPU(t *testing.T) {
	for _, i := range hardware.All() {
		if !i.IsNVIDIA() {
			continue
		}
		for _, b := range branchesFor(i) {
			assert.NotEmpty(t, b.source, i.Name)
			assert.NotEmpty(t, b.certainty, i.Name)
			assert.True(t, b.first > 0 || b.last > 0, i.Name)
		}
	}
}
