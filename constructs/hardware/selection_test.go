package hardware

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSelection_defaults(t *testing.T) {
	require.NoError(t, Selection{}.Validate())
	types := Select(Selection{})
	assert.NotEmpty(t, types)
	for _, i := range types {
		assert.False(t, i.IsRetired(), i.Name)
		assert.False(t, i.IsFractional(), i.Name)
	}
}

func TestSelection_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		selection   Selection
		first       string
		has, hasNot []string
	}{
		"at least four GPUs":            {Selection{Kind: KindGPU, InstanceRequirements: InstanceRequirements{AcceleratorCount: AtLeast(4)}}, "g4dn.12xlarge", []string{"g5.48xlarge"}, []string{"g7e.12xlarge"}},
		"exactly two GPUs":              {Selection{Kind: KindGPU, InstanceRequirements: InstanceRequirements{AcceleratorCount: Exactly(2)}}, "g5g.16xlarge", []string{"g7.12xlarge"}, []string{"g5.12xlarge", "g4dn.xlarge"}},
		"memory of each GPU":            {Selection{MinGPUMemoryMiB: 81920}, "g7e.2xlarge", []string{"p5.4xlarge"}, []string{"p4d.24xlarge"}},
		"memory of all GPUs":            {Selection{Kind: KindGPU, InstanceRequirements: InstanceRequirements{AcceleratorTotalMemoryMiB: AtLeast(300000)}}, "g7e.24xlarge", []string{"p4d.24xlarge"}, []string{"p3dn.24xlarge"}},
		"generations":                   {Selection{Generations: []Generation{Turing, Volta}}, "g5g.xlarge", []string{"p3dn.24xlarge"}, []string{"g5.xlarge"}},
		"a compute capability":          {Selection{MinComputeCapability: ComputeCapability{8, 9}}, "g6.xlarge", []string{"p6-b200.48xlarge"}, []string{"g5.xlarge"}},
		"NVLink":                        {Selection{NVLink: true}, "p4d.24xlarge", []string{"p3dn.24xlarge"}, []string{"p5.4xlarge", "p3.8xlarge"}},
		"fractions":                     {Selection{Fractional: true}, "g6f.large", []string{"g6.xlarge"}, nil},
		"fractions, but a whole GPU":    {Selection{Kind: KindGPU, Fractional: true, InstanceRequirements: InstanceRequirements{AcceleratorCount: AtLeast(1)}}, "g5g.xlarge", nil, []string{"g6f.4xlarge"}},
		"EFA":                           {Selection{MinEFAInterfaces: 16, Kind: KindGPU}, "p5.48xlarge", []string{"p5en.48xlarge"}, []string{"p4d.24xlarge"}},
		"local disks":                   {Selection{Kind: KindGPU, InstanceRequirements: InstanceRequirements{TotalLocalStorageGB: AtLeast(7000), AcceleratorCount: AtLeast(1)}}, "g6.48xlarge", nil, []string{"g4dn.metal"}},
		"an architecture":               {Selection{Kind: KindGPU, Architecture: ARM64, InstanceRequirements: InstanceRequirements{AcceleratorCount: AtLeast(1)}}, "g5g.xlarge", nil, []string{"g4dn.xlarge"}},
		"vCPUs and memory":              {Selection{Kind: KindGPU, InstanceRequirements: InstanceRequirements{VCpuCount: AtLeast(96), MemoryMiB: AtLeast(1 << 20), AcceleratorCount: AtLeast(1)}}, "g7e.24xlarge", nil, []string{"g6e.24xlarge"}},
		"a kind":                        {Selection{Kind: KindNeuron}, "inf1.xlarge", []string{"trn2.48xlarge"}, []string{"g4dn.xlarge"}},
		"a family":                      {Selection{InstanceRequirements: InstanceRequirements{AllowedInstanceTypes: []string{"g6e.*"}}}, "g6e.xlarge", nil, []string{"g6.xlarge"}},
		"families by a pattern":         {Selection{InstanceRequirements: InstanceRequirements{AllowedInstanceTypes: []string{"p5*.*", "inf?.*"}}}, "inf1.xlarge", []string{"p5en.48xlarge"}, []string{"p4d.24xlarge"}},
		"types by a pattern":            {Selection{InstanceRequirements: InstanceRequirements{AllowedInstanceTypes: []string{"g5.1[26]xlarge"}}}, "g5.16xlarge", []string{"g5.12xlarge"}, []string{"g5.xlarge"}},
		"a Region":                      {Selection{Region: "eu-west-1", NVLink: true}, "p4d.24xlarge", nil, []string{"p6-b300.48xlarge"}},
		"a Region outside the snapshot": {Selection{Region: "us-gov-west-1", NVLink: true}, "p4d.24xlarge", []string{"p6-b300.48xlarge"}, nil},
		"a Region, type not recorded":   {Selection{Region: "us-east-1", InstanceRequirements: InstanceRequirements{AllowedInstanceTypes: []string{"g7.*"}}}, "g7.2xlarge", nil, nil},
		"a usage class":                 {Selection{UsageClass: CapacityBlock, NVLink: true}, "p4d.24xlarge", nil, []string{"p3dn.24xlarge"}},
		"a highest price":               {Selection{MaxUSDPerHour: 30, NVLink: true}, "p4d.24xlarge", []string{"p4de.24xlarge"}, []string{"p5.48xlarge", "p5e.48xlarge"}},
		"retired types too":             {Selection{IncludeRetired: true, NVLink: true}, "p3.8xlarge", []string{"p3.16xlarge", "p4d.24xlarge"}, nil},
		"retired types in a Region":     {Selection{IncludeRetired: true, NVLink: true, Region: "us-east-1"}, "p3.8xlarge", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, test.selection.Validate())
			var names []string
			for _, i := range Select(test.selection) {
				names = append(names, i.Name)
			}
			require.NotEmpty(t, names)
			assert.Equal(t, test.first, names[0])
			for _, has := range test.has {
				assert.Contains(t, names, has)
			}
			for _, not := range test.hasNot {
				assert.NotContains(t, names, not)
			}
		})
	}
}

