package cloudformation

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"math"
	"slices"
	"strings"
)

// Value is a part of an evaluated template. It is immutable; the zero Value is
// absent and has no place. All methods are safe on every Value: what does not
// apply is absent, empty or false.
type Value struct {
	d     *datum
	at    *node
	below string // path from at to a value that is not written
}

// State returns absent, known or unknown. A known list or map may hold unknown
// values.
func (v Value) State() fact.State {
	if v.d == nil {
		return fact.Absent
	}
	return v.d.state
}

// IsAbsent reports whether the value is certainly not there.
func (v Value) IsAbsent() bool { return v.State() == fact.Absent }

// IsKnown reports whether the value is known; see [Value.State].
func (v Value) IsKnown() bool { return v.State() == fact.Known }

// IsUnknown reports whether only a deployment tells the value, or if there is one.
func (v Value) IsUnknown() bool { return v.State() == fact.Unknown }

// Kind returns the shape of a known value; empty when it is not known.
func (v Value) Kind() Kind {
	if !v.IsKnown() {
		return ""
	}
	return v.d.kind
}

// Place returns where the value is used: the property, not the parameter or
// mapping that it comes from.
func (v Value) Place() Place {
	p := v.at.place()
	p.Path += v.below
	return p
}

// Reason returns why the value is unknown.
func (v Value) Reason() string {
	if v.d == nil {
		return ""
	}
	return v.d.reason
}

// Parameters returns the names of the parameters that the value was computed
// from, in the template's order: those in its text, and those of the conditions
// that chose it. Values inside of a list or map have their own; see
// [Value.Walk].
func (v Value) Parameters() []string {
	if v.d == nil || v.at == nil {
		return nil
	}
	return v.d.parameters.names(v.at.src)
}

// References returns the resources that the text refers to, in its order.
func (v Value) References() []Reference {
	if v.d == nil {
		return nil
	}
	return slices.Clone(v.d.references)
}

// SSMParameter returns the name of the SSM parameter that the value will be
// read from at deployment, without a version.
func (v Value) SSMParameter() (string, bool) {
	if v.d == nil || v.d.ssm == "" {
		return "", false
	}
	return v.d.ssm, true
}

// Text returns the text of a known scalar; numbers and booleans as
// CloudFormation writes them.
func (v Value) Text() (string, bool) {
	if v.d == nil {
		return "", false
	}
	return v.d.scalar()
}

// Partial returns the text as far as it is known, with holes written ${LogicalId},
// ${LogicalId.Attribute} or ${Parameter}. whole is false when it has holes. Equal
// texts are equal values even when they have holes. Empty for lists and maps.
func (v Value) Partial() (text string, whole bool) {
	if text, ok := v.Text(); ok {
		return text, true
	}
	var b strings.Builder
	for _, part := range v.Parts() {
		b.WriteString(part.String())
	}
	return b.String(), false
}

// Parts returns the text cut at its holes.
func (v Value) Parts() []Part {
	if v.d == nil {
		return nil
	}
	if len(v.d.parts) > 0 {
		return slices.Clone(v.d.parts)
	}
	if text, ok := v.d.scalar(); ok {
		return []Part{{Text: text}}
	}
	return nil
}

// Decoded returns the argument of Fn::Base64; absent for any other value.
func (v Value) Decoded() Value {
	if v.d == nil || v.d.decoded == nil {
		return Value{at: v.at, below: v.below}
	}
	return Value{d: v.d.decoded, at: v.at, below: v.below}
}

// Int returns the value of a whole number, be it written as a number or as
// text; see [ParseNumber]. It is false beyond 2^53.
func (v Value) Int() (int, bool) {
	f, ok := v.Float()
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int(f), true
}

// Float returns the value of a number, be it written as a number or as text;
// see [ParseNumber].
func (v Value) Float() (float64, bool) {
	text, ok := v.Text()
	if !ok || v.Kind() == BoolKind {
		return 0, false
	}
	f, form := ParseNumber(text)
	return f, form.IsNumber() && !math.IsInf(f, 0)
}

// Bool returns the value of a boolean, be it written as one or as text.
func (v Value) Bool() (value, ok bool) {
	text, ok := v.Text()
	if !ok {
		return false, false
	}
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes", "on": // YAML 1.1, which CloudFormation reads, has all of them
		return true, true
	case "false", "no", "off":
		return false, true
	default:
		return false, false
	}
}

// Get returns an entry of a map, or of maps in maps. It is unknown when the map
// is, or when the map may hold entries that cannot be read.
func (v Value) Get(keys ...string) Value {
	for _, key := range keys {
		v = v.entry(key)
	}
	return v
}

func (v Value) entry(key string) Value {
	below := Value{at: v.at, below: v.below + "." + key}
	if v.d == nil {
		return below
	}
	if i := v.d.find(key); i >= 0 {
		return v.d.values[i]
	}
	switch {
	case v.d.state == fact.Absent:
		below.d = v.d // with what decided that it is not there
	case v.d.state == fact.Unknown:
		below.d = &datum{state: fact.Unknown, reason: v.d.reason, parameters: v.d.parameters}
	case v.d.open:
		below.d = &datum{state: fact.Unknown, reason: "the map has entries that only a deployment can tell", parameters: v.d.parameters}
	case v.d.parameters != parameterSet{}:
		below.d = &datum{state: fact.Absent, parameters: v.d.parameters}
	}
	return below
}

func (d *datum) find(key string) int {
	if d.index != nil {
		if i, ok := d.index[key]; ok {
			return i
		}
		return -1
	}
	return slices.Index(d.keys, key)
}

// Keys returns the names of the entries of a map that are there, or may be, in
// the order of the text.
func (v Value) Keys() []string {
	if v.d == nil {
		return nil
	}
	keys := make([]string, 0, len(v.d.keys))
	for i, key := range v.d.keys {
		if !v.d.values[i].IsAbsent() {
			keys = append(keys, key)
		}
	}
	return keys
}

// Items returns the items of a list.
func (v Value) Items() []Value {
	if v.d == nil {
		return nil
	}
	return slices.Clone(v.d.items)
}

// Len returns the number of items of a list or entries of a map.
func (v Value) Len() int {
	if v.d == nil {
		return 0
	}
	if v.d.kind == MapKind {
		return len(v.Keys())
	}
	return len(v.d.items)
}

// Complete reports whether the value is known and, if it is a list or a map, holds
// no items or entries other than those given.
func (v Value) Complete() bool { return v.State() != fact.Unknown && (v.d == nil || !v.d.open) }

// Walk calls visit for the value and for all values inside of it.
func (v Value) Walk(visit func(Value)) {
	visit(v)
	if v.d == nil {
		return
	}
	for _, item := range v.d.items {
		item.Walk(visit)
	}
	for _, value := range v.d.values {
		value.Walk(visit)
	}
	if v.d.decoded != nil {
		v.Decoded().Walk(visit)
	}
}
