package cloudformation

import (
	"math"
	"strconv"
)

// Unresolved is a part of a value that only a deployment can tell.
type Unresolved struct {
	Place  Place
	Text   string // as far as it is known; see Value.Partial
	Reason string
}

// Plain returns the value as Go has it: map[string]any, []any, string, int,
// float64 or bool; nil when it is absent. Numbers stay numbers and texts stay
// texts.
//
// What is not known is in the result as its partial text, and listed with its
// place: a caller that writes JSON for an API must refuse or replace it.
func (v Value) Plain() (any, []Unresolved) {
	p := plainer{left: maxPlainSize}
	return p.convert(v), p.unresolved
}

type plainer struct {
	unresolved []Unresolved
	parameters parameterSet
	left       int // mappings are shared, so a conversion can be larger than the template
}

func (p *plainer) convert(v Value) any {
	if p.left--; p.left < 0 {
		if p.left == -1 {
			p.unresolved = append(p.unresolved, Unresolved{Place: v.Place(), Reason: "it is too large"})
		}
		return nil
	}
	if v.d != nil {
		p.parameters = p.parameters.union(v.d.all())
	}
	switch v.Kind() {
	case ListKind:
		return p.list(v)
	case MapKind:
		return p.mapping(v)
	case "":
		return p.unknown(v)
	case NumberKind:
		return plainNumber(v.d.text)
	case BoolKind:
		return v.d.text == "true"
	default:
		return v.d.text
	}
}

func (p *plainer) list(v Value) []any {
	items := make([]any, 0, len(v.d.items))
	for _, item := range v.d.items {
		items = append(items, p.convert(item))
	}
	p.noteOpen(v)
	return items
}

func (p *plainer) mapping(v Value) map[string]any {
	entries := make(map[string]any, len(v.d.keys))
	for i, key := range v.d.keys {
		if value := v.d.values[i]; !value.IsAbsent() {
			entries[key] = p.convert(value)
		}
	}
	p.noteOpen(v)
	return entries
}

func (p *plainer) noteOpen(v Value) {
	if v.d.open {
		p.unresolved = append(p.unresolved, Unresolved{Place: v.Place(), Reason: "it may hold more"})
	}
}

func (p *plainer) unknown(v Value) any {
	if v.IsAbsent() {
		return nil
	}
	text, _ := v.Partial()
	p.unresolved = append(p.unresolved, Unresolved{Place: v.Place(), Text: text, Reason: v.Reason()})
	return text
}

// plainNumber returns an int, a float64, or the text when it is no number that
// Go has.
func plainNumber(text string) any {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	f, form := ParseNumber(text)
	if !form.IsNumber() || math.IsInf(f, 0) {
		return text
	}
	return f
}
