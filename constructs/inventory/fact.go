package inventory

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/fact"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// Fact is one field of an item, with where it was written. The zero value is absent.
//
// Its exported fields are filled by [Read]; Go code uses [Known], [KnownAt] and [NotKnown].
type Fact[T any] struct {
	fact.Value[T]

	Place      cloudformation.Place       // of the property, also when it is absent and its parent is not
	Text       string                     // what is known of it as text; holes are written ${LogicalId}
	Parameters []string                   // names of the template parameters it was computed from, sorted
	References []cloudformation.Reference // resources it refers to, in the order of the text
	Reason     string                     // why it is unknown
	Fault      *NumberFault               // what is wrong with a number that is written; nil for nothing
}

// Known returns a fact with a value.
func Known[T any](v T) Fact[T] { return KnownAt(v, "") }

// KnownAt returns a fact with a value and the name of the prop that holds it,
// for findings.
func KnownAt[T any](v T, prop string) Fact[T] {
	return Fact[T]{Value: fact.Of(v), Text: fmt.Sprint(v), Place: cloudformation.Place{Path: prop}}
}

// NotKnown returns a fact that only a deployment can tell.
func NotKnown[T any](reason string) Fact[T] {
	return Fact[T]{Value: fact.NotKnown[T](), Reason: reason}
}

// String returns the text of a known or partly known value, "unknown" or "absent".
func (f Fact[T]) String() string {
	if f.Text != "" || f.IsKnown() {
		return f.Text
	}
	return string(f.State())
}
