package inventory

import (
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// NumberFault is what is wrong with a number as it is written.
type NumberFault struct {
	Message string // "must be a whole number from 0 to 100, got 101"
	Source  string // who says so
	// Refused says that CloudFormation or the service refuses it. Otherwise how
	// they read it is not documented.
	Refused bool
}

// intFact reads a text as a whole number; other text becomes unknown and stays in Text.
func intFact(f Fact[string]) Fact[int] {
	return Convert(f, "not a whole number", func(s string) (int, bool) {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return n, err == nil
	})
}

func boolFact(f Fact[string]) Fact[bool] {
	return Convert(f, "neither true nor false", func(s string) (bool, bool) {
		b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(s)))
		return b, err == nil
	})
}

// Convert returns a fact with everything of f but its value, which read converts.
// What read refuses is unknown, for the reason given.
func Convert[T, U any](f Fact[T], reason string, read func(T) (U, bool)) Fact[U] {
	g := Fact[U]{Place: f.Place, Text: f.Text, Parameters: f.Parameters, References: f.References, Reason: f.Reason}
	value, known := f.Get()
	if !known {
		if f.IsUnknown() {
			g.Value = fact.NotKnown[U]()
		}
		return g
	}
	v, ok := read(value)
	if !ok {
		g.Value, g.Reason = fact.NotKnown[U](), reason
		return g
	}
	g.Value = fact.Of(v)
	return g
}
