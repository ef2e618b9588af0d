package hardware

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ecsgpu/cdk/constructs/fact"
)

//go:embed instances.tsv
var table string

// catalogue is the table, parsed once, sorted by name. Nothing outside this
// file may change it or let a caller do so.
var catalogue = sync.OnceValue(func() []InstanceType {
	types, err := parseTable(table)
	if err != nil {
		// The table is compiled in, and a test reads it: this cannot happen.
		panic("hardware: instances.tsv: " + err.Error())
	}
	return types
})

// regions is every Region in the offering snapshot, sorted.
var regions = sync.OnceValue(func() []string {
	var all []string
	for _, t := range catalogue() {
		all = append(all, t.Regions...)
	}
	slices.Sort(all)
	return slices.Compact(all)
})

// Lookup returns the type with this exact name, retired types included. Use
// [Nearest] to help with a name that it does not find.
func Lookup(name string) (InstanceType, bool) {
	types := catalogue()
	i, found := slices.BinarySearchFunc(types, name, func(t InstanceType, name string) int {
		return strings.Compare(t.Name, name)
	})
	if !found {
		return InstanceType{}, false
	}
	return types[i].clone(), true
}

// All returns every type, retired ones included, sorted by name.
func All() []InstanceType {
	types := slices.Clone(catalogue())
	for i := range types {
		types[i] = types[i].clone()
	}
	return types
}

// Regions returns every Region that the offering snapshot of OfferingsDate
// covers, sorted.
func Regions() []string { return slices.Clone(regions()) }

// parseTable reads instances.tsv: a header, then a row per type. The cells are
// written by internal/compact.
//
// Every run of the command pays for this, so it allocates little: one buffer
// for cells, and one list for all types with the same words.
func parseTable(table string) ([]InstanceType, error) {
	header, rows, _ := strings.Cut(table, "\n")
	columns := strings.Count(header, "\t") + 1
	types := make([]InstanceType, 0, strings.Count(rows, "\n"))
	architectures, usageClasses := lists[Architecture]{}, lists[UsageClass]{}
	buffer := make([]string, 0, columns)
	for len(rows) > 0 {
		var line string
		line, rows, _ = strings.Cut(rows, "\n")
		buffer = split(buffer[:0], line)
		if len(buffer) != columns {
			return nil, fmt.Errorf("%s: want %d cells, got %d", buffer[0], columns, len(buffer))
		}
		row := row{cells: buffer, architectures: architectures, usageClasses: usageClasses}
		types = append(types, row.instanceType())
		if row.err != nil {
			return nil, fmt.Errorf("%s: %w", buffer[0], row.err)
		}
	}
	return types, nil
}

// split appends the cells of a line.
func split(cells []string, line string) []string {
	for {
		cell, rest, more := strings.Cut(line, "\t")
		cells = append(cells, cell)
		if !more {
			return cells
		}
		line = rest
	}
}

// lists keeps one list per distinct cell. Types share them; clone detaches what
// callers get.
type lists[S ~string] map[string][]S

func (l lists[S]) list(cell string) []S {
	members, found := l[cell]
	if !found {
		members = list[S](cell)
		l[cell] = members
	}
	return members
}

// row takes the cells of a line from left to right and keeps the first error.
type row struct {
	cells         []string
	architectures lists[Architecture]
	usageClasses  lists[UsageClass]
	err           error
}

func (r *row) instanceType() InstanceType {
	t := InstanceType{
		Name:                      r.text(),
		VCPUs:                     r.number(),
		MemoryMiB:                 r.number(),
		Architectures:             r.architectures.list(r.text()),
		BareMetal:                 r.flag(),
		CurrentGeneration:         r.flag(),
		MaxNetworkInterfaces:      r.number(),
		NetworkCardZeroInterfaces: r.number(),
		NetworkPerformance:        r.text(),
		EFAInterfaces:             r.number(),
		NetworkCards:              r.number(),
		LocalStorageGB:            r.number(),
		UsageClasses:              r.usageClasses.list(r.text()),
		Status:                    Status(r.text()),
		StatusNote:                r.text(),
		OnDemandUSDPerHour:        r.decimal(),
		ENITrunking:               r.answer(),
		Accelerators:              r.accelerators(),
		Generation:                Generation(r.text()),
		ComputeCapability:         r.capability(),
	}
	detail := r.text()
	t.GPUs = r.decimal()
	t.TotalGPUMemoryMiB = r.number()
	t.Regions = list[string](r.text())
	t.Interconnect, t.InterconnectDetail = interconnect(detail, t.GPUs)
	if t.IsNVIDIA() {
		t.GPUMemoryMiB = t.Accelerators[0].MemoryMiBEach
	}
	return t
}

func (r *row) text() string {
	cell := r.cells[0]
	r.cells = r.cells[1:]
	return cell
}

func (r *row) number() int { return r.parse(strconv.Atoi(zero(r.text()))) }

func (r *row) parse(n int, err error) int {
	if r.err == nil {
		r.err = err
	}
	return n
}

func (r *row) decimal() float64 {
	f, err := strconv.ParseFloat(zero(r.text()), 64)
	r.parse(0, err)
	return f
}

func (r *row) flag() bool { return r.text() == "y" }

func (r *row) answer() fact.Answer {
	if cell := r.text(); cell != "" {
		return fact.Answer(cell)
	}
	return fact.Maybe
}

func (r *row) capability() ComputeCapability {
	cell := r.text()
	if cell == "" {
		return ComputeCapability{}
	}
	c, err := ParseComputeCapability(cell)
	r.parse(0, err)
	return c
}

func (r *row) accelerators() []Accelerator {
	var devices []Accelerator
	for _, device := range list[string](strings.ReplaceAll(r.text(), ";", ",")) {
		fields := row{cells: strings.Split(device, "/")}
		if len(fields.cells) != 9 {
			r.parse(0, fmt.Errorf("accelerator %q: want 9 fields", device))
			return nil
		}
		devices = append(devices, Accelerator{
			Kind:              AcceleratorKind(fields.text()),
			Manufacturer:      Manufacturer(fields.text()),
			Name:              fields.text(),
			Count:             fields.number(),
			LogicalCount:      fields.number(),
			PartitionSize:     fields.decimal(),
			MemoryMiBEach:     fields.number(),
			CoresPerDevice:    fields.number(),
			NeuronCoreVersion: fields.number(),
		})
		r.parse(0, fields.err)
	}
	return devices
}

// interconnect puts the source's prose into the closed set. The prose speaks of
// a family, so a size with at most one GPU has nothing to connect, whatever it
// says.
func interconnect(prose string, gpus float64) (Interconnect, string) {
	switch {
	case gpus <= 1:
		return NoInterconnect, ""
	case strings.HasPrefix(prose, string(NVSwitch)):
		return NVSwitch, prose
	case strings.HasPrefix(prose, string(NVLink)):
		return NVLink, prose
	}
	return PCIe, prose
}

// list splits a cell at commas; an empty cell is no list.
func list[S ~string](cell string) []S {
	if cell == "" {
		return nil
	}
	words := strings.Split(cell, ",")
	members := make([]S, len(words))
	for i, w := range words {
		members[i] = S(w)
	}
	return members
}

func zero(cell string) string {
	if cell == "" {
		return "0"
	}
	return cell
}
