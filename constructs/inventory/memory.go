package inventory

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/template"
)

// memory keeps items from one variant of a template to the next. Evaluations
// that come from one another share the values that did not change, so an item
// whose value is the same one is the same item, as long as the names and the
// resources that its links are resolved by are the same too.
type memory struct {
	fingerprint string
	items       map[template.Value]any
}

func newMemory() *memory { return &memory{items: map[template.Value]any{}} }

// keepFor forgets everything unless links resolve as they did.
func (m *memory) keepFor(fingerprint string) {
	if m.fingerprint != fingerprint {
		m.fingerprint, m.items = fingerprint, map[template.Value]any{}
	}
}

// remember is the item of a value: the one read before, or a new one. Items that
// are changed after they have been read must not be remembered.
func remember[T any](m *memory, v template.Value, read func() T) T {
	if item, ok := m.items[v].(T); ok {
		return item
	}
	item := read()
	m.items[v] = item
	return item
}

// readAll are the items of all resources of a type, in the order of the template.
func readAll[T any](r *reader, resourceType string, read func(*template.ResourceValue) *T) []*T {
	var all []*T
	for _, resource := range r.byType[resourceType] {
		all = append(all, remember(r.memory, resource.Body, func() *T { return read(resource) }))
	}
	return all
}

// rememberOwn is remember for items that are changed after they have been read:
// the item is the caller's own copy. Lists in it are still shared, so whoever
// adds to one clips it first.
func rememberOwn[T any](m *memory, v template.Value, read func() *T) *T {
	own := *remember(m, v, read)
	return &own
}

// fingerprint is all that links are resolved by: which resources there are, and
// their names as far as they are known.
func (r *reader) fingerprint() string {
	var b strings.Builder
	for _, resource := range r.ev.Resources() {
		b.WriteString(resource.LogicalID)
		if resource.Conditional {
			b.WriteByte('?')
		}
		b.WriteByte('=')
		if property := nameProperties[resource.Type]; property != "" {
			name, _ := resource.Properties.Get(property).Partial()
			b.WriteString(name)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// nameProperties are the properties that name a resource, by its type.
var nameProperties = func() map[string]string {
	properties := map[string]string{}
	for _, c := range categories {
		properties[c.resourceType] = c.nameProperty
	}
	return properties
}()
