package cloudformation

import "strings"

// subPart is a piece of the text of Fn::Sub: literal text, or a name between ${ and }.
type subPart struct {
	text string
	name string // when not empty, text is unused
}

// cutSub cuts a text at its variables. ${!x} stands for the text ${x}.
func cutSub(s string) []subPart {
	var parts []subPart
	literal := func(text string) {
		if text != "" {
			parts = append(parts, subPart{text: text})
		}
	}
	for {
		start := strings.Index(s, "${")
		if start < 0 {
			break
		}
		length := strings.IndexByte(s[start:], '}')
		if length < 0 {
			break
		}
		literal(s[:start])
		name := s[start+2 : start+length]
		switch rest, escaped := strings.CutPrefix(name, "!"); {
		case escaped:
			literal("${" + rest + "}")
		case strings.TrimSpace(name) == "":
			literal("${" + name + "}")
		default:
			parts = append(parts, subPart{name: strings.TrimSpace(name)})
		}
		s = s[start+length+1:]
	}
	literal(s)
	return parts
}

// sub evaluates Fn::Sub.
func (e *evaluator) sub(n *node) *datum {
	arg := n.items[0]
	var variables *node
	if arg.kind == ListKind {
		if len(arg.items) != 2 || arg.items[1].kind != MapKind {
			return unknown("Fn::Sub takes a text, or a list of a text and a map")
		}
		variables = arg.items[1]
	}
	if n.sub == nil {
		if arg.kind == StringKind || variables != nil && arg.items[0].kind == StringKind {
			return knownText(StringKind, "")
		}
		return unknown("the text of Fn::Sub must be written out")
	}
	c := composer{e: e}
	values := map[string]*datum{} // a variable that is used often is evaluated once
	for _, part := range n.sub {
		if part.name == "" {
			c.text(part.text)
			continue
		}
		value, ok := values[part.name]
		if !ok {
			value = e.subVariable(part.name, variables)
			values[part.name] = value
		}
		if !c.add(value, n, part.name) {
			return unknown("${" + part.name + "} is a list or a map").after(c.parameters)
		}
	}
	return c.done()
}

func (e *evaluator) subVariable(name string, variables *node) *datum {
	if v := variables.get(name); v != nil {
		return e.eval(v)
	}
	if id, attribute, ok := strings.Cut(name, "."); ok {
		return referenceTo(Reference{id, attribute})
	}
	return e.ref(name)
}
