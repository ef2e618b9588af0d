package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
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
func TestSelectionFlags_findsCardsByTheMemoryTheyAreSoldWith(t *testing.T) {
	for memory, name := range map[string]string{"16": "g4dn.xlarge", "24": "g6.xlarge", "48": "g6e.xlarge", "80": "p5.48xlarge"} {
		selection, err := (&selectionFlags{kind: "gpu", gpuMemory: memory}).selection()
		require.NoError(t, err)
		found, ok := hardware.Lookup(name)
		require.True(t, ok)
		assert.Contains(t, hardware.Select(selection), found, "%s GB: %s", memory, name)
	}
}

func TestSelectionFlags_defaults(t *testing.T) {
	selection, err := (&selectionFlags{kind: "any"}).selection()
	require.NoError(t, err)
	want := hardware.Selection{}
	want.BareMetal, want.BurstablePerformance = hardware.Included, hardware.Included
	assert.Equal(t, want, selection)
}

// Every field that a selection complains about is said in the words of the flags.
func TestSelectionFlags_rejects(t *testing.T) {
	_, err := (&selectionFlags{
		kind: "cpu", efaInterfaces: -3, nvmeGB: -4, vcpus: -5,
		families: []string{"["}, region: "Ohio", maxPrice: -6,
	}).selection()
	require.Error(t, err)
	assert.Equal(t, cli.BadInput, cli.ExitCode(err))
	assert.NotContains(t, err.Error(), "\n")
	for _, flag := range []string{"--efa-interfaces", "--nvme-gb", "--vcpus", "--family", "--region", "--max-price"} {
		assert.Contains(t, err.Error(), flag+" must")
	}
	for _, field := range []string{"Min", "Max", "Exact", "Allowed", "Count", "Storage", "Region:"} {
		assert.NotContains(t, err.Error(), field)
	}

	_, err = (&selectionFlags{kind: "cpu", gpus: 1}).selection()
	assert.ErrorContains(t, err, "--kind must be gpu or any because other flags concern GPUs")
	_, err = (&selectionFlags{gpus: 1, exactGPUs: 1}).selection()
	assert.ErrorContains(t, err, "--gpus (1) and --exact-gpus (1) must not both be set")
	_, err = (&selectionFlags{gpus: -1, exactGPUs: -2}).selection()
	assert.ErrorContains(t, err, "--gpus must be 0 (no limit) or more, got -1")
	assert.ErrorContains(t, err, "--exact-gpus must be 0 (no limit) or more, got -2")
	_, err = (&selectionFlags{nvlink: true, exactGPUs: 1}).selection()
	assert.ErrorContains(t, err, "--nvlink needs at least 2 GPUs, got --gpus 1: raise it or drop --nvlink")
}
