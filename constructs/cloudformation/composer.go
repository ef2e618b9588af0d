package cloudformation

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// composer puts a text together from known text and holes.
type composer struct {
	e          *evaluator
	parts      []Part
	size       int
	parameters parameterSet
	references []Reference
	exhausted  bool
}

func (c *composer) text(s string) {
	if s != "" {
		c.part(Part{Text: s})
	}
}

// partCost is what a piece counts for besides its text, so that very many small
// pieces exhaust the budget too.
const partCost = 64

func (c *composer) part(p Part) {
	c.size += len(p.Text) + len(p.Hole) + partCost
	if c.size > c.e.textLeft {
		c.exhausted = true
	}
	if !c.exhausted {
		c.parts = append(c.parts, p)
	}
}

// add appends a value; false when it is no text. name is what a hole is called
// when the value has none of its own.
func (c *composer) add(d *datum, n *node, name string) bool {
	if c.exhausted {
		return true
	}
	c.parameters = c.parameters.union(d.all())
	c.references = append(c.references, d.references...)
	if d.state == fact.Unknown && len(d.parts) == 0 && name != "" {
		c.part(Part{Hole: "?" + name + "@" + n.path()})
		return true
	}
	parts, ok := d.textParts(n)
	if !ok {
		return false
	}
	for _, part := range parts {
		c.part(part)
	}
	return true
}

// tooLong is the reason of a value that was given up.
const tooLong = "the text grows beyond what a template can hold"

func (c *composer) done() *datum {
	if c.exhausted {
		c.e.cut = true
		return unknown(tooLong).after(c.parameters)
	}
	c.e.textLeft -= c.size
	d := textOf(StringKind, c.parts)
	d.parameters = c.parameters
	d.references = c.references
	return d
}

// textOf returns the text that the parts make: known when it has no hole.
// Dynamic references ({{resolve:ssm:…}}) are holes that a deployment fills.
func textOf(kind Kind, parts []Part) *datum {
	merged := mergeText(parts)
	merged, ssm := cutDynamic(merged)
	d := &datum{state: fact.Known, kind: kind, ssm: ssm}
	switch {
	case len(merged) == 0:
	case len(merged) == 1 && merged[0].Hole == "":
		d.text = merged[0].Text
	default:
		d.state, d.parts = fact.Unknown, merged
		d.reason = "it holds " + firstHole(merged)
	}
	return d
}

func firstHole(parts []Part) string {
	for _, part := range parts {
		if part.Hole != "" {
			return part.String()
		}
	}
	return ""
}

// mergeText joins neighbouring texts.
func mergeText(parts []Part) []Part {
	merged := make([]Part, 0, len(parts))
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			merged = append(merged, Part{Text: b.String()})
			b.Reset()
		}
	}
	for i, part := range parts {
		if part.Hole == "" {
			if b.Len() == 0 && (i+1 == len(parts) || parts[i+1].Hole != "") {
				if part.Text != "" {
					merged = append(merged, part)
				}
				continue
			}
			b.WriteString(part.Text)
			continue
		}
		flush()
		merged = append(merged, part)
	}
	flush()
	return merged
}
