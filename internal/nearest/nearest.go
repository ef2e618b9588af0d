// Package nearest finds the names that somebody probably meant.
package nearest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// compared is how much of a name counts: the comparison is quadratic.
const compared = 64

// Names returns at most n of the candidates that are spelled most like name,
// nearest first. alike is the least likeness, from 0, which is none, to 1, which
// is the same name but for case.
func Names(name string, candidates []string, n int, alike float64) []string {
	type scored struct {
		name  string
		score float64
	}
	name = beginning(name)
	var all []scored
	for _, candidate := range candidates {
		if score := levenshtein.Match(name, beginning(candidate), nil); score >= alike {
			all = append(all, scored{candidate, score})
		}
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.name, b.name))
	})
	var nearest []string
	for _, each := range all[:min(max(n, 0), len(all))] {
		nearest = append(nearest, each.name)
	}
	return nearest
}

func beginning(name string) string {
	return strings.ToLower(name[:min(len(name), compared)])
}
