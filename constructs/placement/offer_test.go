package placement_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// offer returns what an instance of the named type registers.
func offer(t *testing.T, name string) *placement.Offer {
	t.Helper()
	found, ok := hardware.Lookup(name)
	require.True(t, ok, name)
	o := placement.OfferOf(found, 0)
	return &o
}

// gpuTask returns a task with whole GPUs.
func gpuTask(family string, gpus, cpuUnits, memoryMiB int) placement.Demand {
	return placement.Demand{Family: family, CPUUnits: cpuUnits, MemoryMiB: memoryMiB, GPU: placement.GPUDemand{Devices: gpus}}
}

func TestOfferOf_defaults(t *testing.T) {
	assert.Equal(t, placement.Offer{
		InstanceType:    "g5.12xlarge",
		Architectures:   []hardware.Architecture{hardware.X86_64},
		CPUUnits:        48 * 1024,
		MemoryMiB:       196608 - 14746, // 7.5 % rounded up
		MemoryAtBestMiB: 196607,
		GPUs:            4, GPUFraction: 1, GPUMemoryMiB: 22337, GPUMemoryAtBestMiB: 23028,
		EFAFiles:   1,
		Interfaces: 14, InterfacesAtBest: 14, // of 15
	}, *offer(t, "g5.12xlarge"))
}

func TestOfferOf_unusual_types(t *testing.T) {
	slice := offer(t, "g6f.large")
	assert.Equal(t, 1, slice.GPUs, "a fractional instance has one device")
	assert.Equal(t, 0.125, slice.GPUFraction)
	for _, name := range []string{"g4ad.xlarge", "dl1.24xlarge", "inf2.xlarge", "c5.large"} {
		assert.Zero(t, offer(t, name).GPUs, "ECS hands out NVIDIA GPUs only: "+name)
	}
}

func TestSchedulable(t *testing.T) {
	m4, _ := hardware.Lookup("m4.large")
	assert.Equal(t, 7577, placement.Schedulable(m4, 0), "8192 less 614.4, rounded up against the task")
	assert.Equal(t, 8191, placement.SchedulableAtBest(m4, 0), "the system takes something everywhere")
	assert.Equal(t, 7321, placement.Schedulable(m4, 256))
	assert.Equal(t, 7577, placement.Schedulable(m4, 65536), "the agent ignores a reservation above 65535")
	assert.Equal(t, 0, placement.Schedulable(m4, 60000), "never negative")
}

func TestOffer_Concurrent(t *testing.T) {
	for name, c := range map[string]struct {
		instance string
		request  placement.Demand
		want     int
		limit    placement.Limit
	}{
		"one V100 runs one single-GPU task":           {"p3.2xlarge", gpuTask("t", 1, 1024, 6144), 1, placement.LimitGPUs},
		"four V100s run no 8-GPU task":                {"p3.8xlarge", gpuTask("t", 8, 1024, 131072), 0, placement.LimitGPUs},
		"eight V100s run two 4-GPU tasks":             {"p3.16xlarge", gpuTask("t", 4, 1024, 8192), 2, placement.LimitGPUs},
		"CPU limits before GPUs":                      {"g5.12xlarge", gpuTask("t", 1, 16*1024, 1024), 3, placement.LimitCPU},
		"memory limits before GPUs":                   {"g5.12xlarge", gpuTask("t", 1, 1024, 90000), 2, placement.LimitMemory},
		"the nominal memory is not there":             {"g5.xlarge", gpuTask("t", 1, 1024, 16384), 0, placement.LimitMemory},
		"all GPUs are one task's":                     {"g5.12xlarge", placement.Demand{MemoryMiB: 1, GPU: placement.GPUDemand{All: true}}, 1, placement.LimitGPUs},
		"all GPUs of an instance without GPUs":        {"c5.large", placement.Demand{MemoryMiB: 1, GPU: placement.GPUDemand{All: true}}, 0, placement.LimitGPUs},
		"shared GPUs are limited by their memory":     {"g5.12xlarge", placement.Demand{GPU: placement.GPUDemand{SharedMemoryMiB: 10000}}, 8, placement.LimitGPUMemory},
		"two shares of half an L4 by EC2's figure":    {"g6.xlarge", placement.Demand{GPU: placement.GPUDemand{SharedMemoryMiB: 11400}}, 1, placement.LimitGPUMemory},
		"two shares of half of what ECS has of it":    {"g6.xlarge", placement.Demand{GPU: placement.GPUDemand{SharedMemoryMiB: 11281}}, 2, placement.LimitGPUMemory},
		"a share does not span two GPUs":              {"g5.12xlarge", placement.Demand{GPU: placement.GPUDemand{SharedMemoryMiB: 23000}}, 0, placement.LimitGPUMemory},
		"a fraction runs on a fractional instance":    {"g6f.large", placement.Demand{MemoryMiB: 1, GPU: placement.GPUDemand{Devices: 1, Fraction: 0.125}}, 1, placement.LimitGPUs},
		"a fraction does not run on a smaller one":    {"g6f.large", placement.Demand{MemoryMiB: 1, GPU: placement.GPUDemand{Devices: 1, Fraction: 0.25}}, 0, placement.LimitGPUFraction},
		"a fraction does not run on a whole GPU":      {"g6.xlarge", placement.Demand{MemoryMiB: 1, GPU: placement.GPUDemand{Devices: 1, Fraction: 0.125}}, 0, placement.LimitGPUFraction},
		"a whole GPU does not run on a fraction":      {"g6f.4xlarge", gpuTask("t", 1, 0, 1), 0, placement.LimitGPUs},
		"all GPUs of a fraction are not counted on":   {"g6f.large", placement.Demand{MemoryMiB: 1, GPU: placement.GPUDemand{All: true}}, 0, placement.LimitGPUs},
		"a fraction is not shared":                    {"g6f.large", placement.Demand{GPU: placement.GPUDemand{SharedMemoryMiB: 100}}, 0, placement.LimitGPUs},
		"awsvpc tasks need an interface each":         {"c5.large", placement.Demand{MemoryMiB: 100, Interfaces: 1}, 2, placement.LimitInterfaces},
		"a fixed host port serves one task":           {"c5.4xlarge", placement.Demand{MemoryMiB: 100, HostPorts: []placement.HostPort{{"tcp", 80}}}, 1, placement.LimitPorts},
		"the agent's own port is taken":               {"c5.4xlarge", placement.Demand{MemoryMiB: 100, HostPorts: []placement.HostPort{{"tcp", 51678}}}, 0, placement.LimitPorts},
		"an arm64 task does not run on x86_64":        {"g5.xlarge", placement.Demand{MemoryMiB: 1, Architecture: hardware.ARM64}, 0, placement.LimitArchitecture},
		"a GPU task does not run without NVIDIA GPUs": {"g4ad.xlarge", gpuTask("t", 1, 0, 1), 0, placement.LimitGPUs},
		"a task without GPUs runs on a GPU instance":  {"g5.xlarge", placement.Demand{CPUUnits: 2048, MemoryMiB: 1024}, 2, placement.LimitCPU},
		"what ECS refuses to register never runs":     {"g5.xlarge", placement.Demand{GPU: placement.GPUDemand{Refused: "no"}}, 0, placement.LimitGPUs},
	} {
		t.Run(name, func(t *testing.T) {
			n, limit, bounded := offer(t, c.instance).Concurrent(&c.request)
			assert.True(t, bounded)
			assert.Equal(t, c.want, n)
			assert.Equal(t, c.limit, limit)
		})
	}
}

