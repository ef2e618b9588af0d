package cloudformation

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// datum is what a node evaluates to. It is shared and never changed.
type datum struct {
	state      fact.State
	kind       Kind
	text       string // known scalars
	parts      []Part // unknown text, as far as it is known
	items      []Value
	keys       []string // of a map, in the order of the text; absent entries included
	values     []Value
	index      map[string]int
	open       bool         // a list or a map that may hold more
	maybe      bool         // unknown, and perhaps AWS::NoValue
	parameters parameterSet // that decide this value; of a list or a map, which items there are
	inside     parameterSet // that decide the values in it
	references []Reference
	ssm        string
	decoded    *datum // argument of Fn::Base64
	reason     string
}

// Part is a piece of a text: known text, or a hole that a deployment fills.
type Part struct {
	Text      string    // when Hole is empty
	Hole      string    // what fills it, as Fn::Sub writes it, without ${ and }
	Reference Reference // the resource that fills it; zero for anything else
}

// String returns the text, or the hole in ${}.
func (p Part) String() string {
	if p.Hole != "" {
		return "${" + p.Hole + "}"
	}
	return p.Text
}

var removed = &datum{state: fact.Absent}

func knownText(kind Kind, text string) *datum {
	return &datum{state: fact.Known, kind: kind, text: text}
}

func unknown(reason string) *datum { return &datum{state: fact.Unknown, reason: reason} }

// hole returns an unknown value with a name: two values with the same hole are
// equal.
func hole(name, reason string) *datum {
	if len(name) > maxHole {
		return unknown(reason)
	}
	return &datum{state: fact.Unknown, reason: reason, parts: []Part{{Hole: name}}}
}

func referenceTo(r Reference) *datum {
	name := strings.TrimSuffix(r.String()[2:], "}")
	return &datum{state: fact.Unknown, kind: StringKind, reason: "known once " + r.LogicalID + " exists",
		parts: []Part{{Hole: name, Reference: r}}, references: []Reference{r}}
}

// after returns the datum with parameters that it was chosen by.
func (d *datum) after(s parameterSet) *datum {
	all := d.parameters.union(s)
	if all == d.parameters {
		return d
	}
	c := *d
	c.parameters = all
	return &c
}

// all returns the parameters that anything about the value depends on.
func (d *datum) all() parameterSet { return d.parameters.union(d.inside) }

// scalar returns the text of a known scalar.
func (d *datum) scalar() (string, bool) {
	if d.state != fact.Known || d.kind == ListKind || d.kind == MapKind || d.kind == NullKind {
		return "", false
	}
	return d.text, true
}

// symbol returns the hole that a wholly unknown value consists of.
func (d *datum) symbol() (string, bool) {
	if d.state == fact.Unknown && len(d.parts) == 1 && d.parts[0].Hole != "" {
		return d.parts[0].Hole, true
	}
	return "", false
}

// textParts returns the parts of a text, known or not; false for lists and
// maps. A text of which nothing is known is a hole named after the place n.
func (d *datum) textParts(n *node) ([]Part, bool) {
	if text, ok := d.scalar(); ok {
		return []Part{{Text: text}}, true
	}
	if d.state != fact.Unknown {
		return nil, false
	}
	if len(d.parts) > 0 {
		return d.parts, true
	}
	return []Part{{Hole: "?" + n.path()}}, true
}
