package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// instance is one entry of the source. Pointers are fields that it may leave
// unknown.
type instance struct {
	InstanceType          string        `json:"instanceType"`
	VCPUs                 int           `json:"vcpus"`
	MemoryMiB             int           `json:"memoryMiB"`
	Arch                  []string      `json:"arch"`
	BareMetal             bool          `json:"bareMetal"`
	CurrentGeneration     bool          `json:"currentGeneration"`
	MaxENIs               *int          `json:"maxEnis"`
	NetworkCardZeroENIs   *int          `json:"networkCardZeroEnis"`
	NetworkPerformance    *string       `json:"networkPerformance"`
	EFAInterfaces         int           `json:"efaInterfaces"`
	NetworkCards          *int          `json:"networkCards"`
	LocalStorageGB        int           `json:"localStorageGB"`
	UsageClasses          []string      `json:"usageClasses"`
	Source                string        `json:"source"`
	Status                string        `json:"status"`
	StatusNote            string        `json:"statusNote"`
	OnDemandUSDPerHour    *json.Number  `json:"onDemandUsdPerHour"`
	ENITrunking           *bool         `json:"eniTrunking"`
	Accelerators          []accelerator `json:"accelerators"`
	NVIDIA                bool          `json:"nvidia"`
	NVIDIAArchitecture    string        `json:"nvidiaArchitecture"`
	CUDAComputeCapability string        `json:"cudaComputeCapability"`
	GPUInterconnect       string        `json:"gpuInterconnect"`
	ECSGPUs               float64       `json:"ecsGpus"`
	TotalGPUMemoryMiB     int           `json:"totalGpuMemoryMiB"`
	Regions               []string      `json:"regions"`
}

type accelerator struct {
	Kind              string  `json:"kind"`
	Manufacturer      string  `json:"manufacturer"`
	Name              string  `json:"name"`
	Count             int     `json:"count"`
	LogicalCount      int     `json:"logicalCount"`
	PartitionSize     float64 `json:"partitionSize"`
	MemoryMiBEach     int     `json:"memoryMiBEach"`
	CoresPerDevice    int     `json:"coresPerDevice"`
	NeuronCoreVersion int     `json:"neuronCoreVersion"`
}

// columns are the cells of a row in order. An empty cell is unknown or zero.
var columns = []struct {
	name string
	cell func(instance) string
}{
	{"name", func(i instance) string { return i.InstanceType }},
	{"vcpus", func(i instance) string { return number(i.VCPUs) }},
	{"memoryMiB", func(i instance) string { return number(i.MemoryMiB) }},
	{"arch", func(i instance) string { return strings.Join(i.Arch, ",") }},
	{"bareMetal", func(i instance) string { return flag(i.BareMetal) }},
	{"currentGeneration", func(i instance) string { return flag(i.CurrentGeneration) }},
	{"enis", func(i instance) string { return optional(i.MaxENIs) }},
	{"cardZeroEnis", cardZeroENIs},
	{"network", func(i instance) string { return text(i.NetworkPerformance) }},
	{"efa", func(i instance) string { return number(i.EFAInterfaces) }},
	{"cards", func(i instance) string { return optional(i.NetworkCards) }},
	{"diskGB", func(i instance) string { return number(i.LocalStorageGB) }},
	{"usage", func(i instance) string { return strings.Join(i.UsageClasses, ",") }},
	{"status", func(i instance) string { return i.Status }},
	{"statusNote", func(i instance) string { return i.StatusNote }},
	{"usdPerHour", func(i instance) string { return price(i.OnDemandUSDPerHour) }},
	{"trunking", func(i instance) string { return answer(i.ENITrunking) }},
	{"accelerators", accelerators},
	{"generation", func(i instance) string { return i.NVIDIAArchitecture }},
	{"capability", func(i instance) string { return i.CUDAComputeCapability }},
	{"interconnect", func(i instance) string { return i.GPUInterconnect }},
	{"gpus", func(i instance) string { return decimal(i.ECSGPUs) }},
	{"totalGpuMemoryMiB", func(i instance) string { return number(i.TotalGPUMemoryMiB) }},
	{"regions", func(i instance) string { return strings.Join(i.Regions, ",") }},
}

// compact writes the instances sorted by name under a header row. A field that
// it does not know is an error: the table must not lose facts silently.
func compact(source []byte) ([]byte, error) {
	var catalogue struct {
		About     string     `json:"about"`
		Sources   []string   `json:"sources"`
		Instances []instance `json:"instances"`
	}
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&catalogue); err != nil {
		return nil, err
	}
	slices.SortFunc(catalogue.Instances, func(a, b instance) int {
		return strings.Compare(a.InstanceType, b.InstanceType)
	})

	var table bytes.Buffer
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	table.WriteString(strings.Join(names, "\t") + "\n")
	for _, i := range catalogue.Instances {
		row, err := row(i)
		if err != nil {
			return nil, err
		}
		table.WriteString(row + "\n")
	}
	return table.Bytes(), nil
}

// row joins the cells of an instance; a separator inside a cell is an error.
func row(i instance) (string, error) {
	cells := make([]string, len(columns))
	for n, c := range columns {
		cells[n] = c.cell(i)
		if strings.ContainsAny(cells[n], "\t\n\r") {
			return "", fmt.Errorf("%s: %s must not contain tabs or line breaks, got %q", i.InstanceType, c.name, cells[n])
		}
	}
	return strings.Join(cells, "\t"), nil
}

// accelerators packs the devices: fields between slashes, devices between
// semicolons. None of EC2's names contains either.
func accelerators(i instance) string {
	devices := make([]string, len(i.Accelerators))
	for n, a := range i.Accelerators {
		devices[n] = strings.Join([]string{
			a.Kind, a.Manufacturer, a.Name, number(a.Count), number(a.LogicalCount), decimal(a.PartitionSize),
			number(a.MemoryMiBEach), number(a.CoresPerDevice), number(a.NeuronCoreVersion),
		}, "/")
	}
	return strings.Join(devices, ";")
}

// cardZeroENIs returns all of the interfaces where there is one card.
func cardZeroENIs(i instance) string {
	if i.NetworkCards != nil && *i.NetworkCards == 1 {
		return optional(i.MaxENIs)
	}
	return optional(i.NetworkCardZeroENIs)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func optional(n *int) string {
	if n == nil {
		return ""
	}
	return number(*n)
}

func decimal(f float64) string {
	if f == 0 {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func price(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func flag(b bool) string {
	if b {
		return "y"
	}
	return ""
}

func answer(b *bool) string {
	switch {
	case b == nil:
		return ""
	case *b:
		return "yes"
	}
	return "no"
}
