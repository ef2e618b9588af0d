package sizing_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// offer is what an instance of the named type registers.
func offer(t *testing.T, name string) sizing.Offer {
	t.Helper()
	found, ok := hardware.Lookup(name)
	require.True(t, ok, name)
	return sizing.OfferOf(found, 0)
}

// gpuTask is a task with whole GPUs.
func gpuTask(family string, gpus, cpuUnits, memoryMiB int) sizing.Request {
	return sizing.Request{Family: family, CPUUnits: cpuUnits, MemoryMiB: memoryMiB, GPU: sizing.GPUDemand{Devices: gpus}}
}

func TestOfferOf_defaults(t *testing.T) {
	assert.Equal(t, sizing.Offer{
		InstanceType:  "g5.12xlarge",
		Architectures: []hardware.Architecture{hardware.X86_64},
		CPUUnits:      48 * 1024,
		MemoryMiB:     196608 - 14746, // 7.5 % rounded up
		GPUs:          4, GPUFraction: 1, GPUMemoryMiB: 22337,
		Interfaces: 14, // of 15
	}, offer(t, "g5.12xlarge"))
}

func TestOfferOf_unusual_types(t *testing.T) {
	assert.Equal(t, 3, offer(t, "p3.2xlarge").Interfaces, "retired types have limits too")
	assert.Equal(t, 1, offer(t, "p5.48xlarge").Interfaces, "2 on network card 0, where EC2 attaches interfaces")
	slice := offer(t, "g6f.large")
	assert.Equal(t, 1, slice.GPUs, "a fractional instance has one device")
	assert.Equal(t, 0.125, slice.GPUFraction)
	for _, name := range []string{"g4ad.xlarge", "dl1.24xlarge", "inf2.xlarge", "c5.large"} {
		assert.Zero(t, offer(t, name).GPUs, "ECS hands out NVIDIA GPUs only: "+name)
	}
}

func TestSchedulable(t *testing.T) {
	m4, _ := hardware.Lookup("m4.large")
	assert.Equal(t, 7577, sizing.Schedulable(m4, 0), "8192 less 614.4, rounded up against the task")
	assert.Equal(t, 7987, sizing.SchedulableAtBest(m4, 0), "the documentation's m4.large registers 7985")
	assert.Equal(t, 7321, sizing.Schedulable(m4, 256))
	assert.Equal(t, 7577, sizing.Schedulable(m4, 65536), "the agent ignores a reservation above 65535")
	assert.Equal(t, 0, sizing.Schedulable(m4, 60000), "never negative")
}

