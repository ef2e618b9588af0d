package cli

import "github.com/ecsgpu/cdk/internal/closedset"

// Word reads a flag that takes one of a few words, in any case.
func Word[T ~string](flag, text string, words []T) (T, error) {
	word, err := closedset.Parse(flag, text, words)
	if err != nil {
		return "", InputError("%s", err)
	}
	return word, nil
}
