package fromtemplate

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// read returns a value with its place and origin. The function converts it when it is known.
func factOf[T any](v cloudformation.Value, what string, read func(cloudformation.Value) (T, bool)) inventory.Fact[T] {
	partial, _ := v.Partial()
	f := inventory.Fact[T]{Place: v.Place(), Text: partial, Parameters: v.Parameters(), References: v.References(), Reason: v.Reason()}
	switch v.State() {
	case fact.Unknown:
		f.Value = fact.NotKnown[T]()
	case fact.Known:
		value, ok := read(v)
		if !ok {
			f.Value, f.Reason = fact.NotKnown[T](), "not "+what
			return f
		}
		f.Value = fact.Of(value)
	}
	return f
}

func text(v cloudformation.Value) inventory.Fact[string] {
	return factOf(v, "a text", cloudformation.Value.Text)
}

func float(v cloudformation.Value) inventory.Fact[float64] {
	return factOf(v, "a number", cloudformation.Value.Float)
}

func truth(v cloudformation.Value) inventory.Fact[bool] {
	return factOf(v, "true or false", cloudformation.Value.Bool)
}

// upper returns a text of a closed set that ECS writes in capitals.
func upper(v cloudformation.Value) inventory.Fact[string] {
	return inventory.Convert(text(v), "", func(s string) (string, bool) { return strings.ToUpper(s), true })
}

// list reads the items of a list. A single text stands for a list of one, as
// CloudFormation takes it. Items that read refuses leave the list open.
func list[T any](v cloudformation.Value, read func(cloudformation.Value) (T, bool)) inventory.List[T] {
	l := inventory.List[T]{Open: !v.Complete(), Set: !v.IsAbsent(), Parameters: v.Parameters()}
	if l.Set || l.Open {
		l.Place = v.Place()
	}
	items := v.Items()
	if _, single := v.Text(); single {
		items = []cloudformation.Value{v}
	} else if v.Kind() == cloudformation.MapKind {
		l.Open = true // not what the property takes
	}
	for _, item := range items {
		value, ok := read(item)
		if !ok {
			l.Open = true
			continue
		}
		l.Items = append(l.Items, value)
	}
	return l
}

func texts(v cloudformation.Value) inventory.List[inventory.Fact[string]] {
	return list(v, func(item cloudformation.Value) (inventory.Fact[string], bool) { return text(item), true })
}

// blocks reads a list of maps. CloudFormation takes no single map for a list of them.
func blocks[T any](v cloudformation.Value, read func(cloudformation.Value) T) inventory.List[T] {
	return list(v, func(item cloudformation.Value) (T, bool) {
		if item.Kind() != cloudformation.MapKind {
			var none T
			return none, false
		}
		return read(item), true
	})
}

// pairs reads a list of maps with a name and a value each.
func pairs(v cloudformation.Value, value string) inventory.Map {
	m := inventory.Map{Open: !v.Complete(), Place: v.Place()}
	for _, item := range v.Items() {
		name, ok := item.Get("Name").Text()
		if !ok {
			m.Open = true
			continue
		}
		m.Set(name, text(item.Get(value)))
	}
	return m
}

// textMap reads a map of texts.
func textMap(v cloudformation.Value) inventory.Map {
	m := inventory.Map{Open: !v.Complete(), Place: v.Place()}
	for _, key := range v.Keys() {
		m.Set(key, text(v.Get(key)))
	}
	return m
}
