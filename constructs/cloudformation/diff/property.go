package diff

import (
	"fmt"
	"reflect"
	"strings"
)

// Property is one value that differs. Before is nil where it was added, and
// After where it was removed.
type Property struct {
	// Path leads to the value through keys and indexes, joined by dots:
	// "Properties.Tags.0.Value".
	Path          string
	Before, After any
}

// compare descends as far as both sides have the same shape.
func compare(path string, before, after any) []Property {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	from, isMapping := mappingAt(path, before)
	to, areMappings := mappingAt(path, after)
	if isMapping && areMappings && !otherFunctions(from, to) {
		var all []Property
		for _, key := range keysOf(from, to) {
			all = append(all, compare(join(path, key), from[key], to[key])...)
		}
		return all
	}
	olds, isList := before.([]any)
	news, areLists := after.([]any)
	if isList && areLists {
		return compareLists(path, olds, news)
	}
	return []Property{{Path: path, Before: before, After: after}}
}

// mappingAt returns a mapping to descend into. A resource without properties
// has none of them, so that each property that it gets counts by itself.
func mappingAt(path string, value any) (map[string]any, bool) {
	if path == "Properties" && value == nil {
		return nil, true
	}
	mapping, ok := value.(map[string]any)
	return mapping, ok
}

// otherFunctions reports whether either mapping calls an intrinsic function that
// the other does not: each is then a value of its own.
func otherFunctions(a, b map[string]any) bool {
	return function(a) != function(b)
}

// function returns the intrinsic function that a mapping calls, or empty.
func function(mapping map[string]any) string {
	for key := range mapping {
		if len(mapping) == 1 && (key == "Ref" || key == "Condition" || strings.HasPrefix(key, "Fn::")) {
			return key
		}
	}
	return ""
}

// compareLists leaves out what both lists begin and end with, so that an
// element in the middle shows as one element, and compares the rest in pairs.
// Indexes are those of the list before, and beyond its end those after.
func compareLists(path string, before, after []any) []Property {
	first := 0
	for first < min(len(before), len(after)) && reflect.DeepEqual(before[first], after[first]) {
		first++
	}
	last := 0
	for last < min(len(before), len(after))-first && reflect.DeepEqual(before[len(before)-1-last], after[len(after)-1-last]) {
		last++
	}
	olds, news := before[first:len(before)-last], after[first:len(after)-last]
	var all []Property
	for i := range max(len(olds), len(news)) {
		at := join(path, fmt.Sprint(first+i))
		switch {
		case i >= len(olds):
			all = append(all, Property{Path: at, After: news[i]})
		case i >= len(news):
			all = append(all, Property{Path: at, Before: olds[i]})
		default:
			all = append(all, compare(at, olds[i], news[i])...)
		}
	}
	return all
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
