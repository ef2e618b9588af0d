package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Instances returns a table of instance types. Columns that are empty for all
// of them are left out.
func Instances(types []hardware.InstanceType) output.Text {
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

type column struct {
	title string
	align output.Align
	value func(hardware.InstanceType) string
}

func tabulate(types []hardware.InstanceType, columns []column) output.Text {
	shown := slices.DeleteFunc(columns, func(c column) bool { return !anyValue(types, c) })
	var table output.Table
	for _, c := range shown {
		table.Column(c.title, c.align)
	}
	for _, t := range types {
		var row []any
		for _, c := range shown {
			row = append(row, c.value(t))
		}
		table.Row(row...)
	}
	var page output.Lines
	page.AddTable(&table)
	return page.Text()
}

func anyValue(types []hardware.InstanceType, c column) bool {
	for _, t := range types {
		if c.value(t) != "" {
			return true
		}
	}
	return false
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

// status returns the status where it is not the expected one.
func status(t hardware.InstanceType) string {
	if t.Status == hardware.Offered {
		return ""
	}
	return string(t.Status)
}

// gib returns memory, or nothing where there is none.
func gib(mib int) string {
	if mib == 0 {
		return ""
	}
	return placement.MemoryText(mib)
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
