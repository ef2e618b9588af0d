package hardware

import (
	"fmt"
	"strings"
)

// Kind is what ECS can hand to a container beside CPU and memory.
type Kind string

// The kinds of instance types.
const (
	// CPUKind: no accelerator.
	CPUKind Kind = "cpu"
	// GPUKind: NVIDIA GPUs, the only ones that ECS schedules.
	GPUKind Kind = "gpu"
	// NeuronKind: AWS Inferentia or Trainium.
	NeuronKind Kind = "neuron"
	// OtherKind: an accelerator that ECS does not know (AMD, Habana, Qualcomm,
	// Xilinx).
	OtherKind Kind = "other"
)

// Kinds returns every kind, sorted.
func Kinds() []Kind { return []Kind{CPUKind, GPUKind, NeuronKind, OtherKind} }

// ParseKind reads a kind in any case.
func ParseKind(s string) (Kind, error) {
	for _, k := range Kinds() {
		if strings.EqualFold(string(k), s) {
			return k, nil
		}
	}
	return "", fmt.Errorf("kind must be one of %s, got %q", join(Kinds()), s)
}
