package images

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestNVIDIATypes_ofTheDefaultGPUImage(t *testing.T) {
	names := NVIDIATypes(image(t, AL2023GPU))
	assert.True(t, slices.IsSorted(names))
	assert.Subset(t, names, []string{
		"p3.2xlarge", "p3.8xlarge", "p3.16xlarge", "p3dn.24xlarge", // the original template's, retired or not
		"g3s.xlarge", "g4dn.xlarge", "g6.12xlarge", "g6f.large", "p6-b300.48xlarge",
	})
	lacking := []string{"p2", "g7", "g5g", "g4ad", "dl1"}
	for _, i := range hardware.All() {
		if slices.Contains(lacking, i.Family()) && slices.Contains(names, i.Name) {
			t.Errorf("%s is not driven by the image", i.Name)
		}
	}
}

func TestNVIDIATypes_areExactlyTheOnesThatWork(t *testing.T) {
	for _, img := range All() {
		names := NVIDIATypes(img)
		for _, i := range hardware.All() {
			works := i.IsNVIDIA() && Supports(img, i).Level == Works
			if works != slices.Contains(names, i.Name) {
				t.Errorf("%s on %s: works %v", img, i.Name, works)
			}
		}
	}
}

func TestNVIDIATypes_ofImagesWithoutADriver(t *testing.T) {
	assert.Empty(t, NVIDIATypes(image(t, AL2023)))
	assert.Empty(t, NVIDIATypes(image(t, AL2023Neuron)))
	assert.Equal(t, []string{"g5g.16xlarge", "g5g.2xlarge", "g5g.4xlarge", "g5g.8xlarge", "g5g.metal", "g5g.xlarge"},
		NVIDIATypes(image(t, Bottlerocket2NVIDIAARM64)))
}

func TestSupported_leavesWasteOut(t *testing.T) {
	for _, i := range Supported(image(t, AL2023GPU), nil) {
		assert.True(t, i.IsNVIDIA(), i.Name)
	}
	only := func(i hardware.InstanceType) bool { return i.Name == "c5.large" || i.Name == "g5.xlarge" }
	types := Supported(image(t, AL2023), only)
	require.Len(t, types, 1)
	assert.Equal(t, "c5.large", types[0].Name)
}

func TestAlternatives_areDriven(t *testing.T) {
	gpu := image(t, AL2023GPU)
	for _, name := range []string{"p2.xlarge", "p3.2xlarge", "g7.2xlarge", "g3s.xlarge"} {
		others := Alternatives(gpu, instance(t, name), 3)
		assert.NotEmpty(t, others, name)
		for _, other := range others {
			assert.Equal(t, Works, Supports(gpu, other).Level, other.Name)
			assert.False(t, other.IsRetired(), other.Name)
		}
	}
	assert.Empty(t, Alternatives(gpu, instance(t, "p3.2xlarge"), 0))
}

func BenchmarkNVIDIATypes(b *testing.B) {
	gpu := image(b, AL2023GPU)
	for b.Loop() {
		NVIDIATypes(gpu)
	}
}
