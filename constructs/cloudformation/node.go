package cloudformation

import (
	"slices"
	"strconv"
	"sync/atomic"
)

// Kind is the shape of a value.
type Kind string

const (
	NullKind   Kind = "null"
	StringKind Kind = "string"
	NumberKind Kind = "number"
	BoolKind   Kind = "boolean"
	ListKind   Kind = "list"
	MapKind    Kind = "map"

	callKind Kind = "function" // an intrinsic function, only before evaluation
)

// node is a value as it is written. Nodes form a tree (aliases are copied), so a
// node knows its path.
type node struct {
	kind    Kind
	text    string // scalars
	fn      string // calls: "Ref", "Condition" or "Fn::…"; the argument is items[0]
	items   []*node
	entries []entry
	index   map[string]int // entries by key, for large maps
	line    int

	src      *source
	parent   *node
	key      string
	position int // in the parent's list; -1 otherwise

	sub    []subPart // the text of a Fn::Sub, cut at its holes
	static *datum    // the value, when it holds no function

	where atomic.Pointer[Place] // once it has been asked for; the same for every evaluation
}

type entry struct {
	key   string
	line  int
	value *node
}

// source is what all nodes of one template share.
type source struct {
	file       string
	parameters []string // position in a parameterSet -> name
}

// get returns the entry of a map, or nil. It is safe on nil.
func (n *node) get(key string) *node {
	if n == nil || n.kind != MapKind {
		return nil
	}
	if n.index != nil {
		if i, ok := n.index[key]; ok {
			return n.entries[i].value
		}
		return nil
	}
	for i := range n.entries {
		if n.entries[i].key == key {
			return n.entries[i].value
		}
	}
	return nil
}

// indexSize is the number of entries from which a map is worth an index.
const indexSize = 12

func (n *node) buildIndex() {
	if len(n.entries) < indexSize {
		return
	}
	n.index = make(map[string]int, len(n.entries))
	for i, e := range n.entries {
		n.index[e.key] = i
	}
}

func (n *node) isScalar() bool {
	return n != nil && (n.kind == StringKind || n.kind == NumberKind || n.kind == BoolKind)
}

// scalar returns the text of a scalar that is written out.
func (n *node) scalar() (string, bool) {
	if !n.isScalar() {
		return "", false
	}
	return n.text, true
}

// isArgument reports whether the node's position is that of an argument of a function.
func (n *node) isArgument() bool {
	list := n.parent
	return n.position >= 0 && list != nil && list.parent != nil && list.parent.kind == callKind
}

// path returns the node's path from the root. Functions add nothing to it: a
// branch of Fn::If is at the path of the property that it is for.
func (n *node) path() string {
	var steps []string
	for m := n; m != nil; m = m.parent {
		switch {
		case m.isArgument():
		case m.position >= 0:
			steps = append(steps, "["+strconv.Itoa(m.position)+"]")
		case m.key != "":
			steps = append(steps, m.key)
		}
	}
	slices.Reverse(steps)
	var path []byte
	for _, step := range steps {
		if len(path) > 0 && step[0] != '[' {
			path = append(path, '.')
		}
		path = append(path, step...)
	}
	return string(path)
}

// logicalID returns the second step of the path: the name within its section.
func (n *node) logicalID() string {
	var keys [2]string
	for m := n; m != nil; m = m.parent {
		if m.key != "" && m.position < 0 {
			keys[1], keys[0] = keys[0], m.key
		}
	}
	return keys[1]
}

func (n *node) place() Place {
	if n == nil {
		return Place{}
	}
	if p := n.where.Load(); p != nil {
		return *p
	}
	p := Place{File: n.src.file, Line: n.line, LogicalID: n.logicalID(), Path: n.path()}
	n.where.Store(&p)
	return p
}
