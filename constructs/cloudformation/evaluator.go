package cloudformation

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// evaluator computes values under one environment. It keeps what it has
// computed of parameters and conditions, so each is computed once.
type evaluator struct {
	t          *Template
	env        Environment
	parameters []*datum
	conditions map[string]*outcome
	textLeft   int  // bytes that may still be composed
	cut        bool // a text was given up for its size
	cyclic     bool // conditions go round
	again      *again
}

// again is what an evaluation under almost the same environment can keep of the
// one before: all that does not depend on the parameters that differ.
type again struct {
	base    *Evaluation
	changed parameterSet
}

func newEvaluator(t *Template, env Environment) *evaluator {
	e := &evaluator{t: t, env: env, conditions: make(map[string]*outcome, len(t.conditions)), textLeft: maxText}
	for i, p := range t.Parameters {
		d := e.parameter(p)
		d.parameters = d.parameters.with(i)
		for j := range d.items {
			d.items[j].d.parameters = d.parameters
		}
		e.parameters = append(e.parameters, d)
	}
	return e
}

// parameter returns a datum of its own for the value of a parameter.
func (e *evaluator) parameter(p Parameter) *datum {
	text, given := e.env.Parameters[p.Name]
	if !given {
		text, given = p.Default, p.HasDefault
	}
	switch {
	case !given:
		return hole(p.Name, "parameter "+p.Name+" has no default")
	case p.NoEcho:
		return hole(p.Name, "parameter "+p.Name+" is secret")
	case p.IsSSM():
		d := hole(p.Name, "parameter "+p.Name+" is read from SSM at deployment")
		d.ssm = text
		return d
	case p.IsList():
		d := &datum{state: fact.Known, kind: ListKind}
		at := e.t.root.get("Parameters").get(p.Name)
		for _, item := range splitList(text) {
			d.items = append(d.items, Value{d: knownText(StringKind, item), at: at})
		}
		return d
	case p.Type == "Number":
		return knownText(NumberKind, text)
	default:
		return knownText(StringKind, text)
	}
}

func (e *evaluator) value(n *node) Value { return Value{d: e.eval(n), at: n} }

// eval computes the value of a node. It recurses only into what is written
// inside of the node, so it ends.
func (e *evaluator) eval(n *node) *datum {
	switch {
	case n.static != nil:
		return n.static
	case n.kind == callKind:
		return e.call(n)
	case n.kind == ListKind:
		return e.list(n, nil)
	default:
		return e.mapping(n, nil)
	}
}

// evalAgain does what eval does, given what the node came to before: nil when that is
// not known.
func (e *evaluator) evalAgain(n *node, before *datum) *datum {
	switch {
	case before == nil || n.static != nil:
		return e.eval(n)
	case !before.all().overlaps(e.again.changed):
		return before
	case n.kind == ListKind:
		return e.list(n, before)
	case n.kind == MapKind:
		return e.mapping(n, before)
	default:
		return e.call(n)
	}
}

func (e *evaluator) list(n *node, before *datum) *datum {
	d := &datum{state: fact.Known, kind: ListKind, items: make([]Value, 0, len(n.items))}
	next := 0 // items that were removed are not in before, but the order is the same
	for _, item := range n.items {
		var old *datum
		if before != nil && next < len(before.items) && before.items[next].at == item {
			old = before.items[next].d
			next++
		}
		v := Value{d: e.evalAgain(item, old), at: item}
		d.inside = d.inside.union(v.d.all())
		if v.d.state == fact.Absent {
			d.parameters = d.parameters.union(v.d.parameters)
			continue
		}
		if v.d.maybe {
			d.open, d.parameters = true, d.parameters.union(v.d.parameters)
		}
		d.items = append(d.items, v)
	}
	return d
}

func (e *evaluator) mapping(n *node, before *datum) *datum {
	d := &datum{state: fact.Known, kind: MapKind,
		keys: make([]string, 0, len(n.entries)), values: make([]Value, 0, len(n.entries))}
	for _, entry := range n.entries {
		switch {
		case strings.HasPrefix(entry.key, fnForEach) || entry.key == fnTransform && isInclude(entry.value):
			d.open = true
		case strings.HasPrefix(entry.key, "Fn::"):
			return unknown(entry.key + " may change the map that it stands in")
		default:
			var old *datum
			if i := len(d.keys); before != nil && i < len(before.values) && before.values[i].at == entry.value {
				old = before.values[i].d
			}
			v := Value{d: e.evalAgain(entry.value, old), at: entry.value}
			d.inside = d.inside.union(v.d.all())
			d.keys = append(d.keys, entry.key)
			d.values = append(d.values, v)
		}
	}
	if len(d.keys) == len(n.entries) {
		d.index = n.index
	}
	return d
}

func isInclude(n *node) bool {
	name, ok := n.get("Name").scalar()
	return ok && name == macroInclude
}

// ref returns the value of a name: a pseudo parameter, a parameter, or a resource.
func (e *evaluator) ref(name string) *datum {
	if d, ok := e.env.pseudo(name); ok {
		return d
	}
	if i, ok := e.t.parameters[name]; ok {
		return e.parameters[i]
	}
	return referenceTo(Reference{LogicalID: name})
}

func (e *evaluator) resource(r Resource) (*ResourceValue, bool) {
	o := e.conditionOf(r.node)
	if o.truth == False {
		return nil, false
	}
	var before *datum
	if old, ok := e.before(r.LogicalID); ok {
		if !e.again.changed.overlaps(old.Body.d.all().union(o.parameters)) {
			return old, true
		}
		before = old.Body.d
	}
	v := e.body(r.node, before)
	return &ResourceValue{
		Resource: r, Conditional: o.truth == Undetermined, Parameters: o.parameters.names(e.t.src),
		Body: v, Properties: v.Get("Properties"), Metadata: v.Get("Metadata"), DependsOn: v.Get("DependsOn"),
		CreationPolicy: v.Get("CreationPolicy"), UpdatePolicy: v.Get("UpdatePolicy"),
		DeletionPolicy: v.Get("DeletionPolicy"), UpdateReplacePolicy: v.Get("UpdateReplacePolicy"),
	}, true
}

func (e *evaluator) before(logicalID string) (*ResourceValue, bool) {
	if e.again == nil {
		return nil, false
	}
	return e.again.base.Resource(logicalID)
}

// body returns the value of a resource or an output, of which a macro leaves
// nothing known.
func (e *evaluator) body(n *node, before *datum) Value {
	if e.t.opaque != "" {
		return Value{d: unknown("macro " + e.t.opaque + " may change it"), at: n}
	}
	return Value{d: e.evalAgain(n, before), at: n}
}

func (e *evaluator) output(o Output) (OutputValue, bool) {
	c := e.conditionOf(o.node)
	if c.truth == False {
		return OutputValue{}, false
	}
	var before *datum
	if old, ok := e.outputBefore(o.Name); ok {
		if !e.again.changed.overlaps(old.body.d.all().union(c.parameters)) {
			return old, true
		}
		before = old.body.d
	}
	v := e.body(o.node, before)
	return OutputValue{Output: o, Conditional: c.truth == Undetermined, body: v,
		Value: v.Get("Value"), ExportName: v.Get("Export", "Name")}, true
}

func (e *evaluator) outputBefore(name string) (OutputValue, bool) {
	if e.again == nil {
		return OutputValue{}, false
	}
	i, ok := e.again.base.outputAt[name]
	if !ok {
		return OutputValue{}, false
	}
	return e.again.base.outputs[i], true
}
