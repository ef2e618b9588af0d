package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestParseMiB(t *testing.T) {
	for text, want := range map[string]int{
		"24":       22888, // as EC2 reports a card of 24 GB
		"24GB":     22888,
		"24 gb":    22888,
		"22GiB":    22528,
		"0.5GiB":   512,
		"22888MiB": 22888,
	} {
		mib, err := parseMiB(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, mib, text)
	}
	for _, text := range []string{"", "lots", "-1", "24TB", "1e3", "9999999999"} {
		_, err := parseMiB(text)
		assert.Error(t, err, text)
	}
}

// A card that is sold with so many GB is found by that number.
func TestNeed_findsCardsByTheMemoryTheyAreSoldWith(t *testing.T) {
	for memory, name := range map[string]string{"16": "g4dn.xlarge", "24": "g6.xlarge", "48": "g6e.xlarge", "80": "p5.48xlarge"} {
		need, err := (&needFlags{kind: "gpu", gpuMemory: memory}).need()
		require.NoError(t, err)
		found, ok := hardware.Lookup(name)
		require.True(t, ok)
		assert.True(t, need.Matches(found), "%s GB: %s", memory, name)
	}
}

func TestNeed_defaults(t *testing.T) {
	need, err := (&needFlags{kind: "any"}).need()
	require.NoError(t, err)
	assert.Equal(t, hardware.Need{}, need)
}

// Every field that a need complains about is said in the words of the flags.
func TestNeed_rejects(t *testing.T) {
	_, err := (&needFlags{
		kind: "cpu", gpus: -1, exactGPUs: -2, efaInterfaces: -3, nvmeGB: -4, vcpus: -5,
		families: []string{"["}, region: "Ohio", maxPrice: -6,
	}).need()
	require.Error(t, err)
	assert.Equal(t, fault.BadInput, fault.ExitCode(err))
	assert.NotContains(t, err.Error(), "\n")
	for _, flag := range []string{"--gpus", "--exact-gpus", "--efa-interfaces", "--nvme-gb", "--vcpus", "--family", "--region", "--max-price"} {
		assert.Contains(t, err.Error(), flag+" must")
	}
	for _, field := range []string{"Min", "Max", "Exact", "Families", "Region:"} {
		assert.NotContains(t, err.Error(), field)
	}

	_, err = (&needFlags{kind: "cpu", gpus: 1}).need()
	assert.ErrorContains(t, err, "--kind must be gpu or empty because the need asks for GPUs")
	_, err = (&needFlags{gpus: 1, exactGPUs: 1}).need()
	assert.ErrorContains(t, err, "--gpus (1) and --exact-gpus (1) must not both be set")
	_, err = (&needFlags{nvlink: true, exactGPUs: 1}).need()
	assert.ErrorContains(t, err, "--nvlink needs at least 2 GPUs, got --exact-gpus 1: raise it or drop --nvlink")
}