func TestSelection_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		selection Selection
		want      string
	}{
		"a negative memory":         {Selection{MinGPUMemoryMiB: -5}, "MinGPUMemoryMiB must be 0 (no limit) or more, got -5"},
		"a negative price":          {Selection{MaxUSDPerHour: -1}, "MaxUSDPerHour must be 0 (no limit) or more, got -1"},
		"a price that is no number": {Selection{MaxUSDPerHour: math.NaN()}, "MaxUSDPerHour must be 0 (no limit) or more, got NaN"},
		"a negative capability":     {Selection{MinComputeCapability: ComputeCapability{-1, 0}}, "MinComputeCapability must not be negative, got -1.0"},
		"an unknown kind":           {Selection{Kind: "fpga"}, `Kind: kind must be`},
		"an unknown architecture":   {Selection{Architecture: "sparc"}, `Architecture: architecture must be`},
		"an alias of one":           {Selection{Architecture: "amd64"}, `Architecture: must be spelled "x86_64", got "amd64"`},
		"an unknown usage class":    {Selection{UsageClass: "reserved"}, `UsageClass: usage class must be`},
		"an unknown generation":     {Selection{Generations: []Generation{"Pascal"}}, `Generations: generation must be`},
		"a generation in capitals":  {Selection{Generations: []Generation{"VOLTA"}}, `Generations: must be spelled "Volta", got "VOLTA"`},
		"no generation at all":      {Selection{Generations: []Generation{""}}, `Generations: must not contain an empty one`},
		"a zone for a Region":       {Selection{Region: "us-east-1a"}, `Region: must look like "us-east-1", got "us-east-1a"`},
		"GPUs on CPU types":         {Selection{Kind: KindCPU, MinGPUMemoryMiB: 1}, `Kind: must be gpu or empty because other fields concern GPUs, got "cpu"`},
		"NVLink between one GPU":    {Selection{Kind: KindGPU, NVLink: true, InstanceRequirements: InstanceRequirements{AcceleratorCount: Exactly(1)}}, "NVLink needs at least 2 GPUs, got AcceleratorCount 1: raise it or drop NVLink"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, test.selection.Validate(), test.want)
			assert.Empty(t, Select(test.selection), "an invalid selection has no answer")
		})
	}
}

func TestSelection_reportsEveryProblemAtOnce(t *testing.T) {
	err := Selection{Kind: "x", Region: "moon", InstanceRequirements: InstanceRequirements{AcceleratorCount: AtLeast(-1), VCpuCount: AtLeast(-2), AllowedInstanceTypes: []string{"["}}}.Validate()
	require.Error(t, err)
	assert.Len(t, strings.Split(err.Error(), "\n"), 5)
}

