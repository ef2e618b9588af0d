// Package diff compares CloudFormation templates the way a reviewer reads them:
// entry by entry (resources, parameters, outputs and the rest), what was added,
// removed and changed, and which changes make CloudFormation replace a resource.
package diff

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Changes are the differences between two templates, by section and id.
type Changes []Change

// Templates compares two templates, each in JSON or YAML. Short forms of
// intrinsic functions (!Sub) equal the long ones.
func Templates(before, after []byte) (Changes, error) {
	from, err := read("before", before)
	if err != nil {
		return nil, err
	}
	to, err := read("after", after)
	if err != nil {
		return nil, err
	}
	var all Changes
	for _, section := range keysOf(from, to) {
		all = append(all, compareSection(section, from[section], to[section])...)
	}
	return all, nil
}

// compareSection compares two sections entry by entry. A section that is no
// mapping (Description, Transform) is an entry of its own.
func compareSection(section string, before, after any) Changes {
	from, ok := asMapping(before)
	to, alike := asMapping(after)
	if !ok || !alike {
		change := Change{Section: section, Kind: kindOf(before != nil, after != nil), Properties: compare("", before, after)}
		return onlyChanged([]Change{change})
	}
	var all Changes
	for _, id := range keysOf(from, to) {
		before, had := from[id]
		after, has := to[id]
		change := Change{Section: section, ID: id, Type: typeOf(before, after), Kind: kindOf(had, has)}
		if had && has {
			change.Properties = compare("", before, after)
			change.explain(section, before, after)
		}
		all = append(all, change)
	}
	return matchRenamed(onlyChanged(all), from, to)
}

// onlyChanged leaves out entries without a difference.
func onlyChanged(all Changes) Changes {
	return slices.DeleteFunc(all, func(c Change) bool { return c.Kind == Changed && len(c.Properties) == 0 })
}

// matchRenamed finds resources that went on under another id: the same body was
// removed and added, once each.
func matchRenamed(all Changes, from, to map[string]any) Changes {
	for i := range all {
		if all[i].Kind != Added || all[i].Section != "Resources" {
			continue
		}
		twins := slices.Collect(func(yield func(int) bool) {
			for j := range all {
				if all[j].Kind == Removed && reflect.DeepEqual(from[all[j].ID], to[all[i].ID]) && !yield(j) {
					return
				}
			}
		})
		if len(twins) == 1 {
			all[i].Kind, all[i].RenamedFrom = Renamed, all[twins[0]].ID
			all[twins[0]].Kind = gone
		}
	}
	return slices.DeleteFunc(all, func(c Change) bool { return c.Kind == gone })
}

// asMapping returns a section's entries; an absent section has none.
func asMapping(section any) (map[string]any, bool) {
	if section == nil {
		return nil, true
	}
	mapping, ok := section.(map[string]any)
	return mapping, ok
}

// typeOf returns the type of a resource or parameter, the later one if it changed.
func typeOf(before, after any) string {
	for _, entry := range []any{after, before} {
		if mapping, ok := entry.(map[string]any); ok {
			if name, ok := mapping["Type"].(string); ok {
				return name
			}
		}
	}
	return ""
}

// sectionOrder is that of a template; other sections follow by name.
var sectionOrder = []string{"AWSTemplateFormatVersion", "Transform", "Description", "Metadata", "Parameters", "Rules", "Mappings", "Conditions", "Resources", "Outputs"}

// keysOf returns the keys of either mapping, sections in their order and others
// sorted.
func keysOf(a, b map[string]any) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	return slices.SortedFunc(maps.Keys(all), func(x, y string) int {
		if order := rank(x) - rank(y); order != 0 {
			return order
		}
		return strings.Compare(x, y)
	})
}

func rank(key string) int {
	if i := slices.Index(sectionOrder, key); i >= 0 {
		return i
	}
	return len(sectionOrder)
}
