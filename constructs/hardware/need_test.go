package hardware

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNeed_defaults(t *testing.T) {
	require.NoError(t, Need{}.Validate())
	types := Select(Need{})
	assert.NotEmpty(t, types)
	for _, i := range types {
		assert.False(t, i.IsRetired(), i.Name)
		assert.False(t, i.IsFractional(), i.Name)
	}
}

func TestNeed_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		need        Need
		first       string
		has, hasNot []string
	}{
		"at least four GPUs":            {Need{MinGPUs: 4}, "g4dn.12xlarge", []string{"g5.48xlarge"}, []string{"g7e.12xlarge"}},
		"exactly two GPUs":              {Need{ExactGPUs: 2}, "g5g.16xlarge", []string{"g7.12xlarge"}, []string{"g5.12xlarge", "g4dn.xlarge"}},
		"memory of each GPU":            {Need{MinGPUMemoryMiB: 81920}, "g7e.2xlarge", []string{"p5.4xlarge"}, []string{"p4d.24xlarge"}},
		"memory of all GPUs":            {Need{MinTotalGPUMemoryMiB: 300000}, "g7e.24xlarge", []string{"p4d.24xlarge"}, []string{"p3dn.24xlarge"}},
		"generations":                   {Need{Generations: []Generation{Turing, Volta}}, "g5g.xlarge", []string{"p3dn.24xlarge"}, []string{"g5.xlarge"}},
		"a compute capability":          {Need{MinComputeCapability: ComputeCapability{8, 9}}, "g6.xlarge", []string{"p6-b200.48xlarge"}, []string{"g5.xlarge"}},
		"NVLink":                        {Need{NVLink: true}, "p4d.24xlarge", []string{"p3dn.24xlarge"}, []string{"p5.4xlarge", "p3.8xlarge"}},
		"fractions":                     {Need{Fractional: true}, "g6f.large", []string{"g6.xlarge"}, nil},
		"fractions, but a whole GPU":    {Need{Fractional: true, MinGPUs: 1}, "g5g.xlarge", nil, []string{"g6f.4xlarge"}},
		"EFA":                           {Need{MinEFAInterfaces: 16, Kind: KindGPU}, "p5.48xlarge", []string{"p5en.48xlarge"}, []string{"p4d.24xlarge"}},
		"local disks":                   {Need{MinLocalStorageGB: 7000, MinGPUs: 1}, "g6.48xlarge", nil, []string{"g4dn.metal"}},
		"an architecture":               {Need{Architecture: ARM64, MinGPUs: 1}, "g5g.xlarge", nil, []string{"g4dn.xlarge"}},
		"vCPUs and memory":              {Need{MinVCPUs: 96, MinMemoryMiB: 1 << 20, MinGPUs: 1}, "g7e.24xlarge", nil, []string{"g6e.24xlarge"}},
		"a kind":                        {Need{Kind: KindNeuron}, "inf1.xlarge", []string{"trn2.48xlarge"}, []string{"g4dn.xlarge"}},
		"a family":                      {Need{Families: []string{"g6e"}}, "g6e.xlarge", nil, []string{"g6.xlarge"}},
		"families by a pattern":         {Need{Families: []string{"p5*", "inf?"}}, "inf1.xlarge", []string{"p5en.48xlarge"}, []string{"p4d.24xlarge"}},
		"types by a pattern":            {Need{Families: []string{"g5.1[26]xlarge"}}, "g5.16xlarge", []string{"g5.12xlarge"}, []string{"g5.xlarge"}},
		"a Region":                      {Need{Region: "eu-west-1", NVLink: true}, "p4d.24xlarge", nil, []string{"p6-b300.48xlarge"}},
		"a Region outside the snapshot": {Need{Region: "us-gov-west-1", NVLink: true}, "p4d.24xlarge", []string{"p6-b300.48xlarge"}, nil},
		"a Region, type not recorded":   {Need{Region: "us-east-1", Families: []string{"g7"}}, "g7.2xlarge", nil, nil},
		"a usage class":                 {Need{UsageClass: CapacityBlock, NVLink: true}, "p4d.24xlarge", nil, []string{"p3dn.24xlarge"}},
		"a highest price":               {Need{MaxUSDPerHour: 30, NVLink: true}, "p4d.24xlarge", []string{"p4de.24xlarge"}, []string{"p5.48xlarge", "p5e.48xlarge"}},
		"retired types too":             {Need{IncludeRetired: true, NVLink: true}, "p3.8xlarge", []string{"p3.16xlarge", "p4d.24xlarge"}, nil},
		"retired types in a Region":     {Need{IncludeRetired: true, NVLink: true, Region: "us-east-1"}, "p3.8xlarge", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, test.need.Validate())
			var names []string
			for _, i := range Select(test.need) {
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

func TestNeed_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		need Need
		want string
	}{
		"a negative number of GPUs": {Need{MinGPUs: -1}, "MinGPUs must be 0 (no limit) or more, got -1"},
		"a negative size":           {Need{MinLocalStorageGB: -5}, "MinLocalStorageGB must be 0 (no limit) or more, got -5"},
		"a negative price":          {Need{MaxUSDPerHour: -1}, "MaxUSDPerHour must be 0 (no limit) or more, got -1"},
		"a price that is no number": {Need{MaxUSDPerHour: math.NaN()}, "MaxUSDPerHour must be 0 (no limit) or more, got NaN"},
		"a negative capability":     {Need{MinComputeCapability: ComputeCapability{-1, 0}}, "MinComputeCapability must not be negative, got -1.0"},
		"an unknown kind":           {Need{Kind: "fpga"}, `Kind: kind must be one of`},
		"an unknown architecture":   {Need{Architecture: "sparc"}, `Architecture: architecture must be`},
		"an alias of one":           {Need{Architecture: "amd64"}, `Architecture: must be spelled "x86_64", got "amd64"`},
		"an unknown usage class":    {Need{UsageClass: "reserved"}, `UsageClass: usage class must be`},
		"an unknown generation":     {Need{Generations: []Generation{"Pascal"}}, `Generations: generation must be`},
		"a generation in capitals":  {Need{Generations: []Generation{"VOLTA"}}, `Generations: must be spelled "Volta", got "VOLTA"`},
		"no generation at all":      {Need{Generations: []Generation{""}}, `Generations: must not contain an empty one`},
		"a broken pattern":          {Need{Families: []string{"g[6"}}, `Families: must be patterns such as "g6" or "p5*", got "g[6"`},
		"an empty pattern":          {Need{Families: []string{""}}, `got ""`},
		"a zone for a Region":       {Need{Region: "us-east-1a"}, `Region: must look like "us-east-1", got "us-east-1a"`},
		"minimum and exact":         {Need{MinGPUs: 2, ExactGPUs: 4}, "MinGPUs (2) and ExactGPUs (4) must not both be set: drop one"},
		"GPUs on CPU types":         {Need{Kind: KindCPU, MinGPUs: 1}, `Kind: must be gpu or empty because the need asks for GPUs, got "cpu"`},
		"NVLink between one GPU":    {Need{NVLink: true, ExactGPUs: 1}, "NVLink needs at least 2 GPUs, got ExactGPUs 1: raise it or drop NVLink"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, test.need.Validate(), test.want)
			assert.Empty(t, Select(test.need), "an invalid need has no answer")
		})
	}
}

func TestNeed_reportsEveryProblemAtOnce(t *testing.T) {
	err := Need{MinGPUs: -1, MinVCPUs: -2, Kind: "x", Region: "moon", Families: []string{"["}}.Validate()
	require.Error(t, err)
	assert.Len(t, strings.Split(err.Error(), "\n"), 5)
}
