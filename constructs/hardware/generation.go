package hardware

import (
	"slices"

	"github.com/ecsgpu/cdk/internal/closedset"
)

// Generation is NVIDIA's name for the architecture of a GPU. It decides which
// driver branches know the GPU. The zero value means: no NVIDIA GPU.
type Generation string

// The generations that EC2 has or had, oldest first.
const (
	Kepler    Generation = "Kepler"    // P2 (K80)
	Maxwell   Generation = "Maxwell"   // G3 (M60)
	Volta     Generation = "Volta"     // P3 (V100)
	Turing    Generation = "Turing"    // G4dn (T4), G5g (T4G)
	Ampere    Generation = "Ampere"    // P4 (A100), G5 (A10G)
	Ada       Generation = "Ada"       // G6 (L4), G6e (L40S)
	Hopper    Generation = "Hopper"    // P5 (H100, H200)
	Blackwell Generation = "Blackwell" // P6 (B200, B300), G7, G7e (RTX PRO)
)

// Generations returns every generation, oldest first.
func Generations() []Generation {
	return []Generation{Kepler, Maxwell, Volta, Turing, Ampere, Ada, Hopper, Blackwell}
}

// ParseGeneration reads a generation in any case.
func ParseGeneration(s string) (Generation, error) {
	return closedset.Parse("generation", s, Generations())
}

// OlderThan reports whether g came before other. An unknown generation is
// older than every known one.
func (g Generation) OlderThan(other Generation) bool {
	all := Generations()
	return slices.Index(all, g) < slices.Index(all, other)
}
