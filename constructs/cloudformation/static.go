package cloudformation

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// prepare links what one pass can: the values of all nodes without a function,
// so that evaluating a template again costs only what can change.
func prepare(n *node) {
	for _, item := range n.items {
		prepare(item)
	}
	for _, e := range n.entries {
		prepare(e.value)
	}
	switch n.kind {
	case callKind:
		n.prepareSub()
	case ListKind:
		n.static = n.staticList()
	case MapKind:
		n.static = n.staticMap()
	case NullKind:
		n.static = removed
	default:
		n.static = textOf(n.kind, []Part{{Text: n.text}})
	}
}

func (n *node) staticList() *datum {
	d := &datum{state: fact.Known, kind: ListKind, items: make([]Value, 0, len(n.items))}
	for _, item := range n.items {
		if item.static == nil {
			return nil
		}
		if item.static.state != fact.Absent {
			d.items = append(d.items, Value{d: item.static, at: item})
		}
	}
	return d
}

func (n *node) staticMap() *datum {
	d := &datum{state: fact.Known, kind: MapKind,
		keys: make([]string, 0, len(n.entries)), values: make([]Value, 0, len(n.entries)), index: n.index}
	for _, e := range n.entries {
		if e.value.static == nil || strings.HasPrefix(e.key, "Fn::") {
			return nil
		}
		d.keys = append(d.keys, e.key)
		d.values = append(d.values, Value{d: e.value.static, at: e.value})
	}
	return d
}

// prepareSub cuts the text of Fn::Sub.
func (n *node) prepareSub() {
	if n.fn != fnSub {
		return
	}
	text := n.items[0]
	if text.kind == ListKind && len(text.items) > 0 {
		text = text.items[0]
	}
	if s, ok := text.scalar(); ok {
		n.sub = cutSub(s)
	}
}
