package sizing

import (
	"encoding/json"
	"fmt"
)

// Figure is a number that may be unknown: a template need not tell the size of
// a pool, and not every type has a price. The zero value is unknown; in JSON it
// is null.
type Figure[T int | float64 | USD] struct {
	value T
	known bool
}

// Exactly is a known figure.
func Exactly[T int | float64 | USD](v T) Figure[T] { return Figure[T]{value: v, known: true} }

// Get is the figure; false when it is unknown.
func (f Figure[T]) Get() (T, bool) { return f.value, f.known }

// Times is the figure n times over.
func (f Figure[T]) Times(n int) Figure[T] {
	f.value *= T(n)
	return f
}

// Plus is the sum, unknown when either part is.
func (f Figure[T]) Plus(g Figure[T]) Figure[T] {
	if !f.known || !g.known {
		return Figure[T]{}
	}
	return Exactly(f.value + g.value)
}

// String is the number, or a question mark.
func (f Figure[T]) String() string {
	if !f.known {
		return "?"
	}
	return fmt.Sprint(f.value)
}

// MarshalJSON writes the number, or null.
func (f Figure[T]) MarshalJSON() ([]byte, error) {
	if !f.known {
		return []byte("null"), nil
	}
	return json.Marshal(f.value)
}

// UnmarshalJSON reads a number or null.
func (f *Figure[T]) UnmarshalJSON(data []byte) error {
	*f = Figure[T]{}
	if string(data) == "null" {
		return nil
	}
	f.known = true
	return json.Unmarshal(data, &f.value)
}

// product is unknown when either factor is, except that nothing times anything
// is nothing.
func product(n Figure[int], each Figure[USD]) Figure[USD] {
	count, known := n.Get()
	if !known {
		return Figure[USD]{}
	}
	if count == 0 {
		return Exactly(USD(0))
	}
	return each.Times(count)
}
