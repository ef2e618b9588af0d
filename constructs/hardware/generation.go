package hardware

import (
	"fmt"
	"slices"
	"strings"
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
	for _, g := range Generations() {
		if strings.EqualFold(string(g), s) {
			return g, nil
		}
	}
	return "", fmt.Errorf("generation must be one of %s, got %q", join(Generations()), s)
}

// OlderThan reports whether g came before other. An unknown generation is
// older than every known one.
func (g Generation) OlderThan(other Generation) bool {
	all := Generations()
	return slices.Index(all, g) < slices.Index(all, other)
}

// join lists the members of a closed set for an error message.
func join[S ~string](set []S) string {
	words := make([]string, len(set))
	for i, s := range set {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}
