package cloudformation

import (
	"strings"

	"github.com/ecsgpu/cdk/internal/nearest"
)

const (
	maxShown    = 12  // values that a message lists
	maxCompared = 500 // names that are compared for a suggestion
	likeness    = 0.6 // of 1, of a name that may be meant
)

// didYouMean suggests the names that are spelled most like the one given,
// nearest first; empty when none is near.
func didYouMean(given string, names []string) string {
	near := nearest.Names(given, names[:min(len(names), maxCompared)], 3, likeness)
	if len(near) == 0 {
		return ""
	}
	return " (did you mean " + strings.Join(near, ", ") + "?)"
}

// listSome lists values, and how many more there are.
func listSome(values []string) string {
	if len(values) <= maxShown {
		return strings.Join(values, ", ")
	}
	return strings.Join(values[:maxShown], ", ") + ", …"
}
