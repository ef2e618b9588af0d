package cloudformation

import (
	"encoding/base64"
	"encoding/json"
	"github.com/ecsgpu/cdk/constructs/fact"
	"slices"
	"strconv"
	"strings"
)

// call evaluates a function. Functions that are not known here, or are used in
// a way that CloudFormation refuses, are unknown.
func (e *evaluator) call(n *node) *datum {
	switch n.fn {
	case fnRef:
		if name, ok := n.items[0].scalar(); ok {
			return e.ref(name)
		}
	case fnGetAtt:
		return e.getAtt(n.items[0])
	case fnSub:
		return e.sub(n)
	case fnJoin:
		return e.join(n)
	case fnIf:
		return e.choose(n)
	case fnSelect:
		return e.selectItem(n)
	case fnSplit:
		return e.split(n)
	case fnFindInMap:
		return e.findInMap(n)
	case fnBase64:
		return e.base64(n.items[0])
	case fnGetAZs:
		return e.zones(n.items[0])
	case fnImportValue:
		return e.importValue(n.items[0])
	case fnCidr:
		return e.cidr(n)
	case fnLength:
		return e.length(n.items[0])
	case fnToJSONString:
		return e.toJSON(n)
	}
	return unknown(n.fn + " is known at deployment")
}

func (e *evaluator) getAtt(arg *node) *datum {
	if text, ok := arg.scalar(); ok {
		id, attribute, _ := strings.Cut(text, ".")
		return referenceTo(Reference{id, attribute})
	}
	if arg.kind != ListKind || len(arg.items) < 2 {
		return unknown("Fn::GetAtt takes a resource and an attribute")
	}
	id, ok := arg.items[0].scalar()
	if !ok {
		return unknown("the resource of Fn::GetAtt is not written out")
	}
	var attributes []string
	var parameters parameterSet
	for _, item := range arg.items[1:] {
		attribute := e.eval(item)
		parameters = parameters.union(attribute.all())
		text, ok := attribute.scalar()
		if !ok {
			return &datum{state: fact.Unknown, reason: "the attribute is known at deployment", parameters: parameters, references: []Reference{{LogicalID: id}}}
		}
		attributes = append(attributes, text)
	}
	return referenceTo(Reference{id, strings.Join(attributes, ".")}).after(parameters)
}

func (e *evaluator) join(n *node) *datum {
	args := n.arguments()
	if len(args) != 2 {
		return unknown("Fn::Join takes a delimiter and a list")
	}
	delimiter, list := e.eval(args[0]), e.eval(args[1])
	parameters := delimiter.all().union(list.all())
	between, ok := delimiter.scalar()
	if !ok || list.state != fact.Known || list.kind != ListKind || list.open {
		return &datum{state: fact.Unknown, reason: "a list that is known at deployment", parameters: parameters, references: list.references}
	}
	c := composer{e: e, parameters: parameters}
	for i, item := range list.items {
		if i > 0 {
			c.text(between)
		}
		if !c.add(item.d, item.at, "") {
			return unknown("an item of Fn::Join is a list or a map").after(c.parameters)
		}
	}
	return c.done()
}

// choose evaluates Fn::If. When the condition is open but both branches are the
// same known text, that text it is.
func (e *evaluator) choose(n *node) *datum {
	args := n.arguments()
	if len(args) != 3 {
		return unknown("Fn::If takes a condition and two values")
	}
	o := e.named(args[0])
	if _, ok := args[0].scalar(); !ok {
		o = e.decide(args[0])
	}
	switch o.truth {
	case True:
		return e.eval(args[1]).after(o.parameters)
	case False:
		return e.eval(args[2]).after(o.parameters)
	}
	yes, no := e.eval(args[1]), e.eval(args[2])
	parameters := o.parameters.union(yes.all()).union(no.all())
	if a, ok := yes.scalar(); ok {
		if b, ok := no.scalar(); ok && a == b && yes.kind == no.kind {
			return yes.after(parameters)
		}
	}
	return &datum{state: fact.Unknown, parameters: parameters, reason: "its condition is known at deployment",
		maybe: yes.state == fact.Absent || no.state == fact.Absent || yes.maybe || no.maybe}
}

func (e *evaluator) selectItem(n *node) *datum {
	args := n.arguments()
	if len(args) != 2 {
		return unknown("Fn::Select takes an index and a list")
	}
	index, list := e.eval(args[0]), e.eval(args[1])
	parameters := index.all().union(list.all())
	text, ok := index.scalar()
	i, err := strconv.Atoi(text)
	switch {
	case !ok || err != nil || i < 0:
		return unknown("an index that is known at deployment").after(parameters)
	case list.state == fact.Known && list.kind == ListKind && !list.open && i < len(list.items):
		return list.items[i].d.after(parameters)
	}
	if symbol, ok := list.symbol(); ok {
		return hole(symbol+"["+text+"]", "an item of a list that is known at deployment").after(parameters)
	}
	return unknown("an item of a list that is known at deployment").after(parameters)
}

// splitCost is what an item of Fn::Split counts for besides its text: each is a value.
const splitCost = 256

