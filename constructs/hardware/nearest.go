package hardware

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// Nearest returns at most n names of types that are spelled most like name,
// nearest first, for error messages: "m5.2large" gives "m5.2xlarge". Case does
// not count. Among equally near names the one with the longer common beginning comes first.
func Nearest(name string, n int) []string {
	type candidate struct {
		name             string
		distance, prefix int
	}
	// Beyond this length no name of a type is near, and the comparison is
	// quadratic.
	const longest = 64
	if len(name) > longest {
		name = name[:longest]
	}
	name = strings.ToLower(name)
	types := catalogue()
	candidates := make([]candidate, len(types))
	for i, t := range types {
		candidates[i] = candidate{t.Name, levenshtein.Distance(name, t.Name, nil), commonPrefix(name, t.Name)}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(b.prefix, a.prefix), cmp.Compare(a.name, b.name))
	})
	names := make([]string, 0, max(n, 0))
	for _, c := range candidates[:min(max(n, 0), len(candidates))] {
		names = append(names, c.name)
	}
	return names
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