// selections draws valid selections of every shape.
func selections(t *rapid.T) Selection {
	often := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	n := Selection{InstanceRequirements: InstanceRequirements{BareMetal: Included, BurstablePerformance: Included}}
	if often("gpus") {
		n.Kind, n.AcceleratorCount = KindGPU, AtLeast(rapid.IntRange(0, 16).Draw(t, "min GPUs"))
	} else if often("exact") {
		n.Kind, n.AcceleratorCount = KindGPU, Exactly(rapid.SampledFrom([]int{1, 2, 4, 8, 16}).Draw(t, "exact GPUs"))
	}
	if often("memory") {
		n.MinGPUMemoryMiB = rapid.IntRange(0, 300000).Draw(t, "GPU memory")
	}
	if often("total memory") {
		n.AcceleratorTotalMemoryMiB = AtLeast(rapid.IntRange(0, 2300000).Draw(t, "total memory"))
	}
	if often("generations") {
		n.Generations = rapid.SliceOfDistinct(rapid.SampledFrom(Generations()), func(g Generation) Generation { return g }).Draw(t, "generations")
	}
	if often("capability") {
		n.MinComputeCapability = ComputeCapability{rapid.IntRange(3, 12).Draw(t, "major"), rapid.IntRange(0, 9).Draw(t, "minor")}
	}
	n.NVLink = n.AcceleratorCount != Exactly(1) && often("NVLink")
	n.Fractional = often("fractional")
	n.IncludeRetired = often("retired")
	if often("host") {
		n.MinEFAInterfaces = rapid.IntRange(0, 4).Draw(t, "EFA")
		n.TotalLocalStorageGB = AtLeast(rapid.IntRange(0, 4000).Draw(t, "disk"))
		n.VCpuCount = AtLeast(rapid.IntRange(0, 200).Draw(t, "vCPUs"))
		n.MemoryMiB = AtLeast(rapid.IntRange(0, 1<<21).Draw(t, "memory"))
	}
	if often("architecture") {
		n.Architecture = rapid.SampledFrom(Architectures()).Draw(t, "architecture")
	}
	if often("families") {
		n.AllowedInstanceTypes = []string{rapid.SampledFrom([]string{"g*", "p?.*", "c5.*", "g5.*xlarge", "*"}).Draw(t, "family")}
	}
	if often("region") {
		n.Region = rapid.SampledFrom(append(Regions(), "us-gov-west-1")).Draw(t, "region")
	}
	if often("price") {
		n.MaxUSDPerHour = rapid.Float64Range(0, 150).Draw(t, "price")
	}
	if n.Kind == "" && !n.concernsGPUs() && often("kind") {
		n.Kind = rapid.SampledFrom(Kinds()).Draw(t, "kind")
	}
	return n
}

func TestSelect_isWhatMatchesInOrderOfPrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		need := selections(t)
		require.NoError(t, need.Validate())
		selected := Select(need)
		assert.True(t, slices.IsSortedFunc(selected, byPrice))

		chosen := map[string]bool{}
		for _, i := range selected {
			chosen[i.Name] = true
		}
		assert.Len(t, chosen, len(selected), "no type twice")
		for _, i := range catalogue() {
			if admitted := need.admits(&i); admitted != chosen[i.Name] {
				t.Errorf("%s: admitted %v, selected %v", i.Name, admitted, chosen[i.Name])
			}
		}
	})
}

// Stated again in other words than admits does.
func TestSelect_resultsSatisfyTheSelection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		need := selections(t)
		selected := Select(need)
		for _, i := range selected[:min(40, len(selected))] {
			if need.concernsGPUs() {
				assert.Equal(t, KindGPU, i.Kind(), i.Name)
			}
			if need.Kind == KindGPU && !need.AcceleratorCount.IsZero() {
				assert.True(t, need.AcceleratorCount.Includes(i.GPUs), i.Name)
			}
			assert.GreaterOrEqual(t, i.GPUMemoryMiB, need.MinGPUMemoryMiB, i.Name)
			if i.IsNVIDIA() {
				assert.True(t, need.AcceleratorTotalMemoryMiB.Includes(float64(i.TotalGPUMemoryMiB)), i.Name)
			}
			assert.True(t, need.VCpuCount.Includes(float64(i.VCPUs)), i.Name)
			assert.True(t, need.MemoryMiB.Includes(float64(i.MemoryMiB)), i.Name)
			assert.False(t, i.IsRetired() && !need.IncludeRetired, i.Name)
			assert.False(t, i.IsFractional() && !need.Fractional, i.Name)
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
		need := selections(t)
		more := need
		more.VCpuCount = AtLeast(need.VCpuCount.min + rapid.Float64Range(0, 64).Draw(t, "more vCPUs"))
		more.MinGPUMemoryMiB += rapid.IntRange(0, 65536).Draw(t, "more GPU memory")
		if more.Kind == "" || more.Kind == KindGPU {
			assert.LessOrEqual(t, len(Select(more)), len(Select(need)))
		}
	})
}

func TestSelect_unknownPricesComeLast(t *testing.T) {
	types := Select(Selection{NVLink: true})
	require.NotEmpty(t, types)
	assert.Equal(t, "p5e.48xlarge", types[len(types)-1].Name)
	assert.Zero(t, types[len(types)-1].OnDemandUSDPerHour)
}

func TestAlternatives_canStandIn(t *testing.T) {
	for n, i := range All() {
		if i.Kind() == KindCPU && n%20 != 0 {
			continue // a sample is enough
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

func BenchmarkSelect(b *testing.B) {
	need := Selection{NVLink: true, InstanceRequirements: InstanceRequirements{AcceleratorTotalMemoryMiB: AtLeast(66758)}}
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
