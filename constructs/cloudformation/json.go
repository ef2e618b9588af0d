package cloudformation

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// readJSON reads a JSON document. It is a reader of its own because YAML refuses
// some JSON (tabs as indentation, escaped surrogates); it reports false when the
// text is not JSON, with the line and the reason.
func (b *builder) readJSON(data []byte) (*node, *jsonFault) {
	r := jsonReader{builder: b, data: data, decoder: json.NewDecoder(bytes.NewReader(data)), line: 1}
	r.decoder.UseNumber()
	token, err := r.next()
	if err != nil {
		return nil, r.fault(err)
	}
	n, err := r.read(token, 0)
	if err != nil {
		return nil, r.fault(err)
	}
	if b.refused {
		return nil, nil
	}
	if _, err := r.next(); !errors.Is(err, io.EOF) {
		return nil, &jsonFault{line: r.line, reason: "text after the end of the object"}
	}
	return n, nil
}

type jsonFault struct {
	line   int
	reason string
}

type jsonReader struct {
	*builder
	data    []byte
	decoder *json.Decoder
	offset  int64
	line    int
}

func (r *jsonReader) next() (json.Token, error) {
	token, err := r.decoder.Token()
	r.advance(r.decoder.InputOffset())
	return token, err
}

// advance counts lines up to an offset; offsets only grow, so all calls together are linear.
func (r *jsonReader) advance(offset int64) {
	if offset > r.offset && offset <= int64(len(r.data)) {
		r.line += bytes.Count(r.data[r.offset:offset], []byte{'\n'})
		r.offset = offset
	}
}

func (r *jsonReader) fault(err error) *jsonFault {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		r.advance(syntax.Offset)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &jsonFault{line: r.line, reason: "the text ends too early"}
	}
	reason := err.Error()
	if syntax != nil && r.atComment() {
		reason = "JSON has no comments; remove it"
	}
	return &jsonFault{line: r.line, reason: reason}
}

// atComment reports whether the reader stopped where a comment begins.
func (r *jsonReader) atComment() bool {
	rest := bytes.TrimLeft(r.data[r.offset:], " \t\r\n,")
	return bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*"))
}

func (r *jsonReader) read(token json.Token, depth int) (*node, error) {
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return r.object(depth)
		}
		return r.array(depth)
	case string:
		return r.scalar(StringKind, t, depth), nil
	case json.Number:
		return r.scalar(NumberKind, t.String(), depth), nil
	case bool:
		text := "false"
		if t {
			text = "true"
		}
		return r.scalar(BoolKind, text, depth), nil
	default:
		return r.scalar(NullKind, "", depth), nil
	}
}

func (r *jsonReader) scalar(kind Kind, text string, depth int) *node {
	n := r.node(kind, r.line, depth)
	if n != nil {
		n.text = text
	}
	return n
}

func (r *jsonReader) object(depth int) (*node, error) {
	n := r.node(MapKind, r.line, depth)
	if n == nil {
		return nil, nil
	}
	m := r.mapping(n)
	for r.decoder.More() {
		key, err := r.next()
		if err != nil {
			return nil, err
		}
		line := r.line
		value, err := r.value(depth + 1)
		if value == nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, errors.New("a key must be text")
		}
		m.add(name, line, value)
	}
	if _, err := r.next(); err != nil {
		return nil, err
	}
	return m.done(), nil
}

func (r *jsonReader) array(depth int) (*node, error) {
	n := r.node(ListKind, r.line, depth)
	if n == nil {
		return nil, nil
	}
	var items []*node
	for r.decoder.More() {
		item, err := r.value(depth + 1)
		if item == nil {
			return nil, err
		}
		items = append(items, item)
	}
	if _, err := r.next(); err != nil {
		return nil, err
	}
	return r.list(n, items), nil
}

// value reads the next value; nil without an error when a guard was hit.
func (r *jsonReader) value(depth int) (*node, error) {
	token, err := r.next()
	if err != nil {
		return nil, err
	}
	return r.read(token, depth)
}
