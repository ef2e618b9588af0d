package diff

import "strings"

// Kind is what happened to an entry of a template.
type Kind string

// What can happen to an entry.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	// Renamed is a resource that has another logical id and nothing else new.
	// To CloudFormation it is another resource.
	Renamed Kind = "renamed"

	// gone marks the removed half of a renamed resource.
	gone Kind = ""
)

// Change is what happened to one entry of a template.
type Change struct {
	// Section is where the entry is, such as Resources.
	Section string
	// ID is the entry's key in its section; empty where the section is a plain
	// value, such as Description.
	ID string
	// RenamedFrom is the former logical id of a Renamed resource.
	RenamedFrom string
	// Type is the type of a resource or parameter.
	Type string
	// Kind is what happened.
	Kind Kind
	// Properties are the values that differ in a Changed entry.
	Properties []Property
	// Replacement says why an update may replace the resource; empty when
	// nothing is known that would.
	Replacement string
}

// kindOf returns the kind of a change by what there was and what there is.
func kindOf(had, has bool) Kind {
	switch {
	case !had:
		return Added
	case !has:
		return Removed
	}
	return Changed
}

// explain fills in Replacement from what CloudFormation's specification says of
// the properties that changed.
func (c *Change) explain(section string, before, after any) {
	if section != "Resources" {
		return
	}
	was, is := typeOf(before, nil), typeOf(nil, after)
	if was != is {
		c.Replacement = "CloudFormation refuses an update from " + was + " to " + is + "; a new type needs a new logical id"
		return
	}
	var only, sometimes []string
	for _, name := range c.topLevel() {
		switch effectOf(c.Type, name) {
		case replaces:
			only = append(only, name)
		case mayReplace:
			sometimes = append(sometimes, name)
		}
	}
	switch {
	case len(only) > 0:
		c.Replacement = "may replace it: " + strings.Join(only, ", ") + " can be set only at creation"
	case len(sometimes) > 0:
		c.Replacement = "may replace it: " + strings.Join(sometimes, ", ") + " can be updated only in part"
	}
}

// topLevel names the properties of the resource below which something changed.
func (c *Change) topLevel() []string {
	var names []string
	for _, property := range c.Properties {
		name, inside := strings.CutPrefix(property.Path, "Properties.")
		if !inside {
			continue
		}
		name, _, _ = strings.Cut(name, ".")
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return names
}
