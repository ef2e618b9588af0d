package stacks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// gpuCode is for which GPUs a CUDA program is compiled: machine code for each
// compute capability, and PTX of the last, which the driver translates for what
// comes after it.
type gpuCode []hardware.ComputeCapability

// dsstneCode is what the image of DSSTNE is compiled for: each generation that
// CUDA 13 knows and EC2 has. CUDA 13 knows no GPU before Turing.
var dsstneCode = gpuCode{{Major: 7, Minor: 5}, {Major: 8}, {Major: 9}, {Major: 10}, {Major: 12}}

// runsOn reports whether a GPU executes some of the code. Machine code runs on
// GPUs of its major version and the same or a later minor one, PTX on those of
// its version and later (CUDA C++ programming guide, binary and PTX
// compatibility).
func (c gpuCode) runsOn(gpu hardware.ComputeCapability) bool {
	return gpu.AtLeast(c[len(c)-1]) || slices.ContainsFunc(c, func(code hardware.ComputeCapability) bool {
		return code.Major == gpu.Major && gpu.AtLeast(code)
	})
}

// nvccFlags returns the options with which nvcc makes the code.
func (c gpuCode) nvccFlags() string {
	var flags []string
	flag := func(code hardware.ComputeCapability, form string) {
		version := fmt.Sprintf("%d%d", code.Major, code.Minor)
		flags = append(flags, fmt.Sprintf("-gencode=arch=compute_%s,code=%s_%s", version, form, version))
	}
	for _, code := range c {
		flag(code, "sm")
	}
	flag(c[len(c)-1], "compute")
	return strings.Join(flags, " ")
}
