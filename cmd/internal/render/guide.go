package render

import (
	"strconv"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// Guide returns the table of instance types with the columns of the Amazon ECS
// developer guide, and whether a type can still be had.
func Guide(types []hardware.InstanceType) output.Text {
	return tabulate(types, []column{
		{"TYPE", left, func(t hardware.InstanceType) string { return t.Name }},
		{"GPUS", right, func(t hardware.InstanceType) string { return number(t.GPUs) }},
		{"GPU MEM", right, func(t hardware.InstanceType) string { return gib(t.TotalGPUMemoryMiB) }},
		{"VCPUS", right, func(t hardware.InstanceType) string { return strconv.Itoa(t.VCPUs) }},
		{"MEMORY", right, func(t hardware.InstanceType) string { return gib(t.MemoryMiB) }},
		{"STATUS", left, func(t hardware.InstanceType) string { return string(t.Status) }},
	})
}