func TestOffer_Concurrent(t *testing.T) {
	for name, c := range map[string]struct {
		instance string
		request  sizing.Request
		want     int
		limit    sizing.Limit
	}{
		"one V100 runs one single-GPU task":           {"p3.2xlarge", gpuTask("t", 1, 1024, 6144), 1, sizing.LimitGPUs},
		"four V100s run no 8-GPU task":                {"p3.8xlarge", gpuTask("t", 8, 1024, 131072), 0, sizing.LimitGPUs},
		"eight V100s run two 4-GPU tasks":             {"p3.16xlarge", gpuTask("t", 4, 1024, 8192), 2, sizing.LimitGPUs},
		"CPU limits before GPUs":                      {"g5.12xlarge", gpuTask("t", 1, 16*1024, 1024), 3, sizing.LimitCPU},
		"memory limits before GPUs":                   {"g5.12xlarge", gpuTask("t", 1, 1024, 90000), 2, sizing.LimitMemory},
		"the nominal memory is not there":             {"g5.xlarge", gpuTask("t", 1, 1024, 16384), 0, sizing.LimitMemory},
		"all GPUs are one task's":                     {"g5.12xlarge", sizing.Request{MemoryMiB: 1, GPU: sizing.GPUDemand{All: true}}, 1, sizing.LimitGPUs},
		"all GPUs of an instance without GPUs":        {"c5.large", sizing.Request{MemoryMiB: 1, GPU: sizing.GPUDemand{All: true}}, 0, sizing.LimitGPUs},
		"shared GPUs are limited by their memory":     {"g5.12xlarge", sizing.Request{GPU: sizing.GPUDemand{SharedMemoryMiB: 10000}}, 8, sizing.LimitGPUMemory},
		"two shares of half an L4 by EC2's figure":    {"g6.xlarge", sizing.Request{GPU: sizing.GPUDemand{SharedMemoryMiB: 11400}}, 1, sizing.LimitGPUMemory},
		"two shares of half of what ECS has of it":    {"g6.xlarge", sizing.Request{GPU: sizing.GPUDemand{SharedMemoryMiB: 11281}}, 2, sizing.LimitGPUMemory},
		"a share does not span two GPUs":              {"g5.12xlarge", sizing.Request{GPU: sizing.GPUDemand{SharedMemoryMiB: 23000}}, 0, sizing.LimitGPUMemory},
		"a fraction runs on a fractional instance":    {"g6f.large", sizing.Request{MemoryMiB: 1, GPU: sizing.GPUDemand{Devices: 1, Fraction: 0.125}}, 1, sizing.LimitGPUs},
		"a fraction does not run on a smaller one":    {"g6f.large", sizing.Request{MemoryMiB: 1, GPU: sizing.GPUDemand{Devices: 1, Fraction: 0.25}}, 0, sizing.LimitGPUs},
		"a fraction does not run on a whole GPU":      {"g6.xlarge", sizing.Request{MemoryMiB: 1, GPU: sizing.GPUDemand{Devices: 1, Fraction: 0.125}}, 0, sizing.LimitGPUs},
		"a whole GPU does not run on a fraction":      {"g6f.4xlarge", gpuTask("t", 1, 0, 1), 0, sizing.LimitGPUs},
		"all GPUs of a fraction are not counted on":   {"g6f.large", sizing.Request{MemoryMiB: 1, GPU: sizing.GPUDemand{All: true}}, 0, sizing.LimitGPUs},
		"a fraction is not shared":                    {"g6f.large", sizing.Request{GPU: sizing.GPUDemand{SharedMemoryMiB: 100}}, 0, sizing.LimitGPUs},
		"awsvpc tasks need an interface each":         {"c5.large", sizing.Request{MemoryMiB: 100, Interfaces: 1}, 2, sizing.LimitInterfaces},
		"a fixed host port serves one task":           {"c5.4xlarge", sizing.Request{MemoryMiB: 100, HostPorts: []sizing.HostPort{{"tcp", 80}}}, 1, sizing.LimitPorts},
		"the agent's own port is taken":               {"c5.4xlarge", sizing.Request{MemoryMiB: 100, HostPorts: []sizing.HostPort{{"tcp", 51678}}}, 0, sizing.LimitPorts},
		"an arm64 task does not run on x86_64":        {"g5.xlarge", sizing.Request{MemoryMiB: 1, Architecture: hardware.ARM64}, 0, sizing.LimitArchitecture},
		"a GPU task does not run without NVIDIA GPUs": {"g4ad.xlarge", gpuTask("t", 1, 0, 1), 0, sizing.LimitGPUs},
		"a task without GPUs runs on a GPU instance":  {"g5.xlarge", sizing.Request{CPUUnits: 2048, MemoryMiB: 1024}, 2, sizing.LimitCPU},
		"what ECS refuses to register never runs":     {"g5.xlarge", sizing.Request{GPU: sizing.GPUDemand{Refused: "no"}}, 0, sizing.LimitGPUs},
	} {
		t.Run(name, func(t *testing.T) {
			n, limit, bounded := offer(t, c.instance).Concurrent(c.request)
			assert.True(t, bounded)
			assert.Equal(t, c.want, n)
			assert.Equal(t, c.limit, limit)
		})
	}
}

func TestOffer_Concurrent_unbounded(t *testing.T) {
	_, _, bounded := offer(t, "g5.xlarge").Concurrent(sizing.Request{})
	assert.False(t, bounded, "a task that reserves nothing is not limited")
}

func TestOffer_Shortages(t *testing.T) {
	assert.Equal(t, []sizing.Shortage{
		{sizing.LimitGPUs, 8, 4},
		{sizing.LimitMemory, 300000, 249856 - 18740},
	}, offer(t, "p3.8xlarge").Shortages(gpuTask("t", 8, 1024, 300000)))
}

func TestFits(t *testing.T) {
	g5, _ := hardware.Lookup("g5.xlarge")
	assert.True(t, sizing.Fits(gpuTask("t", 1, 1024, 15000), g5, 0))
	assert.False(t, sizing.Fits(gpuTask("t", 1, 1024, 15000), g5, 512))
}
