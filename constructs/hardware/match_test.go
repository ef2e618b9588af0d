package hardware

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func names(types []InstanceType) []string {
	var names []string
	for _, t := range types {
		names = append(names, t.Name)
	}
	return names
}

func TestMatching_defaults(t *testing.T) {
	match := Matching(InstanceRequirements{})
	assert.True(t, match.Complete())
	found := names(match.Types)
	assert.True(t, slices.IsSorted(found))
	for _, i := range All() {
		wanted := !i.IsRetired() && !i.BareMetal && !i.IsBurstable()
		if wanted != slices.Contains(found, i.Name) {
			t.Errorf("%s: matches %v, want %v", i.Name, !wanted, wanted)
		}
	}
}

func TestMatching_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		requirements InstanceRequirements
		has, lacks   []string
		unjudged     []string
	}{
		"vCPUs": {InstanceRequirements{VCpuCount: Between(2, 4)},
			[]string{"c5.large", "c5.xlarge"}, []string{"c5.2xlarge", "a1.medium"}, nil},
		"memory": {InstanceRequirements{MemoryMiB: AtLeast(1 << 20)},
			[]string{"p5.48xlarge"}, []string{"g5.48xlarge"}, nil},
		"memory per vCPU": {InstanceRequirements{MemoryGiBPerVCpu: AtLeast(8.0), AcceleratorNames: []string{"l4"}, AcceleratorCount: AtLeast(1)},
			[]string{"gr6.4xlarge"}, []string{"g6.xlarge"}, []string{"AcceleratorCount"}},
		"eight accelerators": {InstanceRequirements{AcceleratorCount: Exactly(8)},
			[]string{"p5.48xlarge", "dl1.24xlarge"}, []string{"g5.12xlarge", "inf1.24xlarge"}, []string{"AcceleratorCount"}},
		"no accelerators": {InstanceRequirements{AcceleratorCount: AtMost(0), InstanceGenerations: []string{"current"}},
			[]string{"c6i.large", "g6f.large"}, []string{"g6.xlarge", "inf2.xlarge", "f2.6xlarge"}, []string{"AcceleratorCount"}},
		"memory of all accelerators": {InstanceRequirements{AcceleratorTotalMemoryMiB: AtLeast(600_000), AcceleratorManufacturers: []string{"nvidia"}},
			[]string{"p4de.24xlarge", "p5.48xlarge"}, []string{"g5.48xlarge", "p4d.24xlarge"}, nil},
		"GPUs": {InstanceRequirements{AcceleratorTypes: []string{"gpu"}},
			[]string{"g5.xlarge", "g4ad.xlarge", "dl1.24xlarge", "g6f.large"}, []string{"inf2.xlarge", "c5.large", "f2.6xlarge", "p3.2xlarge", "g4dn.metal"}, nil},
		"FPGAs, which the catalogue does not list": {InstanceRequirements{AcceleratorTypes: []string{"fpga"}},
			[]string{"f2.6xlarge"}, []string{"g5.xlarge"}, []string{"AcceleratorTypes"}},
		"media": {InstanceRequirements{AcceleratorTypes: []string{"media"}},
			[]string{"vt1.3xlarge"}, []string{"g5.xlarge"}, nil},
		"a maker": {InstanceRequirements{AcceleratorManufacturers: []string{"amazon-web-services"}},
			[]string{"inf1.xlarge", "trn1.2xlarge"}, []string{"g5.xlarge", "dl2q.24xlarge"}, nil},
		"a name that EC2 may have and the catalogue has not": {InstanceRequirements{AcceleratorNames: []string{"x100"}},
			nil, []string{"g5.xlarge"}, []string{"AcceleratorNames"}},
		"a name of types that are gone": {InstanceRequirements{AcceleratorNames: []string{"k520"}},
			nil, []string{"g5.xlarge"}, nil},
		"a wildcard": {InstanceRequirements{AllowedInstanceTypes: []string{"c5*"}},
			[]string{"c5.large", "c5a.large"}, []string{"m5.large", "c5.metal"}, nil},
		"a family": {InstanceRequirements{AllowedInstanceTypes: []string{"c5.*"}},
			[]string{"c5.large"}, []string{"c5a.large"}, nil},
		"an exclusion": {InstanceRequirements{ExcludedInstanceTypes: []string{"c5.4*", "*3*"}},
			[]string{"c5.large"}, []string{"c5.4xlarge", "m3.large"}, nil},
		"bare metal too": {InstanceRequirements{BareMetal: Included, AcceleratorNames: []string{"t4"}},
			[]string{"g4dn.metal", "g4dn.xlarge"}, nil, nil},
		"bare metal only": {InstanceRequirements{BareMetal: Required},
			[]string{"c5.metal"}, []string{"c5.large"}, nil},
		"burstable too": {InstanceRequirements{BurstablePerformance: Included},
			[]string{"t3.small", "c5.large", "trn1.2xlarge"}, nil, nil},
		"burstable only": {InstanceRequirements{BurstablePerformance: Required},
			[]string{"t3.small", "t4g.micro"}, []string{"c5.large", "trn1.2xlarge"}, nil},
		"with disks": {InstanceRequirements{LocalStorage: Required},
			[]string{"c5d.large"}, []string{"c5.large"}, nil},
		"without disks": {InstanceRequirements{LocalStorage: Excluded},
			[]string{"c5.large"}, []string{"c5d.large"}, nil},
		"the size of the disks": {InstanceRequirements{TotalLocalStorageGB: AtLeast(7000)},
			[]string{"g6.48xlarge"}, []string{"g5.xlarge"}, nil},
		"the kind of disks": {InstanceRequirements{LocalStorageTypes: []string{"hdd"}},
			[]string{"d3.xlarge"}, nil, []string{"LocalStorageTypes"}},
		"both kinds of disks": {InstanceRequirements{LocalStorageTypes: []string{"hdd", "ssd"}},
			[]string{"d3.xlarge", "c5d.large"}, nil, nil},
		"the previous generation": {InstanceRequirements{InstanceGenerations: []string{"previous"}},
			[]string{"m3.large"}, []string{"g5.xlarge"}, nil},
		"network interfaces": {InstanceRequirements{NetworkInterfaceCount: AtLeast(15), AllowedInstanceTypes: []string{"c5.*"}},
			[]string{"c5.24xlarge"}, []string{"c5.large"}, nil},
		"Graviton": {InstanceRequirements{CpuManufacturers: []string{"amazon-web-services"}},
			[]string{"c7g.large", "g5g.xlarge"}, []string{"c5.large", "c7a.large"}, nil},
		"AMD, which not every name tells": {InstanceRequirements{CpuManufacturers: []string{"amd"}},
			[]string{"c7a.large", "c5.large"}, []string{"c7i.large", "c7g.large"}, []string{"CpuManufacturers"}},
		"AMD by name": {InstanceRequirements{CpuManufacturers: []string{"amd"}, AllowedInstanceTypes: []string{"c7*"}, ExcludedInstanceTypes: nil},
			[]string{"c7a.large"}, []string{"c7i.large", "c7i-flex.large", "c7g.large"}, nil},
		"what the catalogue does not have": {InstanceRequirements{
			AllowedInstanceTypes: []string{"c5.large"}, NetworkBandwidthGbps: AtLeast(1), BaselineEbsBandwidthMbps: AtLeast(1),
			BaselinePerformanceFactors: []string{"c6i"}, RequireHibernateSupport: true, RequireEncryptionInTransit: true},
			[]string{"c5.large"}, []string{"m5.large"},
			[]string{"BaselineEbsBandwidthMbps", "BaselinePerformanceFactors", "NetworkBandwidthGbps", "RequireEncryptionInTransit", "RequireHibernateSupport"}},
	} {
		t.Run(name, func(t *testing.T) {
			match := Matching(test.requirements)
			assert.Equal(t, test.unjudged, match.Unjudged)
			assert.Equal(t, len(test.unjudged) == 0, match.Complete())
			found := names(match.Types)
			for _, has := range test.has {
				assert.True(t, slices.Contains(found, has), "%s must match", has)
			}
			for _, lacks := range test.lacks {
				assert.False(t, slices.Contains(found, lacks), "%s must not match", lacks)
			}
		})
	}
}

