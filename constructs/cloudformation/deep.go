package cloudformation

import (
	"slices"
)

// AllReferences returns the resources that a value refers to anywhere inside of
// it: logical ids, sorted.
func (v Value) AllReferences() []string {
	var ids []string
	v.dynamic(func(d *datum) {
		for _, r := range d.references {
			ids = append(ids, r.LogicalID)
		}
	})
	slices.Sort(ids)
	return slices.Compact(ids)
}

// AllParameters returns the parameters that a value was computed from anywhere
// inside of it, in the template's order.
func (v Value) AllParameters() []string {
	var all parameterSet
	v.dynamic(func(d *datum) { all = all.union(d.parameters) })
	if v.at == nil {
		return nil
	}
	return all.names(v.at.src)
}

// dynamic visits what can differ between environments; parts without a function are passed over.
func (v Value) dynamic(visit func(*datum)) {
	if v.d == nil || v.at != nil && v.at.static == v.d {
		return
	}
	visit(v.d)
	for _, item := range v.d.items {
		item.dynamic(visit)
	}
	for _, value := range v.d.values {
		value.dynamic(visit)
	}
}
