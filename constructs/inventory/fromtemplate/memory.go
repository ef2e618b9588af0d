package fromtemplate

import (
	"maps"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// memory keeps items from one variant of a template to the next. Evaluations
// that come from one another share the values that did not change, so an item
// whose value is the same one is the same item, as long as the names and the
// resources that its links are resolved by are the same too.
type memory struct {
	names, families string // the fingerprint
	items           map[cloudformation.Value]any
}

func newMemory() *memory { return &memory{items: map[cloudformation.Value]any{}} }

// keepFor forgets what links may resolve differently for. Families are apart,
// because a template may compute hundreds of them from a parameter, and only
// services link to task definitions.
func (m *memory) keepFor(names, families string) {
	switch {
	case m.names != names:
		m.items = map[cloudformation.Value]any{}
	case m.families != families:
		maps.DeleteFunc(m.items, func(_ cloudformation.Value, item any) bool {
			_, isService := item.(*inventory.Service)
			return isService
		})
	}
	m.names, m.families = names, families
}

// remember returns the item of a value: the one read before, or a new one. Items
// that are changed after they have been read must not be remembered.
func remember[T any](m *memory, v cloudformation.Value, read func() T) T {
	if item, ok := m.items[v].(T); ok {
		return item
	}
	item := read()
	m.items[v] = item
	return item
}

// readAll returns the items of all resources of a type, in the order of the
// template.
func readAll[T any](r *reader, resourceType string, read func(*cloudformation.ResourceValue) *T) []*T {
	var all []*T
	for _, resource := range r.byType[resourceType] {
		all = append(all, remember(r.memory, resource.Body, func() *T { return read(resource) }))
	}
	return all
}

// rememberOwn does what remember does, for items that are changed after they have been
// read: the item is the caller's own copy. Lists in it are still shared, so
// whoever adds to one clips it first.
func rememberOwn[T any](m *memory, v cloudformation.Value, read func() *T) *T {
	own := *remember(m, v, read)
	return &own
}

// fingerprint returns all that links are resolved by: which resources there are,
// and their names as far as they are known. The families of task definitions are
// apart.
func (r *reader) fingerprint() (names, families string) {
	var others, tasks strings.Builder
	for _, resource := range r.ev.Resources() {
		others.WriteString(resource.LogicalID)
		if resource.Conditional {
			others.WriteByte('?')
		}
		b := &others
		if resource.Type == typeTaskDefinition {
			b = &tasks
		}
		if property := nameProperties[resource.Type]; property != "" {
			name, _ := resource.Properties.Get(property).Partial()
			b.WriteString(name)
		}
		b.WriteByte('\n')
	}
	return others.String(), tasks.String()
}

// nameProperties are the properties that name a resource, by its type.
var nameProperties = func() map[string]string {
	properties := map[string]string{}
	for _, c := range categories {
		properties[c.resourceType] = c.nameProperty
	}
	return properties
}()
