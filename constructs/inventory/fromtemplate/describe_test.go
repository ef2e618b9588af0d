package fromtemplate

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// describe prints an inventory for the goldens: what is absent is left out, what
// is unknown is marked, and places are shortened to lines.
func describeInventory(inv *inventory.Inventory) string {
	var b strings.Builder
	describeStruct(&b, reflect.ValueOf(*inv), "")
	return b.String()
}

// stated is any fact.
type stated interface {
	State() fact.State
	String() string
}

// describe returns a fact, a link or a map as a line; false for anything else.
func describe(v reflect.Value) (string, bool) {
	switch x := v.Interface().(type) {
	case inventory.Link:
		if x.Target != "" {
			return "-> " + x.Target, true
		}
	case inventory.Map:
		var entries []string
		for _, name := range x.Names() {
			text, _ := describe(reflect.ValueOf(x.Entries[name]))
			entries = append(entries, name+"="+text)
		}
		if x.Open {
			entries = append(entries, "…")
		}
		return strings.Join(entries, "; "), true
	}
	x, ok := v.Interface().(stated)
	if !ok {
		return "", false
	}
	switch x.State() {
	case fact.Known:
		got := v.MethodByName("Get").Call(nil)[0]
		return fmt.Sprintf("%v", got.Interface()), true
	case fact.Unknown:
		return fmt.Sprintf("? %s (%s)", v.FieldByName("Text"), v.FieldByName("Reason")), true
	}
	return "", true
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
	if x, ok := value.(cloudformation.Place); ok {
		fmt.Fprintf(b, "%s%s: line %d\n", indent, name, x.Line)
		return
	}
	if text, ok := describe(v); ok {
		if text != "" {
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
		if text, ok := describe(item); ok {
			fmt.Fprintf(b, "%s- %s\n", indent, text)
			continue
		}
		var inner strings.Builder
		describeStruct(&inner, reflect.Indirect(item), indent+"  ")
		lines := strings.Split(strings.TrimSuffix(inner.String(), "\n"), "\n")
		lines[0] = indent + "- " + strings.TrimPrefix(lines[0], indent+"  ")
		b.WriteString(strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n") + "\n")
	}
}

func describeSettings(a inventory.AgentConfig) string {
	text, _ := describe(reflect.ValueOf(a.Settings))
	return text
}
