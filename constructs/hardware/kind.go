package hardware

import "github.com/ecsgpu/cdk/internal/closedset"

// Kind is what ECS can hand to a container beside CPU and memory.
type Kind string

// The kinds of instance types.
const (
	// KindCPU: no accelerator.
	KindCPU Kind = "cpu"
	// KindGPU: NVIDIA GPUs, the only ones that ECS schedules.
	KindGPU Kind = "gpu"
	// KindNeuron: AWS Inferentia or Trainium.
	KindNeuron Kind = "neuron"
	// KindOther: an accelerator that ECS does not know (AMD, Habana, Qualcomm,
	// Xilinx).
	KindOther Kind = "other"
)

// Kinds returns every kind, sorted.
func Kinds() []Kind { return []Kind{KindCPU, KindGPU, KindNeuron, KindOther} }

// ParseKind reads a kind in any case.
func ParseKind(s string) (Kind, error) {
	return closedset.Parse("kind", s, Kinds())
}