func (e *evaluator) split(n *node) *datum {
	args := n.arguments()
	if len(args) != 2 {
		return unknown("Fn::Split takes a delimiter and a text")
	}
	delimiter, source := e.eval(args[0]), e.eval(args[1])
	parameters := delimiter.all().union(source.all())
	between, ok := delimiter.scalar()
	text, known := source.scalar()
	if !ok || between == "" {
		return unknown("a delimiter that is known at deployment").after(parameters)
	}
	if !known {
		if symbol, ok := source.symbol(); ok {
			return hole("split("+between+","+symbol+")", "a text that is known at deployment").after(parameters)
		}
		return unknown("a text that is known at deployment").after(parameters)
	}
	if e.textLeft -= len(text) + splitCost*strings.Count(text, between); e.textLeft < 0 {
		return unknown(tooLong).after(parameters)
	}
	d := &datum{state: fact.Known, kind: ListKind, parameters: parameters}
	for _, item := range strings.Split(text, between) {
		d.items = append(d.items, Value{d: knownText(StringKind, item).after(parameters), at: n})
	}
	return d
}

func (e *evaluator) base64(arg *node) *datum {
	inner := e.eval(arg)
	d := &datum{state: fact.Unknown, decoded: inner, parameters: inner.all(), references: inner.references, reason: inner.reason}
	text, ok := inner.scalar()
	if e.textLeft -= 2 * len(text); ok && e.textLeft >= 0 {
		d.state, d.kind, d.text = fact.Known, StringKind, base64.StdEncoding.EncodeToString([]byte(text))
	}
	return d
}

// zones names the list of a region's zones, so that the same zone of it is
// recognised wherever it is selected.
func (e *evaluator) zones(arg *node) *datum {
	region := e.eval(arg)
	text, _ := region.scalar()
	symbol, _ := region.symbol()
	name := fnGetAZs
	if text != "" && text != e.env.Region || symbol != "" && symbol != "AWS::Region" {
		name += ":" + text + symbol
	}
	return hole(name, "the zones of the account are known at deployment").after(region.all())
}

func (e *evaluator) importValue(arg *node) *datum {
	name := e.eval(arg)
	d := unknown("an export of another stack is known at deployment").after(name.all())
	parts, ok := name.textParts(arg)
	if !ok {
		return d
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part.String())
		if b.Len() > maxHole {
			return d
		}
	}
	return hole(fnImportValue+":"+b.String(), d.reason).after(name.all())
}

func (e *evaluator) length(arg *node) *datum {
	list := e.eval(arg)
	if list.state != fact.Known || list.kind != ListKind || list.open {
		return unknown("the length of a list that is known at deployment").after(list.all())
	}
	return knownText(NumberKind, strconv.Itoa(len(list.items))).after(list.all())
}

func (e *evaluator) toJSON(n *node) *datum {
	p := plainer{left: min(maxPlainSize, max(e.textLeft, 0)/partCost)}
	budget := p.left
	plain := p.convert(e.value(n.items[0]))
	e.textLeft -= (budget - p.left) * partCost
	text, err := json.Marshal(plain)
	if e.textLeft -= len(text); len(p.unresolved) > 0 || err != nil || e.textLeft < 0 {
		return unknown("it holds what is known at deployment").after(p.parameters)
	}
	return knownText(StringKind, string(text)).after(p.parameters)
}

// findInMap looks a mapping up; Fn::FindInMap may have a default.
func (e *evaluator) findInMap(n *node) *datum {
	args := n.arguments()
	if len(args) != 3 && len(args) != 4 {
		return unknown("Fn::FindInMap takes a mapping, two keys and perhaps a default")
	}
	var fallback *datum
	if n := args[len(args)-1].get("DefaultValue"); len(args) == 4 && n != nil {
		fallback = e.eval(n)
	}
	var parameters parameterSet
	var keys []string
	for _, arg := range args[:3] {
		d := e.eval(arg)
		parameters = parameters.union(d.all())
		key, ok := d.scalar()
		if !ok {
			return notFound("the key of a mapping that is known at deployment", fallback, parameters)
		}
		keys = append(keys, key)
	}
	mapping := e.t.mappings[keys[0]]
	if mapping == nil || !readable(mapping) || !readable(mapping.get(keys[1])) {
		return notFound("mapping "+keys[0]+" is not in the template as it stands", fallback, parameters)
	}
	found := mapping.get(keys[1]).get(keys[2])
	switch {
	case found == nil && fallback != nil:
		return fallback.after(parameters)
	case found == nil:
		return unknown("mapping " + keys[0] + " has no " + keys[1] + ", " + keys[2]).after(parameters)
	case found.static == nil:
		return notFound("mapping "+keys[0]+" holds a function", fallback, parameters)
	default:
		return found.static.after(parameters)
	}
}

// notFound returns the value of a lookup that may come to its default, which
// may be none.
func notFound(reason string, fallback *datum, s parameterSet) *datum {
	d := &datum{state: fact.Unknown, reason: reason, parameters: s}
	if fallback != nil {
		d.parameters = s.union(fallback.all())
		d.maybe = fallback.state == fact.Absent || fallback.maybe
	}
	return d
}

// readable reports whether all keys of a map of a mapping are written out.
func readable(n *node) bool {
	if n == nil {
		return true // a missing key is what a default is for
	}
	return n.kind == MapKind && !slices.ContainsFunc(n.entries, func(e entry) bool { return strings.HasPrefix(e.key, "Fn::") })
}
