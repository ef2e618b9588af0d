package cloudformation

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

const (
	maxShown      = 12  // values that a message lists
	maxCompared   = 500 // names that are compared for a suggestion
	minSimilarity = 0.6 // of 1
)

// didYouMean suggests the names that are spelt most like the one given, nearest
// first; empty when none is near.
func didYouMean(given string, names []string) string {
	type candidate struct {
		name       string
		similarity float64
	}
	var near []candidate
	if len(given) > 256 {
		return ""
	}
	for _, name := range names[:min(len(names), maxCompared)] {
		if len(name) > 256 {
			continue
		}
		s := levenshtein.Similarity(strings.ToLower(given), strings.ToLower(name), nil)
		if s >= minSimilarity {
			near = append(near, candidate{name, s})
		}
	}
	if len(near) == 0 {
		return ""
	}
	slices.SortFunc(near, func(a, b candidate) int {
		if a.similarity != b.similarity {
			if a.similarity > b.similarity {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	var suggestions []string
	for _, c := range near[:min(len(near), 3)] {
		suggestions = append(suggestions, c.name)
	}
	return " (did you mean " + strings.Join(suggestions, ", ") + "?)"
}

// listSome lists values, and how many more there are.
func listSome(values []string) string {
	if len(values) <= maxShown {
		return strings.Join(values, ", ")
	}
	return strings.Join(values[:maxShown], ", ") + ", …"
}
