package cloudformation

import "fmt"

// builder turns what a syntax yields into nodes and keeps the guards: the JSON
// and the YAML reader differ only in how they call it.
type builder struct {
	src      *source
	nodes    int
	problems Problems // that do not stop reading
	refused  bool
	noLimits bool
	matching int      // steps that patterns have been allowed
	fatal    Problems // that do
}

func (b *builder) place(line int) Place { return Place{File: b.src.file, Line: line} }

func (b *builder) problem(line int, format string, args ...any) {
	if len(b.problems) < maxProblems {
		b.problems = append(b.problems, Problem{Place: b.place(line), Message: fmt.Sprintf(format, args...)})
	}
}

func (b *builder) refuse(kind error, line int, format string, args ...any) {
	b.refused = true
	if len(b.fatal) < maxProblems {
		b.fatal = append(b.fatal, problemAt(kind, b.place(line), format, args...))
	}
}

// node counts every value against the guards; nil when one of them is hit.
func (b *builder) node(kind Kind, line, depth int) *node {
	if b.refused {
		return nil
	}
	if depth > maxDepth {
		b.refuse(nil, line, "values are nested more than %d deep", maxDepth)
		return nil
	}
	if b.nodes++; b.nodes > b.maxValues() {
		b.refuse(ErrTooLarge, line, "more than %d values after aliases are expanded", b.maxValues())
		return nil
	}
	return &node{kind: kind, line: line, src: b.src, position: -1}
}

// call returns a function with its argument.
func (b *builder) call(fn string, arg *node, line, depth int) *node {
	n := b.node(callKind, line, depth)
	if n == nil || arg == nil {
		return nil
	}
	n.fn = fn
	n.items = []*node{arg}
	arg.parent = n
	return n
}

// mapping collects the entries of a map.
type mapping struct {
	b    *builder
	n    *node
	seen map[string]int
}

func (b *builder) mapping(n *node) *mapping { return &mapping{b: b, n: n, seen: map[string]int{}} }

// add keeps the last of several entries with the same key, as CloudFormation's
// readers do, and reports the others.
func (m *mapping) add(key string, line int, value *node) {
	if value == nil {
		return
	}
	if i, ok := m.seen[key]; ok {
		m.b.problem(line, "key %q is written twice, first in line %d: remove one of them; CloudFormation takes the last", key, m.n.entries[i].line)
		m.n.entries[i] = entry{key, line, value}
		return
	}
	m.seen[key] = len(m.n.entries)
	m.n.entries = append(m.n.entries, entry{key, line, value})
}

// addDefault adds an entry of a merge key, unless the key is written out.
func (m *mapping) addDefault(e entry) {
	if _, ok := m.seen[e.key]; !ok {
		m.add(e.key, e.line, e.value)
	}
}

// done finishes the map, or turns it into the function that it stands for.
func (m *mapping) done() *node {
	n := m.n
	if len(n.entries) == 1 && isFunction(n.entries[0].key) {
		arg := n.entries[0].value
		n.kind, n.fn, n.items, n.entries = callKind, n.entries[0].key, []*node{arg}, nil
		arg.parent = n
		return n
	}
	for _, e := range n.entries {
		e.value.parent, e.value.key = n, e.key
		e.value.line = e.line
	}
	n.buildIndex()
	return n
}

func (b *builder) list(n *node, items []*node) *node {
	n.items = items
	for i, item := range items {
		item.parent, item.position = n, i
	}
	return n
}