// EC2's names of accelerators (botocore's model of EC2, 2026-08-07) and the
// families of the types on offer that have them.
func TestMatching_byAcceleratorName(t *testing.T) {
	for name, want := range map[string][]string{
		"a100":            {"p4d", "p4de"},
		"a10g":            {"g5"},
		"gaudi-hl-205":    {"dl1"},
		"h100":            {"p5"},
		"inferentia":      {"inf1"},
		"inferentia2":     {"inf2"},
		"k520":            nil,
		"k80":             nil,
		"l4":              {"g6", "g6f", "gr6", "gr6f"},
		"l40s":            {"g6e"},
		"m60":             nil,
		"radeon-pro-v520": {"g4ad"},
		"t4":              {"g4dn"},
		"t4g":             {"g5g"},
		"trainium":        {"trn1", "trn1n"},
		"trainium2":       {"trn2"},
		"u30":             {"vt1"},
		"v100":            {"p3dn"},
		"vu9p":            nil,
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, AcceleratorNames(), name)
			match := Matching(InstanceRequirements{AcceleratorNames: []string{name}, BareMetal: Included})
			assert.True(t, match.Complete())
			var families []string
			for _, i := range match.Types {
				families = append(families, i.Family())
			}
			assert.Equal(t, want, slices.Compact(families))
		})
	}
}

