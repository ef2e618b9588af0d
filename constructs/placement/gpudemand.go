package placement

import (
	"cmp"
	"fmt"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// GPUDemand is what the containers of one task request of the GPUs of an instance. The zero value requests none.
type GPUDemand struct {
	// Devices is the number of GPUs that no other task gets. Clashes with All
	// and SharedMemoryMiB.
	Devices int

	// All takes every GPU of the instance.
	All bool

	// Fraction, above 0 and below 1, requests Devices on a fractional instance
	// (G6f, Gr6f) that has at least this part of a GPU; see
	// inventory.FractionsUncertain. Whether a fraction can be split further is
	// not documented, so each device serves one container.
	Fraction float64

	// SharedMemoryMiB is memory of one GPU that tasks share by NVIDIA MPS. All
	// sharing containers of a task land on the same GPU.
	SharedMemoryMiB int

	// Neuron takes every Neuron device of a Managed Instances host.
	Neuron bool

	// Refused says why ECS takes no such request; empty when it does.
	Refused string
}

// IsZero reports whether no GPU is requested.
func (d GPUDemand) IsZero() bool { return d == GPUDemand{} }

func (d *GPUDemand) add(r inventory.GPURequest) {
	if err := r.Validate(); err != nil {
		d.Refused = cmp.Or(d.Refused, err.Error())
		return
	}
	switch r.Kind() {
	case inventory.GPURequestWhole:
		d.Devices += int(r.GPUs())
	case inventory.GPURequestAll:
		d.All = true
	case inventory.GPURequestFraction:
		d.Devices++
		d.Fraction = max(d.Fraction, r.GPUs())
	case inventory.GPURequestShared:
		d.SharedMemoryMiB += r.MemoryMiB()
	case inventory.GPURequestNeuronDevice:
		d.Neuron = true
	}
}

// refuseClashes applies ECS's rule that all containers of a task request GPUs in the same way.
func (d *GPUDemand) refuseClashes() {
	ways := 0
	for _, asked := range []bool{d.All, d.Neuron, d.Devices > 0, d.SharedMemoryMiB > 0} {
		if asked {
			ways++
		}
	}
	if ways > 1 {
		d.Refused = cmp.Or(d.Refused, "all containers of a task must request GPUs in the same way")
	}
}

// String returns the demand as a person says it: "4 GPUs".
func (d GPUDemand) String() string {
	switch {
	case d.All:
		return "all GPUs"
	case d.Neuron:
		return "all Neuron devices"
	case d.SharedMemoryMiB > 0:
		return fmt.Sprintf("%d MiB of a shared GPU", d.SharedMemoryMiB)
	case d.Fraction > 0 && d.Devices == 1:
		return fmt.Sprintf("%g GPU", d.Fraction)
	case d.Fraction > 0:
		return fmt.Sprintf("%d x %g GPU", d.Devices, d.Fraction)
	case d.Devices == 1:
		return "1 GPU"
	case d.Devices > 1:
		return fmt.Sprintf("%d GPUs", d.Devices)
	}
	return "no GPU"
}

// weight orders demands: all GPUs, many, one, a share, none.
func (d GPUDemand) weight() float64 {
	switch {
	case d.All, d.Neuron:
		return 1e6
	case d.SharedMemoryMiB > 0:
		return float64(d.SharedMemoryMiB) / 1e9
	}
	return float64(d.Devices)
}
