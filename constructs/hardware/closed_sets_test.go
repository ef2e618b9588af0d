package hardware

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse_readsEveryMemberOfItsSet(t *testing.T) {
	for _, v := range Architectures() {
		got, err := ParseArchitecture(string(v))
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
	for _, v := range Generations() {
		got, err := ParseGeneration(string(v))
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
	for _, v := range Kinds() {
		got, err := ParseKind(string(v))
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
	for _, v := range UsageClasses() {
		got, err := ParseUsageClass(string(v))
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
}

func TestParse_rejects(t *testing.T) {
	_, err := ParseArchitecture("sparc")
	assert.EqualError(t, err, `architecture must be x86_64 or arm64, got "sparc"`)
	_, err = ParseGeneration("Pascal")
	assert.EqualError(t, err, `generation must be Kepler, Maxwell, Volta, Turing, Ampere, Ada, Hopper or Blackwell, got "Pascal"`)
	_, err = ParseKind("fpga")
	assert.EqualError(t, err, `kind must be cpu, gpu, neuron or other, got "fpga"`)
	_, err = ParseUsageClass("reserved")
	assert.EqualError(t, err, `usage class must be capacity-block, on-demand or spot, got "reserved"`)
}

func TestParseArchitecture_readsDockersSpelling(t *testing.T) {
	for spelling, want := range map[string]Architecture{"amd64": X86_64, "X86_64": X86_64, "aarch64": ARM64} {
		got, err := ParseArchitecture(spelling)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestGeneration_order(t *testing.T) {
	assert.True(t, Volta.OlderThan(Turing))
	assert.False(t, Turing.OlderThan(Turing))
	assert.False(t, Blackwell.OlderThan(Hopper))
	assert.True(t, Generation("").OlderThan(Kepler))
}

func TestInterconnect_hasNVLink(t *testing.T) {
	assert.True(t, NVLink.HasNVLink())
	assert.True(t, NVSwitch.HasNVLink())
	assert.False(t, PCIe.HasNVLink())
	assert.False(t, NoInterconnect.HasNVLink())
}
