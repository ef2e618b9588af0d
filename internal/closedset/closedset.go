// Package closedset reads named strings of which there are only a few.
package closedset

import (
	"fmt"
	"strings"
)

// Parse reads a member of a set in any case. what names the set in the error.
func Parse[T ~string](what, text string, set []T) (T, error) {
	for _, member := range set {
		if strings.EqualFold(string(member), text) {
			return member, nil
		}
	}
	return "", fmt.Errorf("%s must be %s, got %q", what, List(set), text)
}

// List returns the members as a sentence has them: "a, b or c".
func List[T ~string](set []T) string {
	names := Names(set)
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Names returns the members as plain strings.
func Names[T ~string](set []T) []string {
	names := make([]string, len(set))
	for i, member := range set {
		names[i] = string(member)
	}
	return names
}
