package hardware

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// source returns data/instances.json, read without the generator's code.
func source(t testing.TB) []map[string]any {
	t.Helper()
	text, err := os.ReadFile("data/instances.json")
	require.NoError(t, err)
	var file struct{ Instances []map[string]any }
	require.NoError(t, json.Unmarshal(text, &file))
	return file.Instances
}

func TestAll_hasEveryTypeOfTheSource(t *testing.T) {
	var want []string
	for _, s := range source(t) {
		want = append(want, s["instanceType"].(string))
	}
	require.NotEmpty(t, want)
	slices.Sort(want)
	if missing, extra := differences(want, names(All())); len(missing)+len(extra) > 0 {
		t.Fatalf("the catalogue lacks %v of its source and has %v beside it: run go generate", missing, extra)
	}
	assert.True(t, slices.IsSorted(names(All())), "sorted by name, each once")
	assert.Len(t, slices.Compact(want), len(want), "no type twice")
}

// differences returns what only a and what only b has, at most 5 of each.
func differences(a, b []string) (onlyA, onlyB []string) {
	only := func(a, b []string) (only []string) {
		for _, name := range a {
			if len(only) < 5 && !slices.Contains(b, name) {
				only = append(only, name)
			}
		}
		return only
	}
	return only(a, b), only(b, a)
}

func TestAll_agreesWithTheSourceFieldByField(t *testing.T) {
	for _, s := range source(t) {
		i, found := Lookup(s["instanceType"].(string))
		require.True(t, found, s["instanceType"])
		want := func(key string, got, zero any) {
			t.Helper()
			expected := s[key]
			if expected == nil {
				expected = zero
			}
			assert.EqualValues(t, expected, got, "%s of %s", key, i.Name)
		}
		number := func(key string, got int) { t.Helper(); want(key, float64(got), 0.0) }
		number("vcpus", i.VCPUs)
		number("memoryMiB", i.MemoryMiB)
		number("maxEnis", i.MaxNetworkInterfaces)
		if s["networkCardZeroEnis"] != nil {
			number("networkCardZeroEnis", i.NetworkCardZeroInterfaces)
		}
		number("efaInterfaces", i.EFAInterfaces)
		number("networkCards", i.NetworkCards)
		number("localStorageGB", i.LocalStorageGB)
		number("totalGpuMemoryMiB", i.TotalGPUMemoryMiB)
		want("bareMetal", i.BareMetal, false)
		want("currentGeneration", i.CurrentGeneration, false)
		want("networkPerformance", i.NetworkPerformance, "")
		want("status", string(i.Status), "")
		want("statusNote", i.StatusNote, "")
		want("onDemandUsdPerHour", i.OnDemandUSDPerHour, 0.0)
		want("nvidia", i.IsNVIDIA(), false)
		want("nvidiaArchitecture", string(i.Generation), "")
		want("cudaComputeCapability", i.ComputeCapability.String(), "")
		want("ecsGpus", i.GPUs, 0.0)
		assert.Equal(t, words(s["arch"]), words(i.Architectures), i.Name)
		assert.Equal(t, words(s["usageClasses"]), words(i.UsageClasses), i.Name)
		assert.Equal(t, words(s["regions"]), words(i.Regions), i.Name)
		assert.Equal(t, map[any]fact.Answer{nil: fact.Maybe, true: fact.Yes, false: fact.No}[s["eniTrunking"]], i.ENITrunking, i.Name)
		agreeOnAccelerators(t, s, i)
	}
}

func agreeOnAccelerators(t *testing.T, s map[string]any, i InstanceType) {
	t.Helper()
	devices, _ := s["accelerators"].([]any)
	require.Len(t, i.Accelerators, len(devices), i.Name)
	for n, device := range devices {
		text, err := json.Marshal(device)
		require.NoError(t, err)
		var want Accelerator
		require.NoError(t, json.Unmarshal(text, &want))
		assert.Equal(t, want, i.Accelerators[n], i.Name)
	}
}

// words makes lists comparable, whatever they are of; none and empty are equal.
func words(list any) string {
	text, _ := json.Marshal(list)
	return strings.Replace(string(text), "null", "[]", 1)
}

