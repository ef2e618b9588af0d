package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Instances is a table of instance types. Columns that are empty for all of
// them are left out.
func Instances(types []hardware.InstanceType) string {
	columns := []column{
		{"TYPE", left, func(t hardware.InstanceType) string { return t.Name }},
		{"GPUS", right, func(t hardware.InstanceType) string { return number(t.GPUs) }},
		{"ACCELERATOR", left, accelerator},
		{"MEM/GPU", right, func(t hardware.InstanceType) string { return gib(t.GPUMemoryMiB) }},
		{"GPU MEM", right, func(t hardware.InstanceType) string { return gib(t.TotalGPUMemoryMiB) }},
		{"GENERATION", left, func(t hardware.InstanceType) string { return string(t.Generation) }},
		{"CC", right, func(t hardware.InstanceType) string { return t.ComputeCapability.String() }},
		{"LINK", left, link},
		{"VCPUS", right, func(t hardware.InstanceType) string { return strconv.Itoa(t.VCPUs) }},
		{"MEMORY", right, func(t hardware.InstanceType) string { return gib(t.MemoryMiB) }},
		{"ARCH", left, architectures},
		{"EFA", right, func(t hardware.InstanceType) string { return count(t.EFAInterfaces) }},
		{"NVME", right, storage},
		{"USD/H", right, price},
		{"STATUS", left, status},
	}
	return tabulate(types, columns)
}

type align = text.Align

const (
	left  = text.AlignLeft
	right = text.AlignRight
)

type column struct {
	title string
	align align
	value func(hardware.InstanceType) string
}

func tabulate(types []hardware.InstanceType, columns []column) string {
	writer := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	writer.SetStyle(style)
	var configs []table.ColumnConfig
	var shown []column
	var header table.Row
	for _, c := range columns {
		if !anyValue(types, c) {
			continue
		}
		shown = append(shown, c)
		header = append(header, c.title)
		configs = append(configs, table.ColumnConfig{Number: len(shown), Align: c.align, AlignHeader: c.align})
	}
	writer.AppendHeader(header)
	writer.SetColumnConfigs(configs)
	for _, t := range types {
		var row table.Row
		for _, c := range shown {
			row = append(row, c.value(t))
		}
		writer.AppendRow(row)
	}
	return trimLines(writer.Render())
}

func anyValue(types []hardware.InstanceType, c column) bool {
	for _, t := range types {
		if c.value(t) != "" {
			return true
		}
	}
	return false
}

// trimLines removes the padding after the last column.
func trimLines(table string) string {
	var out strings.Builder
	for _, line := range strings.Split(table, "\n") {
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

func accelerator(t hardware.InstanceType) string {
	var names []string
	for _, a := range t.Accelerators {
		name := a.Name
		if a.Manufacturer != hardware.NVIDIA {
			name = fmt.Sprintf("%d x %s", a.Count, a.Name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func link(t hardware.InstanceType) string {
	if t.Interconnect == hardware.NoInterconnect {
		return ""
	}
	return string(t.Interconnect)
}

func architectures(t hardware.InstanceType) string {
	var names []string
	for _, a := range t.Architectures {
		names = append(names, string(a))
	}
	return strings.Join(names, ",")
}

func storage(t hardware.InstanceType) string {
	if t.LocalStorageGB == 0 {
		return ""
	}
	return strconv.Itoa(t.LocalStorageGB) + " GB"
}

func price(t hardware.InstanceType) string {
	if t.OnDemandUSDPerHour == 0 {
		return "?"
	}
	return fmt.Sprintf("%.2f", t.OnDemandUSDPerHour)
}

// status is shown where it is not the expected one.
func status(t hardware.InstanceType) string {
	if t.Status == hardware.Offered {
		return ""
	}
	return string(t.Status)
}

// gib is memory, or nothing where there is none.
func gib(mib int) string {
	if mib == 0 {
		return ""
	}
	return sizing.MemoryText(mib)
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func number(value float64) string {
	if value == 0 {
		return ""
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}
