// Package choice reads flags that take one of a few words.
package choice

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

// Parse reads the value of a flag.
func Parse[T ~string](flag, text string, words []T) (T, error) {
	if slices.Contains(words, T(text)) {
		return T(text), nil
	}
	return "", fault.Input("%s must be %s, got %q", flag, List(words), text)
}

// List is the words as a person says them: "a, b or c".
func List[T ~string](words []T) string {
	names := Names(words)
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Names are the words as plain strings.
func Names[T ~string](words []T) []string {
	var names []string
	for _, word := range words {
		names = append(names, string(word))
	}
	return names
}
