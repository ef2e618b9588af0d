package cli

import (
	"fmt"

	"github.com/ecsgpu/cdk/internal/nearest"
)

// likeness is how alike a name must be to one that may be meant: half, because
// the names of commands are short.
const likeness = 0.5

// Suggestion returns " (did you mean X?)" for an error message, or nothing.
func Suggestion(name string, candidates []string) string {
	for _, best := range nearest.Names(name, candidates, 1, likeness) {
		return fmt.Sprintf(" (did you mean %q?)", best)
	}
	return ""
}