func TestAll_isConsistent(t *testing.T) {
	for _, i := range All() {
		assert.Equal(t, i.Name, i.Family()+"."+i.Size())
		assert.Positive(t, i.VCPUs, i.Name)
		assert.Positive(t, i.MemoryMiB, i.Name)
		assert.Positive(t, i.NetworkCards, i.Name)
		assert.Positive(t, i.NetworkCardZeroInterfaces, i.Name)
		assert.GreaterOrEqual(t, i.MaxNetworkInterfaces, i.NetworkCardZeroInterfaces+i.NetworkCards-1, i.Name)
		for _, a := range i.Architectures {
			assert.Contains(t, Architectures(), a, i.Name)
		}
		for _, u := range i.UsageClasses {
			assert.Contains(t, UsageClasses(), u, i.Name)
		}
		assert.Contains(t, []Interconnect{NoInterconnect, PCIe, NVLink, NVSwitch}, i.Interconnect, i.Name)
		assert.Contains(t, []Status{Offered, Retired}, i.Status, i.Name)
		assert.Contains(t, []fact.Answer{fact.Yes, fact.No, fact.Maybe}, i.ENITrunking, i.Name)
		assert.True(t, slices.IsSorted(i.Regions), i.Name)

		assert.Equal(t, i.IsNVIDIA(), i.GPUs > 0, i.Name)
		assert.Equal(t, i.IsNVIDIA(), i.Generation != "", i.Name)
		assert.Equal(t, i.IsNVIDIA(), !i.ComputeCapability.IsZero(), i.Name)
		if i.IsNVIDIA() {
			assert.Contains(t, Generations(), i.Generation, i.Name)
			assert.Equal(t, i.TotalGPUMemoryMiB, i.GPUMemoryMiB*i.Accelerators[0].LogicalCount, i.Name)
			assert.InDelta(t, i.GPUs, float64(i.Accelerators[0].LogicalCount)*i.Accelerators[0].PartitionSize, 0, i.Name)
		}
		if i.GPUs <= 1 {
			assert.Equal(t, NoInterconnect, i.Interconnect, i.Name)
		}
	}
}

func TestAll_returnsCopies(t *testing.T) {
	i, _ := Lookup("p4d.24xlarge")
	i.Architectures[0] = "changed"
	i.Accelerators[0].Count = 99
	i.Regions[0] = "changed"
	i.UsageClasses[0] = "changed"
	for n, j := range All() {
		assert.NotContains(t, j.Architectures, Architecture("changed"))
		if n == 0 {
			j.Architectures[0] = "changed"
		}
	}
	fresh, _ := Lookup("p4d.24xlarge")
	assert.Equal(t, 8, fresh.Accelerators[0].Count)
	assert.NotContains(t, Regions(), "changed")
}

func TestLookup_rejects(t *testing.T) {
	for name, input := range map[string]string{
		"nothing":                    "",
		"a family":                   "p3",
		"a name in capitals":         "P3.2XLARGE",
		"a misspelt size":            "m5.2large",
		"a name after the last one":  "zz.top",
		"a name before the first":    "0",
		"a name with a line of more": "p3.2xlarge\tx",
	} {
		t.Run(name, func(t *testing.T) {
			_, found := Lookup(input)
			assert.False(t, found)
		})
	}
}

func TestParseTable_rejects(t *testing.T) {
	header, _, _ := strings.Cut(table, "\n")
	columns := strings.Split(header, "\t")
	row := func(column, value string) string {
		line := make([]string, len(columns))
		line[0], line[slices.Index(columns, column)] = "x.y", value
		return header + "\n" + strings.Join(line, "\t") + "\n"
	}
	for name, test := range map[string]struct{ table, want string }{
		"a row that is too short":      {header + "\nx.y\t2\n", fmt.Sprintf("x.y: want %d cells, got 2", len(columns))},
		"a number that is none":        {row("vcpus", "two"), `x.y: strconv.Atoi: parsing "two"`},
		"a price that is none":         {row("usdPerHour", "free"), `parsing "free"`},
		"a capability that is none":    {row("capability", "new"), `compute capability must be`},
		"a device with too few fields": {row("accelerators", "gpu/NVIDIA"), `want 9 fields`},
		"a device with a wrong number": {row("accelerators", "gpu/NVIDIA/T4/one/1/1/1//"), `parsing "one"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseTable(test.table)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

// Loading is paid by every run of the command.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := parseTable(table); err != nil {
			b.Fatal(err)
		}
	}
}

// The alternative: embed the JSON itself.
func BenchmarkLoad_asJSON(b *testing.B) {
	text, err := os.ReadFile("data/instances.json")
	require.NoError(b, err)
	for b.Loop() {
		var file struct {
			Instances []struct {
				Name         string        `json:"instanceType"`
				VCPUs        int           `json:"vcpus"`
				MemoryMiB    int           `json:"memoryMiB"`
				Arch         []string      `json:"arch"`
				Accelerators []Accelerator `json:"accelerators"`
				Regions      []string      `json:"regions"`
			}
		}
		if err := json.Unmarshal(text, &file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		Lookup("g5.12xlarge")
	}
}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		All()
	}
}
