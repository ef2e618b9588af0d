package inventory

import "github.com/ecsgpu/cdk/constructs/cloudformation"

// List is a list property. The zero value is absent.
type List[T any] struct {
	Items      []T
	Open       bool // there may be items that are not listed here
	Set        bool // the property is written, be it as an empty list
	Place      cloudformation.Place
	Parameters []string // parameters that decide which items there are, sorted
}

// ListOf returns a complete list.
func ListOf[T any](items ...T) List[T] { return List[T]{Items: items, Set: true} }

// Knowns returns a complete list of known values.
func Knowns[T any](values ...T) List[Fact[T]] { return KnownsAt("", values...) }

// KnownsAt returns a complete list of known values and the name of the prop
// that holds it.
func KnownsAt[T any](prop string, values ...T) List[Fact[T]] {
	l := List[Fact[T]]{Set: true, Place: cloudformation.Place{Path: prop}}
	for _, v := range values {
		l.Items = append(l.Items, KnownAt(v, prop))
	}
	return l
}

// Complete reports whether Items is all there is.
func (l List[T]) Complete() bool { return !l.Open }

// IsAbsent reports whether the property is certainly not set.
func (l List[T]) IsAbsent() bool { return !l.Set && !l.Open }

// Values returns the known values of a list of facts; false when there may be
// others.
func Values[T any](l List[Fact[T]]) ([]T, bool) {
	values, complete := make([]T, 0, len(l.Items)), l.Complete()
	for _, f := range l.Items {
		v, ok := f.Get()
		if !ok {
			complete = false
			continue
		}
		values = append(values, v)
	}
	return values, complete
}