func TestMatching_tellsWhichTypesAreInDoubt(t *testing.T) {
	match := Matching(InstanceRequirements{AcceleratorNames: []string{"l4"}, AcceleratorCount: AtLeast(1)})
	assert.Contains(t, match.Doubtful, "g6f.large", "EC2 does not document whether a part of a GPU counts")
	assert.NotContains(t, match.Doubtful, "g6.xlarge")
	assert.Subset(t, names(match.Types), match.Doubtful)
}

func TestInstanceRequirements_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		requirements InstanceRequirements
		want         string
	}{
		"a negative count":         {InstanceRequirements{AcceleratorCount: AtLeast(-1)}, "AcceleratorCount must have limits of 0 or more, got -1"},
		"a range upside down":      {InstanceRequirements{VCpuCount: Between(4, 2)}, "VCpuCount must have a maximum of at least its minimum (4), got 2"},
		"an unknown name":          {InstanceRequirements{AcceleratorNames: []string{"l5"}}, `AcceleratorNames must be a100, `},
		"a name in capitals":       {InstanceRequirements{AcceleratorNames: []string{"L4"}}, `AcceleratorNames: must be in lower case, got "L4"`},
		"a kind of ours":           {InstanceRequirements{AcceleratorTypes: []string{"neuron"}}, `AcceleratorTypes must be gpu, fpga, inference or media, got "neuron"`},
		"a maker as the API":       {InstanceRequirements{AcceleratorManufacturers: []string{"aws"}}, `AcceleratorManufacturers must be amazon-web-services,`},
		"an inclusion":             {InstanceRequirements{BareMetal: "yes"}, `BareMetal: inclusion must be included, required or excluded, got "yes"`},
		"a broken pattern":         {InstanceRequirements{AllowedInstanceTypes: []string{"g[6"}}, `AllowedInstanceTypes: must be names or patterns such as "g6.*", got "g[6"`},
		"an empty pattern":         {InstanceRequirements{ExcludedInstanceTypes: []string{""}}, `got ""`},
		"an allowance and a limit": {InstanceRequirements{AllowedInstanceTypes: []string{"a*"}, ExcludedInstanceTypes: []string{"b*"}}, "AllowedInstanceTypes and ExcludedInstanceTypes must not both be set: drop one"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, test.requirements.Validate(), test.want)
			assert.Empty(t, Select(Selection{InstanceRequirements: test.requirements}), "invalid requirements select nothing")
		})
	}
}

func TestRange_string(t *testing.T) {
	for want, r := range map[string]Range{
		"any": {}, "2 or more": AtLeast(2), "at most 4": AtMost(4), "2 to 4": Between(2, 4), "1.5": Exactly(1.5), "0": AtMost(0),
	} {
		assert.Equal(t, want, r.String())
	}
}
