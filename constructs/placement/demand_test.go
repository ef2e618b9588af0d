package placement_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// definition returns a task definition of the given containers.
func definition(containers ...*inventory.Container) *inventory.TaskDefinition {
	return &inventory.TaskDefinition{Item: inventory.Item{LogicalID: "Task"}, Containers: inventory.ListOf(containers...)}
}

func TestRequestOf_defaults(t *testing.T) {
	assert.Equal(t, placement.Demand{Family: "Task"}, placement.DemandOf(definition(&inventory.Container{})))
}

func TestRequestOf_sums_containers(t *testing.T) {
	r := placement.DemandOf(definition(
		&inventory.Container{CPUUnits: inventory.Known(512), MemoryMiB: inventory.Known(2048), MemoryReservationMiB: inventory.Known(1024), GPURequests: inventory.Knowns(inventory.WholeGPUs(2))},
		&inventory.Container{CPUUnits: inventory.Known(256), MemoryMiB: inventory.Known(512), GPURequests: inventory.Knowns(inventory.WholeGPUs(1))},
	))
	assert.Equal(t, 768, r.CPUUnits)
	assert.Equal(t, 1536, r.MemoryMiB, "placement counts a reservation before a limit")
	assert.Equal(t, placement.GPUDemand{Devices: 3}, r.GPU)
}

func TestRequestOf_prefers_the_tasks_own_figures(t *testing.T) {
	d := definition(&inventory.Container{CPUUnits: inventory.Known(512), MemoryMiB: inventory.Known(2048)})
	d.CPUUnits, d.MemoryMiB = inventory.Known(1024), inventory.Known(4096)
	r := placement.DemandOf(d)
	assert.Equal(t, 1024, r.CPUUnits)
	assert.Equal(t, 4096, r.MemoryMiB)
}

func TestRequestOf_GPUs(t *testing.T) {
	for name, c := range map[string]struct {
		requests []inventory.GPURequest
		want     placement.GPUDemand
	}{
		"all of an instance":       {[]inventory.GPURequest{inventory.AllGPUs()}, placement.GPUDemand{All: true}},
		"a fraction":               {[]inventory.GPURequest{inventory.FractionalGPU(0.25)}, placement.GPUDemand{Devices: 1, Fraction: 0.25}},
		"shares add up on one GPU": {[]inventory.GPURequest{inventory.SharedGPU(1000, 0), inventory.SharedGPU(500, 50)}, placement.GPUDemand{SharedMemoryMiB: 1500}},
		"all Neuron devices":       {[]inventory.GPURequest{inventory.NeuronDevices("ALL")}, placement.GPUDemand{Neuron: true}},
	} {
		t.Run(name, func(t *testing.T) {
			var containers []*inventory.Container
			for _, r := range c.requests {
				containers = append(containers, &inventory.Container{GPURequests: inventory.Knowns(r)})
			}
			assert.Equal(t, c.want, placement.DemandOf(definition(containers...)).GPU)
		})
	}
}

func TestRequestOf_rejects(t *testing.T) {
	mixed := placement.DemandOf(definition(
		&inventory.Container{GPURequests: inventory.Knowns(inventory.WholeGPUs(1))},
		&inventory.Container{GPURequests: inventory.Knowns(inventory.SharedGPU(1000, 0))},
	))
	assert.Equal(t, "all containers of a task must request GPUs in the same way", mixed.GPU.Refused)
	ended := placement.DemandOf(definition(&inventory.Container{GPURequests: inventory.Knowns(inventory.ParseGPURequest("InferenceAccelerator", "eia2"))}))
	assert.Contains(t, ended.GPU.Refused, "Elastic Inference ended")
}

func TestRequestOf_network(t *testing.T) {
	ports := inventory.ListOf(
		inventory.PortMapping{ContainerPort: inventory.Known(80), HostPort: inventory.Known(8080)},
		inventory.PortMapping{ContainerPort: inventory.Known(90)},
	)
	for name, c := range map[string]struct {
		mode       string
		interfaces int
		ports      []placement.HostPort
	}{
		"awsvpc tasks have an interface of their own":     {"awsvpc", 1, nil},
		"bridge tasks occupy the host ports they name":    {"bridge", 0, []placement.HostPort{{Protocol: "tcp", Number: 8080}}},
		"host tasks occupy the container's ports as well": {"host", 0, []placement.HostPort{{Protocol: "tcp", Number: 90}, {Protocol: "tcp", Number: 8080}}},
		"tasks without a network occupy nothing":          {"none", 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := definition(&inventory.Container{PortMappings: ports})
			d.NetworkMode = inventory.Known(c.mode)
			r := placement.DemandOf(d)
			assert.Equal(t, c.interfaces, r.Interfaces)
			assert.Equal(t, c.ports, r.HostPorts)
			assert.Empty(t, r.Unknown)
		})
	}
}

func TestRequestOf_unknowns_count_as_nothing(t *testing.T) {
	d := definition(&inventory.Container{CPUUnits: inventory.NotKnown[int]("later"), GPURequests: inventory.ListOf(inventory.NotKnown[inventory.GPURequest]("later"))})
	d.MemoryMiB, d.NetworkMode, d.Architecture = inventory.NotKnown[int]("later"), inventory.NotKnown[string]("later"), inventory.NotKnown[string]("later")
	r := placement.DemandOf(d)
	assert.Equal(t, []string{"architecture", "cpu", "gpus", "memory", "networkMode"}, r.Unknown)
	assert.Zero(t, r.CPUUnits+r.MemoryMiB+r.GPU.Devices)
}

func TestRequestOf_architecture(t *testing.T) {
	d := definition(&inventory.Container{})
	d.Architecture = inventory.Known("ARM64")
	assert.Equal(t, hardware.ARM64, placement.DemandOf(d).Architecture)
}
