package hardware

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
)

func mustLookup(t testing.TB, name string) InstanceType {
	t.Helper()
	i, found := Lookup(name)
	require.True(t, found, name)
	return i
}

func TestInstanceType_facts(t *testing.T) {
	p3 := mustLookup(t, "p3.16xlarge")
	assert.Equal(t, "p3", p3.Family())
	assert.Equal(t, "16xlarge", p3.Size())
	assert.True(t, p3.IsRetired())
	assert.EqualValues(t, 8, p3.GPUs)
	assert.Equal(t, 16384, p3.GPUMemoryMiB)
	assert.Equal(t, 131072, p3.TotalGPUMemoryMiB)
	assert.Equal(t, Volta, p3.Generation)
	assert.Equal(t, fact.No, p3.ENITrunking)

	g6f := mustLookup(t, "g6f.large")
	assert.True(t, g6f.IsFractional())
	assert.InDelta(t, 0.125, g6f.GPUs, 0)
	assert.Equal(t, 2861, g6f.GPUMemoryMiB)
	assert.Zero(t, g6f.Accelerators[0].Count)

	p5 := mustLookup(t, "p5.48xlarge")
	assert.Equal(t, 32, p5.EFAInterfaces)
	assert.Equal(t, fact.Yes, p5.SupportsUsageClass(CapacityBlock))

	g7 := mustLookup(t, "g7.48xlarge")
	assert.Equal(t, fact.Maybe, g7.SupportsUsageClass(Spot))
	assert.Equal(t, fact.Maybe, g7.OfferedIn("us-east-1"))
}

// EC2 user guide, network interfaces per instance type, and the limits of
// amazon-vpc-cni-k8s (2026-08-11): on card 0 and on all cards.
func TestInstanceType_networkInterfaces(t *testing.T) {
	for name, want := range map[string][2]int{
		"c5.large":         {3, 3},
		"g3.16xlarge":      {15, 15},
		"g7.48xlarge":      {12, 24},
		"p2.xlarge":        {4, 4},
		"p3.2xlarge":       {4, 4},
		"p4d.24xlarge":     {15, 60},
		"p5.48xlarge":      {2, 64},
		"p5en.48xlarge":    {4, 64},
		"p6-b200.48xlarge": {4, 32},
		"p6-b300.48xlarge": {4, 68},
		"trn2.48xlarge":    {2, 32},
	} {
		i := mustLookup(t, name)
		assert.Equal(t, want, [2]int{i.NetworkCardZeroInterfaces, i.MaxNetworkInterfaces}, name)
	}
}

func TestInstanceType_kind(t *testing.T) {
	for name, want := range map[string]Kind{
		"c5.2xlarge":    KindCPU,
		"p3.2xlarge":    KindGPU,
		"g6f.large":     KindGPU,
		"trn1.32xlarge": KindNeuron,
		"inf1.xlarge":   KindNeuron,
		"dl1.24xlarge":  KindOther, // a GPU in EC2's words, but Habana's
		"dl2q.24xlarge": KindOther,
		"g4ad.xlarge":   KindOther,
		"vt1.3xlarge":   KindOther,
		"mac2.metal":    KindCPU,
	} {
		assert.Equal(t, want, mustLookup(t, name).Kind(), name)
	}
}

func TestInstanceType_interconnect(t *testing.T) {
	for name, want := range map[string]Interconnect{
		"c5.2xlarge":    NoInterconnect,
		"p3.2xlarge":    NoInterconnect, // one GPU of an NVLink family
		"p5.4xlarge":    NoInterconnect,
		"g6f.large":     NoInterconnect,
		"g4dn.xlarge":   NoInterconnect,
		"p2.8xlarge":    PCIe,
		"g4dn.12xlarge": PCIe,
		"g7e.48xlarge":  PCIe,
		"p3.8xlarge":    NVLink,
		"p3dn.24xlarge": NVLink,
		"p4d.24xlarge":  NVSwitch,
		"p5.48xlarge":   NVSwitch,
	} {
		assert.Equal(t, want, mustLookup(t, name).Interconnect, name)
	}
	assert.Empty(t, mustLookup(t, "p5.4xlarge").InterconnectDetail)
	assert.Equal(t, "NVSwitch (NVLink 5, 1800 GB/s)", mustLookup(t, "p6-b300.48xlarge").InterconnectDetail)
}

