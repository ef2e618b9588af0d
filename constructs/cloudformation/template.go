package cloudformation

import (
	"slices"
	"strings"
)

// Template is a CloudFormation template as it was written. It is immutable and
// safe for concurrent use.
type Template struct {
	Name          string // as given to Parse
	Size          int    // bytes
	FormatVersion string
	Description   string
	Transforms    []string    // macros of the whole template, in order
	Parameters    []Parameter // in the order of the text, as all that follows
	Resources     []Resource
	Conditions    []string // names
	Outputs       []Output

	// Problems are faults that did not stop reading: duplicate keys, tags that
	// are not CloudFormation's, entries of the wrong shape.
	Problems Problems

	root       *node
	src        *source
	parameters map[string]int
	resources  map[string]int
	conditions map[string]*node
	mappings   map[string]*node
	openings   []string
	opaque     string // the macro that may change everything; empty when there is none
}

// Resource is a resource of a template.
type Resource struct {
	LogicalID     string
	Type          string
	Condition     string // name of the condition that it is under; empty for none
	ConstructPath string // Metadata aws:cdk:path, which CDK writes; empty otherwise
	Place         Place

	node *node
}

// Output is an output of a template.
type Output struct {
	Name        string
	Description string
	Condition   string
	Place       Place

	node *node
}

// Parameter returns the declaration of that name.
func (t *Template) Parameter(name string) (Parameter, bool) {
	i, ok := t.parameters[name]
	if !ok {
		return Parameter{}, false
	}
	return t.Parameters[i], true
}

// Open lists what can add or change resources in ways that the text does not
// tell: macros, loops, included snippets. Empty when the template is all there is.
func (t *Template) Open() []string { return slices.Clone(t.openings) }

func newTemplate(b *builder, root *node) *Template {
	t := &Template{Name: b.src.file, root: root, src: b.src,
		parameters: map[string]int{}, resources: map[string]int{},
		conditions: map[string]*node{}, mappings: map[string]*node{}}
	if root.kind != MapKind {
		b.refuse(ErrNotATemplate, root.line, "it is a %s, not a map with Resources", root.kind)
		return nil
	}
	resources := root.get("Resources")
	if resources != nil && resources.kind == callKind {
		b.refuse(ErrNotATemplate, resources.line, "its Resources come from %s, which only a deployment can run", resources.fn)
		return nil
	}
	if resources == nil || resources.kind != MapKind || len(resources.entries) == 0 {
		b.refuse(ErrNotATemplate, root.line, "it has no Resources")
		return nil
	}
	t.FormatVersion, _ = root.get("AWSTemplateFormatVersion").scalar()
	t.Description, _ = root.get("Description").scalar()
	t.readTransforms(root.get("Transform"))
	t.readParameters(b)
	t.readConditions(b)
	t.readMappings(b)
	t.readResources(b, resources)
	t.readOutputs(b)
	t.checkSections(b)
	prepare(root)
	return t
}

var sections = []string{"AWSTemplateFormatVersion", "Conditions", "Description", "Globals", "Hooks",
	"Mappings", "Metadata", "Outputs", "Parameters", "Resources", "Rules", "Transform"}

func (t *Template) checkSections(b *builder) {
	for _, e := range t.written("the template", t.root.entries) {
		if !slices.Contains(sections, e.key) {
			b.problem(e.line, "%q is not a section of a template%s", e.key, didYouMean(e.key, sections))
		}
	}
}

// section returns the entries of a part of the template that must be a map.
func (t *Template) section(b *builder, name string) []entry {
	n := t.root.get(name)
	switch {
	case n == nil || n.kind == NullKind:
		return nil
	case n.kind == MapKind:
		return t.written(name, n.entries)
	case n.kind == callKind && n.fn == fnTransform:
		t.noteTransform(name, n.items[0])
	default:
		b.problem(n.line, "%s must be a map, got a %s", name, n.kind)
	}
	return nil
}

// written returns the entries that are written out, not made by a function.
func (t *Template) written(section string, entries []entry) []entry {
	var written []entry
	for _, e := range entries {
		switch {
		case e.key == fnTransform:
			t.noteTransform(section, e.value)
		case strings.HasPrefix(e.key, "Fn::"):
			t.added(e.key, section)
		default:
			written = append(written, e)
		}
	}
	return written
}

func (t *Template) readConditions(b *builder) {
	for _, e := range t.section(b, "Conditions") {
		t.Conditions = append(t.Conditions, e.key)
		t.conditions[e.key] = e.value
	}
}

func (t *Template) readMappings(b *builder) {
	for _, e := range t.section(b, "Mappings") {
		t.mappings[e.key] = e.value
	}
}

func (t *Template) readResources(b *builder, resources *node) {
	for _, e := range t.written("Resources", resources.entries) {
		if e.value.kind != MapKind {
			b.problem(e.line, "resource %s must be a map, got a %s", e.key, e.value.kind)
			continue
		}
		r := Resource{LogicalID: e.key, Place: e.value.place(), node: e.value}
		r.Type, _ = e.value.get("Type").scalar()
		r.Condition, _ = e.value.get("Condition").scalar()
		r.ConstructPath, _ = e.value.get("Metadata").get("aws:cdk:path").scalar()
		if r.Type == "" {
			b.problem(e.line, "resource %s has no Type", e.key)
			continue
		}
		t.resources[e.key] = len(t.Resources)
		t.Resources = append(t.Resources, r)
	}
}

func (t *Template) readOutputs(b *builder) {
	for _, e := range t.section(b, "Outputs") {
		if e.value.kind != MapKind {
			continue
		}
		o := Output{Name: e.key, Place: e.value.place(), node: e.value}
		o.Description, _ = e.value.get("Description").scalar()
		o.Condition, _ = e.value.get("Condition").scalar()
		t.Outputs = append(t.Outputs, o)
	}
}
