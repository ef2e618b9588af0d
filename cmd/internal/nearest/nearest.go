// Package nearest offers the name that somebody probably meant.
package nearest

import (
	"fmt"
	"sort"
	"strings"

	"github.com/agext/levenshtein"
)

// Name returns the candidate closest in spelling, or "" if none is close enough
// to be a slip of the fingers. Upper and lower case count the same.
func Name(name string, candidates []string) string {
	type scored struct {
		name  string
		score float64
	}
	var all []scored
	for _, candidate := range candidates {
		all = append(all, scored{candidate, levenshtein.Match(strings.ToLower(name), strings.ToLower(candidate), nil)})
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].score != all[j].score {
			return all[i].score > all[j].score
		}
		return all[i].name < all[j].name
	})
	if len(all) == 0 || all[0].score < 0.5 {
		return ""
	}
	return all[0].name
}

// Suggestion is ", did you mean X?" for an error message, or nothing.
func Suggestion(name string, candidates []string) string {
	if best := Name(name, candidates); best != "" {
		return fmt.Sprintf(" (did you mean %q?)", best)
	}
	return ""
}
