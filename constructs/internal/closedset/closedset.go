// Package closedset reads named strings of which there are only a few.
package closedset

import (
	"fmt"
	"strings"
)

// Parse reads a member of a set in any case. what names the set in the error.
func Parse[T ~string](what, text string, set []T) (T, error) {
	names := make([]string, len(set))
	for i, member := range set {
		if strings.EqualFold(string(member), text) {
			return member, nil
		}
		names[i] = string(member)
	}
	return "", fmt.Errorf("%s must be one of %s, got %q", what, strings.Join(names, ", "), text)
}
