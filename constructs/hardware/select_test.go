package hardware

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// needs draws valid needs of every shape.
func needs(t *rapid.T) Need {
	often := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	var n Need
	if often("gpus") {
		n.MinGPUs = rapid.IntRange(0, 16).Draw(t, "min GPUs")
	} else if often("exact") {
		n.ExactGPUs = rapid.SampledFrom([]int{1, 2, 4, 8, 16}).Draw(t, "exact GPUs")
	}
	if often("memory") {
		n.MinGPUMemoryMiB = rapid.IntRange(0, 300000).Draw(t, "GPU memory")
	}
	if often("total memory") {
		n.MinTotalGPUMemoryMiB = rapid.IntRange(0, 2300000).Draw(t, "total GPU memory")
	}
	if often("generations") {
		n.Generations = rapid.SliceOfDistinct(rapid.SampledFrom(Generations()), func(g Generation) Generation { return g }).Draw(t, "generations")
	}
	if often("capability") {
		n.MinComputeCapability = ComputeCapability{rapid.IntRange(3, 12).Draw(t, "major"), rapid.IntRange(0, 9).Draw(t, "minor")}
	}
	n.NVLink = n.ExactGPUs != 1 && often("NVLink")
	n.Fractional = often("fractional")
	n.IncludeRetired = often("retired")
	if often("host") {
		n.MinEFAInterfaces = rapid.IntRange(0, 4).Draw(t, "EFA")
		n.MinLocalStorageGB = rapid.IntRange(0, 4000).Draw(t, "disk")
		n.MinVCPUs = rapid.IntRange(0, 200).Draw(t, "vCPUs")
		n.MinMemoryMiB = rapid.IntRange(0, 1<<21).Draw(t, "memory")
	}
	if often("architecture") {
		n.Architecture = rapid.SampledFrom(Architectures()).Draw(t, "architecture")
	}
	if often("families") {
		n.Families = []string{rapid.SampledFrom([]string{"g*", "p?", "c5", "g5.*xlarge", "*"}).Draw(t, "family")}
	}
	if often("region") {
		n.Region = rapid.SampledFrom(append(Regions(), "us-gov-west-1")).Draw(t, "region")
	}
	if often("price") {
		n.MaxUSDPerHour = rapid.Float64Range(0, 150).Draw(t, "price")
	}
	if !n.asksForGPUs() && often("kind") {
		n.Kind = rapid.SampledFrom(Kinds()).Draw(t, "kind")
	}
	return n
}

func TestSelect_isWhatMatchesInOrderOfPrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		need := needs(t)
		require.NoError(t, need.Validate())
		selected := Select(need)
		assert.True(t, slices.IsSortedFunc(selected, byPrice))

		chosen := map[string]bool{}
		for _, i := range selected {
			chosen[i.Name] = true
		}
		assert.Len(t, chosen, len(selected), "no type twice")
		for _, i := range catalogue() {
			if need.Matches(i) != chosen[i.Name] {
				t.Errorf("%s: matches %v, selected %v", i.Name, need.Matches(i), chosen[i.Name])
			}
		}
	})
}

// Stated again in other words than Matches does.
func TestSelect_resultsSatisfyTheNeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		need := needs(t)
		selected := Select(need)
		for _, i := range selected[:min(40, len(selected))] {
			if need.asksForGPUs() {
				assert.Equal(t, KindGPU, i.Kind(), i.Name)
			}
			assert.GreaterOrEqual(t, int(i.GPUs), need.MinGPUs, i.Name)
			assert.GreaterOrEqual(t, i.GPUMemoryMiB, need.MinGPUMemoryMiB, i.Name)
			assert.GreaterOrEqual(t, i.TotalGPUMemoryMiB, need.MinTotalGPUMemoryMiB, i.Name)
			assert.GreaterOrEqual(t, i.VCPUs, need.MinVCPUs, i.Name)
			assert.GreaterOrEqual(t, i.MemoryMiB, need.MinMemoryMiB, i.Name)
			assert.False(t, i.IsRetired() && !need.IncludeRetired, i.Name)
			assert.False(t, i.IsFractional() && !need.Fractional, i.Name)
			if need.ExactGPUs > 0 {
				assert.EqualValues(t, need.ExactGPUs, i.GPUs, i.Name)
			}
			if need.NVLink {
				assert.Greater(t, i.GPUs, 1.0, i.Name)
			}
			if need.MaxUSDPerHour > 0 {
				assert.LessOrEqual(t, i.OnDemandUSDPerHour, need.MaxUSDPerHour, i.Name)
				assert.Positive(t, i.OnDemandUSDPerHour, i.Name)
			}
		}
	})
}

func TestSelect_askingForMoreNeverFindsMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		need := needs(t)
		more := need
		more.MinVCPUs += rapid.IntRange(0, 64).Draw(t, "more vCPUs")
		more.MinGPUMemoryMiB += rapid.IntRange(0, 65536).Draw(t, "more GPU memory")
		if more.Kind == "" || more.Kind == KindGPU {
			assert.LessOrEqual(t, len(Select(more)), len(Select(need)))
		}
	})
}

func TestSelect_unknownPricesComeLast(t *testing.T) {
	types := Select(Need{NVLink: true})
	require.NotEmpty(t, types)
	assert.Equal(t, "p5e.48xlarge", types[len(types)-1].Name)
	assert.Zero(t, types[len(types)-1].OnDemandUSDPerHour)
}

func TestAlternatives_canStandIn(t *testing.T) {
	for n, i := range All() {
		if i.Kind() == KindCPU && n%20 != 0 {
			continue // a sample is enough of 1,181
		}
		for _, other := range Alternatives(i, 3) {
			assert.NotEqual(t, i.Name, other.Name)
			assert.False(t, other.IsRetired(), "%s for %s", other.Name, i.Name)
			assert.GreaterOrEqual(t, other.GPUs, i.GPUs, "%s for %s", other.Name, i.Name)
			assert.GreaterOrEqual(t, other.GPUMemoryMiB, i.GPUMemoryMiB, "%s for %s", other.Name, i.Name)
			assert.Equal(t, i.Kind(), other.Kind(), "%s for %s", other.Name, i.Name)
			if len(i.Architectures) > 0 {
				assert.True(t, other.SupportsArchitecture(i.Architectures[0]), "%s for %s", other.Name, i.Name)
			}
		}
	}
}

func TestAlternatives_ofEveryRetiredTypeExist(t *testing.T) {
	for _, i := range All() {
		if i.IsRetired() && i.Name != "p2.16xlarge" { // no type on offer has 16 GPUs
			assert.NotEmpty(t, Alternatives(i, 1), i.Name)
		}
	}
	assert.Empty(t, Alternatives(mustLookup(t, "p3.2xlarge"), 0))
	assert.Empty(t, Alternatives(mustLookup(t, "p3.2xlarge"), -1))
}

func TestAlternatives_ofAFractionIncludeLargerFractions(t *testing.T) {
	assert.Equal(t, "g6f.xlarge", Alternatives(mustLookup(t, "g6f.large"), 1)[0].Name)
}

func TestMiBFromGB(t *testing.T) {
	assert.Equal(t, 66758, MiBFromGB(70))
	assert.Equal(t, 0, MiBFromGB(0))
	assert.Equal(t, 1, MiBFromGB(0.000001))
}

func BenchmarkSelect(b *testing.B) {
	need := Need{MinTotalGPUMemoryMiB: MiBFromGB(70), NVLink: true}
	for b.Loop() {
		Select(need)
	}
}

func BenchmarkAlternatives(b *testing.B) {
	p3 := mustLookup(b, "p3.2xlarge")
	for b.Loop() {
		Alternatives(p3, 3)
	}
}