func TestInstanceType_architectures(t *testing.T) {
	assert.True(t, mustLookup(t, "g5g.xlarge").SupportsArchitecture(ARM64))
	assert.False(t, mustLookup(t, "g5g.xlarge").SupportsArchitecture(X86_64))
	assert.Empty(t, mustLookup(t, "mac1.metal").Architectures)
}

func TestInstanceType_offeredIn(t *testing.T) {
	for name, test := range map[string]struct {
		instance, region string
		want             fact.Answer
	}{
		"in the snapshot":                      {"p4d.24xlarge", "us-east-1", fact.Yes},
		"missing from the snapshot":            {"p6-b300.48xlarge", "eu-west-1", fact.No},
		"a Region that the snapshot lacks":     {"p4d.24xlarge", "us-gov-west-1", fact.Maybe},
		"a type without recorded Regions":      {"c5.large", "us-east-1", fact.Maybe},
		"a retired type":                       {"p3.2xlarge", "us-east-1", fact.No},
		"a retired type in an unknown Region":  {"p3.2xlarge", "cn-north-1", fact.Maybe},
		"no Region at all":                     {"p4d.24xlarge", "", fact.Maybe},
		"p3dn, which outlived its retired kin": {"p3dn.24xlarge", "us-east-1", fact.Yes},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, mustLookup(t, test.instance).OfferedIn(test.region))
		})
	}
}

// The 17 types of the table in "Working with GPUs on Amazon ECS" (2020-08):
// GPUs, memory of all GPUs together, vCPUs and memory in GiB.
func TestInstanceType_agreesWithTheGuide(t *testing.T) {
	for name, want := range map[string][4]int{
		"p2.xlarge":     {1, 12, 4, 61},
		"p2.8xlarge":    {8, 96, 32, 488},
		"p2.16xlarge":   {16, 192, 64, 732},
		"p3.2xlarge":    {1, 16, 8, 61},
		"p3.8xlarge":    {4, 64, 32, 244},
		"p3.16xlarge":   {8, 128, 64, 488},
		"p3dn.24xlarge": {8, 256, 96, 768},
		"g3s.xlarge":    {1, 8, 4, 30},
		"g3.4xlarge":    {1, 8, 16, 122},
		"g3.8xlarge":    {2, 16, 32, 244},
		"g3.16xlarge":   {4, 32, 64, 488},
		"g4dn.xlarge":   {1, 16, 4, 16},
		"g4dn.2xlarge":  {1, 16, 8, 32},
		"g4dn.4xlarge":  {1, 16, 16, 64},
		"g4dn.8xlarge":  {1, 16, 32, 128},
		"g4dn.12xlarge": {4, 64, 48, 192},
		"g4dn.16xlarge": {1, 16, 64, 256},
	} {
		i := mustLookup(t, name)
		assert.Equal(t, want, [4]int{int(i.GPUs), i.TotalGPUMemoryMiB / 1024, i.VCPUs, i.MemoryMiB / 1024}, name)
	}
}

func TestInstanceType_isReadableAsJSON(t *testing.T) {
	text, err := json.Marshal(mustLookup(t, "g5.xlarge"))
	require.NoError(t, err)
	assert.Contains(t, string(text), `"computeCapability":"8.6"`)
	assert.Contains(t, string(text), `"gpuMemoryMiB":22888`)

	var back InstanceType
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, mustLookup(t, "g5.xlarge"), back)

	text, err = json.Marshal(mustLookup(t, "c5.xlarge"))
	require.NoError(t, err)
	assert.NotContains(t, string(text), "computeCapability")
}
