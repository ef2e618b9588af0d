package inventory

import (
	"strconv"
	"strings"
)

// intFact reads a text as a whole number; other text becomes unknown and stays in Text.
func intFact(f Fact[string]) Fact[int] {
	return convert(f, "not a whole number", func(s string) (int, bool) {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return n, err == nil
	})
}

func boolFact(f Fact[string]) Fact[bool] {
	return convert(f, "neither true nor false", func(s string) (bool, bool) {
		b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(s)))
		return b, err == nil
	})
}

// convert keeps everything of a fact but its value.
func convert[T, U any](f Fact[T], reason string, read func(T) (U, bool)) Fact[U] {
	g := Fact[U]{Place: f.Place, Text: f.Text, Parameters: f.Parameters, References: f.References, Reason: f.Reason, state: f.state}
	if f.state != Stated {
		return g
	}
	v, ok := read(f.value)
	if !ok {
		g.state, g.Reason = Unknown, reason
		return g
	}
	g.value = v
	return g
}
