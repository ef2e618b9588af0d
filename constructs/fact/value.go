package fact

import (
	"encoding/json"
	"fmt"
)

// State is what is known about a value.
type State string

const (
	Absent  State = "absent"  // not set, so AWS's default holds
	Known   State = "known"   // set, to a value that is known
	Unknown State = "unknown" // set, or perhaps set; the value is not known before deployment
)

// Value is a value that may be absent or unknown. The zero value is absent.
type Value[T any] struct {
	value T
	state uint8 // in states, which takes less than a State: there are many values
}

// states are the states in the order of Value.state.
var states = [...]State{Absent, Known, Unknown}

const (
	absent = iota
	known
	unknown
)

// Of returns a known value.
func Of[T any](v T) Value[T] { return Value[T]{state: known, value: v} }

// NotKnown returns a value that only a deployment can tell.
func NotKnown[T any]() Value[T] { return Value[T]{state: unknown} }

// State returns absent, known or unknown.
func (v Value[T]) State() State { return states[v.state] }

// Get returns the value; false when it is absent or unknown.
func (v Value[T]) Get() (T, bool) { return v.value, v.state == known }

// Or returns the value, or the default that holds when it is absent. It returns
// false when the value is unknown: a default must never stand in for an unknown.
func (v Value[T]) Or(fallback T) (T, bool) {
	switch v.state {
	case known:
		return v.value, true
	case unknown:
		return v.value, false
	default:
		return fallback, true
	}
}

// IsAbsent reports whether the value is certainly not set.
func (v Value[T]) IsAbsent() bool { return v.state == absent }

// IsKnown reports whether the value is set and known.
func (v Value[T]) IsKnown() bool { return v.state == known }

// IsUnknown reports whether the value may be set, to something that cannot be told.
func (v Value[T]) IsUnknown() bool { return v.state == unknown }

// String returns the value, or a question mark.
func (v Value[T]) String() string {
	if v.state != known {
		return "?"
	}
	return fmt.Sprint(v.value)
}

// MarshalJSON writes the value, or null when it is not known.
func (v Value[T]) MarshalJSON() ([]byte, error) {
	if v.state != known {
		return []byte("null"), nil
	}
	return json.Marshal(v.value)
}

// UnmarshalJSON reads a value; null is unknown.
func (v *Value[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = NotKnown[T]()
		return nil
	}
	v.state = known
	return json.Unmarshal(data, &v.value)
}

// Number is what can be added up.
type Number interface{ ~int | ~int64 | ~float64 }

// Sum returns a plus b, unknown when either is.
func Sum[N Number](a, b Value[N]) Value[N] {
	if !a.IsKnown() || !b.IsKnown() {
		return NotKnown[N]()
	}
	return Of(a.value + b.value)
}

// Times returns n times each. It is unknown when either is, except that no
// times anything is nothing.
func Times[N Number](n Value[int], each Value[N]) Value[N] {
	switch {
	case n.IsKnown() && n.value == 0:
		return Of[N](0)
	case !n.IsKnown() || !each.IsKnown():
		return NotKnown[N]()
	}
	return Of(N(n.value) * each.value)
}
