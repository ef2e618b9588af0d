package cloudformation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// readYAML reads one YAML document with CloudFormation's tags.
func (b *builder) readYAML(data []byte) *node {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	document, err := decodeYAML(decoder)
	switch {
	case errors.Is(err, io.EOF):
		b.refuse(ErrNotATemplate, 0, "it is empty")
		return nil
	case err != nil:
		b.refuseSyntax(err)
		return nil
	}
	if next, err := decodeYAML(decoder); err == nil {
		b.refuse(ErrNotATemplate, next.Line, "it holds more than one YAML document; split it")
	} else if !errors.Is(err, io.EOF) {
		b.refuseSyntax(err)
	}
	if b.refused {
		return nil
	}
	r := yamlReader{builder: b, open: map[*yaml.Node]bool{}}
	return r.read(document.Content[0], 0)
}

// decodeYAML guards against a fault of the decoder itself: input must never end the process.
func decodeYAML(decoder *yaml.Decoder) (document *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("yaml: %v", fault)
		}
	}()
	document = new(yaml.Node)
	if err := decoder.Decode(document); err != nil {
		return nil, err
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) == 0 {
		return nil, io.EOF
	}
	return document, nil
}

var yamlLine = regexp.MustCompile(`^line (\d+): `)

func (b *builder) refuseSyntax(err error) {
	message, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	if message == "found character that cannot start any token" {
		message += "; if it is a tab, indent by spaces"
	}
	b.refuse(nil, line, "it is neither valid YAML nor JSON: %s", message)
}

type yamlReader struct {
	*builder
	open map[*yaml.Node]bool // anchors that are being expanded
}

func (r *yamlReader) read(y *yaml.Node, depth int) *node {
	if r.refused {
		return nil
	}
	if fn, ok := r.function(y); ok {
		return r.call(fn, r.untagged(y, depth+1), y.Line, depth)
	}
	return r.untagged(y, depth)
}

// function returns the function that a tag stands for.
func (r *yamlReader) function(y *yaml.Node) (string, bool) {
	if y.Kind == yaml.AliasNode || !strings.HasPrefix(y.Tag, "!") || strings.HasPrefix(y.Tag, "!!") || y.Tag == "!" {
		return "", false
	}
	if fn, ok := shortForms[y.Tag]; ok {
		return fn, true
	}
	r.problem(y.Line, "tag %s is not one of CloudFormation's", y.Tag)
	return y.Tag, true
}

func (r *yamlReader) untagged(y *yaml.Node, depth int) *node {
	switch y.Kind {
	case yaml.AliasNode:
		return r.alias(y, depth)
	case yaml.SequenceNode:
		return r.sequence(y, depth)
	case yaml.MappingNode:
		return r.mappingNode(y, depth)
	default:
		return r.scalar(y, depth)
	}
}

func (r *yamlReader) alias(y *yaml.Node, depth int) *node {
	if r.open[y.Alias] {
		r.refuse(nil, y.Line, "alias *%s is inside of the value that it stands for", y.Value)
		return nil
	}
	r.open[y.Alias] = true
	defer delete(r.open, y.Alias)
	return r.read(y.Alias, depth)
}

func (r *yamlReader) sequence(y *yaml.Node, depth int) *node {
	n := r.node(ListKind, y.Line, depth)
	if n == nil {
		return nil
	}
	items := make([]*node, 0, len(y.Content))
	for _, content := range y.Content {
		item := r.read(content, depth+1)
		if item == nil {
			return nil
		}
		items = append(items, item)
	}
	return r.list(n, items)
}

func (r *yamlReader) mappingNode(y *yaml.Node, depth int) *node {
	n := r.node(MapKind, y.Line, depth)
	if n == nil {
		return nil
	}
	m := r.mapping(n)
	var merges []*yaml.Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		switch {
		case key.Kind == yaml.ScalarNode && key.Tag == "!!merge":
			merges = append(merges, value)
		case key.Kind == yaml.ScalarNode:
			m.add(key.Value, key.Line, r.read(value, depth+1))
		case key.Kind == yaml.AliasNode && key.Alias.Kind == yaml.ScalarNode:
			m.add(key.Alias.Value, key.Line, r.read(value, depth+1))
		default:
			r.problem(key.Line, "a key must be text")
		}
	}
	for _, merge := range merges {
		r.merge(m, merge, depth+1)
	}
	if r.refused {
		return nil
	}
	return m.done()
}

// merge adds the entries behind a merge key (<<), which may be one map or several.
func (r *yamlReader) merge(m *mapping, y *yaml.Node, depth int) {
	from := r.read(y, depth)
	if from == nil {
		return
	}
	maps := []*node{from}
	if from.kind == ListKind {
		maps = from.items
	}
	for _, source := range maps {
		if source.kind != MapKind {
			r.problem(y.Line, "a merge key must hold maps")
			continue
		}
		for _, e := range source.entries {
			m.addDefault(e)
		}
	}
}

func (r *yamlReader) scalar(y *yaml.Node, depth int) *node {
	kind, text := StringKind, y.Value
	switch y.Tag {
	case "!!null":
		kind, text = NullKind, ""
	case "!!bool":
		kind, text = BoolKind, strings.ToLower(y.Value)
	case "!!int", "!!float":
		kind = NumberKind
	}
	n := r.node(kind, y.Line, depth)
	if n != nil {
		n.text = text
	}
	return n
}