func TestOffer_Concurrent_unbounded(t *testing.T) {
	_, _, bounded := offer(t, "g5.xlarge").Concurrent(&placement.Demand{})
	assert.False(t, bounded, "a task that reserves nothing is not limited")
}

func TestOffer_Shortages(t *testing.T) {
	d := gpuTask("t", 8, 1024, 300000)
	var got []string
	for _, s := range offer(t, "p3.8xlarge").Shortages(&d) {
		assert.True(t, s.Certain)
		got = append(got, s.Requests+"; "+s.Has)
	}
	assert.Equal(t, []string{"requests 8 GPUs; has 4", "requests 300000 MiB; has less than 249856 MiB for tasks; only about 231116 can be counted on"}, got)
}

// Between what can be counted on and what there is at best nobody can say whether
// a task is placed.
func TestOffer_Shortages_uncertain(t *testing.T) {
	for name, c := range map[string]struct {
		instance string
		demand   placement.Demand
		certain  bool
	}{
		"memory that the system may leave":      {"g5.xlarge", placement.Demand{MemoryMiB: 15800}, false},
		"all of the nominal memory":             {"g5.xlarge", placement.Demand{MemoryMiB: 16384}, true},
		"GPU memory that the driver may leave":  {"g5.xlarge", placement.Demand{GPU: placement.GPUDemand{SharedMemoryMiB: 22600}}, false},
		"a whole GPU on a part of one":          {"g6f.large", gpuTask("t", 1, 0, 1), false},
		"two GPUs on a part of one":             {"g6f.large", gpuTask("t", 2, 0, 1), true},
		"a part of a GPU on whole ones":         {"g6.xlarge", placement.Demand{GPU: placement.GPUDemand{Devices: 1, Fraction: 0.5}}, false},
		"a part of a GPU where there is no GPU": {"c5.large", placement.Demand{GPU: placement.GPUDemand{Devices: 1, Fraction: 0.5}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			shortages := offer(t, c.instance).Shortages(&c.demand)
			require.Len(t, shortages, 1)
			assert.Equal(t, c.certain, shortages[0].Certain)
		})
	}
}

// EC2 attaches to network card 0 unless told otherwise, and ECS documents no
// choice of card.
func TestOfferOf_networkCards(t *testing.T) {
	p5 := offer(t, "p5.48xlarge")
	assert.Equal(t, 1, p5.Interfaces, "card 0 has two, and the instance uses one")
	assert.Equal(t, 63, p5.InterfacesAtBest)
	assert.Equal(t, 3, offer(t, "p3.2xlarge").Interfaces)
}
