package inventory

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// State is what is known about a field.
type State string

const (
	Absent  State = "absent"  // not written, so AWS's default holds
	Stated  State = "known"   // written, and the value is known
	Unknown State = "unknown" // written, or perhaps written; the value is not known before deployment
)

// Fact is one field of an item, with where it was written. The zero value is absent.
//
// Its exported fields are filled by [Read]; Go code uses [Known], [KnownAt] and [NotKnown].
type Fact[T any] struct {
	Place      cloudformation.Place       // of the property, also when it is absent and its parent is not
	Text       string                     // what is known of it as text; holes are written ${LogicalId}
	Parameters []string                   // names of the template parameters it was computed from, sorted
	References []cloudformation.Reference // resources it refers to, in the order of the text
	Reason     string                     // why it is unknown
	Fault      *NumberFault               // what is wrong with a number that is written; nil for nothing

	state State
	value T
}

// Known is a fact with a value.
func Known[T any](v T) Fact[T] { return KnownAt(v, "") }

// KnownAt is a fact with a value and the name of the prop that holds it, for findings.
func KnownAt[T any](v T, prop string) Fact[T] {
	return Fact[T]{state: Stated, value: v, Text: fmt.Sprint(v), Place: cloudformation.Place{Path: prop}}
}

// NotKnown is a fact that only a deployment can tell.
func NotKnown[T any](reason string) Fact[T] {
	return Fact[T]{state: Unknown, Reason: reason}
}

// State is absent, known or unknown.
func (f Fact[T]) State() State {
	if f.state == "" {
		return Absent
	}
	return f.state
}

// Get is the value; false when it is absent or unknown.
func (f Fact[T]) Get() (T, bool) { return f.value, f.state == Stated }

// Or is the value, or the default that holds when the field is absent. It is
// false when the fact is unknown: a default must never stand in for an unknown.
func (f Fact[T]) Or(fallback T) (T, bool) {
	switch f.state {
	case Stated:
		return f.value, true
	case Unknown:
		return f.value, false
	default:
		return fallback, true
	}
}

// IsAbsent reports that the field is certainly not set.
func (f Fact[T]) IsAbsent() bool { return f.state == "" || f.state == Absent }

// IsKnown reports that the field is set to a known value.
func (f Fact[T]) IsKnown() bool { return f.state == Stated }

// IsUnknown reports that the field may be set, to something that cannot be told.
func (f Fact[T]) IsUnknown() bool { return f.state == Unknown }

// String is the text of a known or partly known value, "unknown" or "absent".
func (f Fact[T]) String() string {
	if f.Text != "" || f.state == Stated {
		return f.Text
	}
	return string(f.State())
}
