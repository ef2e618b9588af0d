package cloudformation

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Parse reads a CloudFormation template in JSON or YAML. name is the file's name
// for places and messages.
//
// The error holds everything that makes it no template; what is merely wrong
// with a template that can be read is in [Template.Problems].
//
// Text that starts with a brace is read as JSON first, because not all JSON is
// YAML (tabs); when it is not JSON either, as YAML in flow style. A template
// inside of one JSON string, as the AWS CLI prints the body of a stack that was
// made from YAML, is taken out of it; lines are then those of the template.
//
// What exceeds CloudFormation's quotas is refused ([ErrTooLarge]), unless the
// options say [NoLimits].
func Parse(name string, data []byte, options ...Option) (*Template, error) {
	data = unquote(data)
	b := &builder{src: &source{file: name}, noLimits: slices.Contains(options, NoLimits)}
	root := b.read(data)
	if b.refused {
		return nil, b.fatal
	}
	t := newTemplate(b, root)
	if t != nil {
		t.checkQuotas(b, data)
	}
	if b.refused {
		return nil, b.fatal
	}
	t.Size = len(data)
	t.Problems = b.problems
	return t, nil
}

var byteOrderMark = []byte("\xef\xbb\xbf")

func (b *builder) read(data []byte) *node {
	if len(data) > b.maxBytes() {
		if b.noLimits {
			b.refuse(ErrTooLarge, 0, "at most %d bytes are read here", MaxBytesNoLimits)
		} else {
			b.refuse(ErrTooLarge, 0, "CloudFormation reads at most %d bytes", MaxBytes)
		}
		return nil
	}
	data = bytes.TrimPrefix(data, byteOrderMark)
	if isUTF16(data) {
		b.refuse(ErrNotATemplate, 0, "it is in UTF-16; save it as UTF-8")
		return nil
	}
	if !utf8.Valid(data) {
		b.refuse(ErrNotATemplate, lineOfInvalid(data), "it is not text in UTF-8")
		return nil
	}
	text := bytes.TrimLeft(data, " \t\r\n")
	if len(text) == 0 {
		b.refuse(ErrNotATemplate, 0, "it is empty")
		return nil
	}
	if text[0] != '{' {
		return b.readYAML(data)
	}
	root, fault := b.readJSON(data)
	if fault == nil {
		return root
	}
	return b.readFlow(data, fault)
}

// unquote takes text out of the JSON string that all of it is.
func unquote(data []byte) []byte {
	var text string
	if !bytes.HasPrefix(data, []byte{'"'}) || json.Unmarshal(data, &text) != nil {
		return data
	}
	return []byte(text)
}

// isUTF16 reports whether data has the mark of UTF-16, which PowerShell 5 writes
// to files.
func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// readFlow reads text that starts with a brace but is no JSON: YAML in flow
// style, or broken JSON, in which case the reason JSON gives is the clearer one.
func (b *builder) readFlow(data []byte, fault *jsonFault) *node {
	flow := &builder{src: b.src, noLimits: b.noLimits}
	root := flow.readYAML(data)
	if root == nil && (len(flow.fatal) == 0 || !isGuard(flow.fatal)) {
		b.refuse(nil, fault.line, "it is neither valid JSON nor YAML: %s", fault.reason)
		return nil
	}
	*b = *flow
	return root
}

// isGuard reports whether a reader stopped for another reason than syntax.
func isGuard(fatal Problems) bool {
	for _, p := range fatal {
		if p.kind != nil {
			return true
		}
	}
	return false
}

func lineOfInvalid(data []byte) int {
	line := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			break
		}
		if r == '\n' {
			line++
		}
		data = data[size:]
	}
	return line
}
