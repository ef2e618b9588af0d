package images

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestNewCustom_defaults(t *testing.T) {
	i, err := NewCustom(CustomProps{ID: "ami-0123456789abcdef0"})
	require.NoError(t, err)
	assert.Equal(t, CustomName, i.Name)
	assert.Equal(t, AmazonLinux2023, i.OS)
	assert.Equal(t, hardware.X86_64, i.Architecture)
	assert.Equal(t, NoAccelerator, i.Accelerator)
	assert.Equal(t, Disk{Device: "/dev/xvda"}, i.Root)
	assert.True(t, i.IsPinned())
	assert.Equal(t, "custom ami-0123456789abcdef0", i.String())
}

func TestNewCustom_overrides(t *testing.T) {
	i, err := NewCustom(CustomProps{
		SSMParameter: "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-22.04/latest/ami-id",
		OS:           OtherLinux, Architecture: hardware.ARM64, NVIDIADriver: "580.95.05", GRID: true, RootSizeGiB: 100,
	})
	require.NoError(t, err)
	assert.Equal(t, NVIDIA, i.Accelerator)
	assert.Equal(t, "580.95.05", i.Driver.String())
	assert.Equal(t, fact.Yes, i.Driver.GRID)
	assert.Equal(t, Disk{Device: "/dev/sda1", SizeGiB: 100}, i.Root)
	assert.False(t, i.IsPinned())
	assert.Equal(t, "custom", i.String())

	i, err = NewCustom(CustomProps{ID: "ami-01234567", Neuron: true, RootDevice: "/dev/nvme0n1"})
	require.NoError(t, err)
	assert.Equal(t, Neuron, i.Accelerator)
	assert.Equal(t, "/dev/nvme0n1", i.Root.Device)
}

func TestNewCustom_rejects(t *testing.T) {
	const id = "ami-0123456789abcdef0"
	for name, test := range map[string]struct {
		props CustomProps
		want  string
	}{
		"no image":               {CustomProps{}, "ID or SSMParameter must be set"},
		"two images":             {CustomProps{ID: id, SSMParameter: "/x"}, "must not both be set: drop one"},
		"an id of nothing":       {CustomProps{ID: "ami-xyz"}, `ID must look like "ami-0123456789abcdef0", got "ami-xyz"`},
		"a path without a slash": {CustomProps{SSMParameter: "my-ami"}, `SSMParameter must be a path that starts with "/", got "my-ami"`},
		"an unknown system":      {CustomProps{ID: id, OS: "windows"}, `OS: operating system must be`},
		"an unknown processor":   {CustomProps{ID: id, Architecture: "sparc"}, `Architecture: architecture must be`},
		"a CUDA version":         {CustomProps{ID: id, NVIDIADriver: "12.4"}, `NVIDIADriver: NVIDIA driver must look like`},
		"two kinds of driver":    {CustomProps{ID: id, NVIDIADriver: "580", Neuron: true}, "no instance type has both"},
		"GRID of no driver":      {CustomProps{ID: id, GRID: true}, "GRID needs NVIDIADriver"},
		"a device of nothing":    {CustomProps{ID: id, RootDevice: "sda"}, `RootDevice must look like "/dev/xvda", got "sda"`},
		"a negative disk":        {CustomProps{ID: id, RootSizeGiB: -1}, "RootSizeGiB must be 0 (unknown) or more, got -1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewCustom(test.props)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestNewCustom_reportsEveryProblemAtOnce(t *testing.T) {
	_, err := NewCustom(CustomProps{ID: "x", OS: "y", Architecture: "z", NVIDIADriver: "w", RootSizeGiB: -1})
	require.Error(t, err)
	assert.Len(t, strings.Split(err.Error(), "\n"), 5)
}
