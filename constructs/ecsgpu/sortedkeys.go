package ecsgpu

import (
	"maps"
	"slices"
)

// sortedKeys makes a walk over a map deterministic.
func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
