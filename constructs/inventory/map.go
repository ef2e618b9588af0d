package inventory

import (
	"maps"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// Map is a set of named texts: environment variables, log options. The zero
// value is absent.
type Map struct {
	Entries map[string]Fact[string]
	Open    bool // there may be entries that are not listed here
	Place   cloudformation.Place
}

// MapOf returns a complete map of known values.
func MapOf(values map[string]string) Map {
	m := Map{Entries: make(map[string]Fact[string], len(values))}
	for k, v := range values {
		m.Entries[k] = KnownAt(v, k)
	}
	return m
}

// Get returns the entry of that name: unknown when it may be among the entries
// that could not be read, absent when it certainly is not there.
func (m Map) Get(name string) Fact[string] {
	if f, ok := m.Entries[name]; ok {
		return f
	}
	if m.Open {
		return Fact[string]{Value: fact.NotKnown[string](), Reason: "entries that are known only at deployment", Place: m.Place}
	}
	return Fact[string]{Place: m.Place}
}

// Names returns the names of the entries, sorted.
func (m Map) Names() []string { return slices.Sorted(maps.Keys(m.Entries)) }

// Set adds or changes an entry.
func (m *Map) Set(name string, f Fact[string]) {
	if m.Entries == nil {
		m.Entries = map[string]Fact[string]{}
	}
	m.Entries[name] = f
}
