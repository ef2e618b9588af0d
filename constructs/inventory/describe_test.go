package inventory

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// describe prints an inventory for the goldens: what is absent is left out, what
// is unknown is marked, and places are shortened to lines.
func describe(inv *Inventory) string {
	var b strings.Builder
	describeStruct(&b, reflect.ValueOf(*inv), "")
	return b.String()
}

type described interface{ describe() string }

func (f Fact[T]) describe() string {
	switch f.state {
	case Stated:
		return fmt.Sprintf("%v", f.value)
	case Unknown:
		return fmt.Sprintf("? %s (%s)", f.Text, f.Reason)
	default:
		return ""
	}
}

func (l Link) describe() string {
	text := l.Fact.describe()
	if l.Target != "" {
		return "-> " + l.Target
	}
	return text
}

func (m Map) describe() string {
	var entries []string
	for _, name := range m.Names() {
		entries = append(entries, name+"="+m.Entries[name].describe())
	}
	if m.Open {
		entries = append(entries, "…")
	}
	return strings.Join(entries, "; ")
}

func describeStruct(b *strings.Builder, v reflect.Value, indent string) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.IsExported() && field.Name != "References" {
			describeField(b, field.Name, v.Field(i), indent)
		}
	}
}

func describeField(b *strings.Builder, name string, v reflect.Value, indent string) {
	if v.Kind() == reflect.Pointer && v.IsNil() || v.IsZero() {
		return
	}
	value := v.Interface()
	switch x := value.(type) {
	case cloudformation.Place:
		fmt.Fprintf(b, "%s%s: line %d\n", indent, name, x.Line)
		return
	case described:
		if text := x.describe(); text != "" {
			fmt.Fprintf(b, "%s%s: %s\n", indent, name, strings.ReplaceAll(text, "\n", "⏎"))
		}
		return
	}
	v = reflect.Indirect(v)
	switch {
	case v.Kind() == reflect.Struct && strings.HasPrefix(v.Type().Name(), "List["):
		open := ""
		if v.FieldByName("Open").Bool() {
			open = " …"
		}
		if items := v.FieldByName("Items"); items.Len() > 0 || open != "" {
			fmt.Fprintf(b, "%s%s:%s\n", indent, name, open)
			describeItems(b, items, indent+"  ")
		}
	case v.Kind() == reflect.Struct && name == "Item":
		describeStruct(b, v, indent)
	case v.Kind() == reflect.Struct:
		var inner strings.Builder
		if describeStruct(&inner, v, indent+"  "); inner.Len() > 0 {
			fmt.Fprintf(b, "%s%s:\n%s", indent, name, inner.String())
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		if v.Len() > 0 {
			fmt.Fprintf(b, "%s%s: %v\n", indent, name, value)
		}
	case v.Kind() == reflect.Slice:
		if v.Len() > 0 {
			fmt.Fprintf(b, "%s%s:\n", indent, name)
			describeItems(b, v, indent+"  ")
		}
	default:
		fmt.Fprintf(b, "%s%s: %v\n", indent, name, value)
	}
}

func describeItems(b *strings.Builder, items reflect.Value, indent string) {
	for i := range items.Len() {
		item := items.Index(i)
		if d, ok := item.Interface().(described); ok {
			fmt.Fprintf(b, "%s- %s\n", indent, d.describe())
			continue
		}
		var inner strings.Builder
		describeStruct(&inner, reflect.Indirect(item), indent+"  ")
		lines := strings.Split(strings.TrimSuffix(inner.String(), "\n"), "\n")
		lines[0] = indent + "- " + strings.TrimPrefix(lines[0], indent+"  ")
		b.WriteString(strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n") + "\n")
	}
}
