package snapshot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// object is a JSON object that keeps the order of its keys, as a Go map does
// not: a golden shows resources in the order in which CDK wrote them.
type object []member

type member struct {
	key   string
	value json.RawMessage
}

// readObject reads one level of a JSON object.
func readObject(text []byte) (object, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if open, err := decoder.Token(); err != nil {
		return nil, err
	} else if open != json.Delim('{') {
		return nil, fmt.Errorf("expected a JSON object, got %v", open)
	}
	var all object
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		all = append(all, member{key: key.(string), value: value})
	}
	return all, nil
}

// without removes a key of the object in a section; a section that it leaves
// empty goes as well.
func (o object) without(section, key string) (object, error) {
	i := slices.IndexFunc(o, func(m member) bool { return m.key == section })
	if i < 0 {
		return o, nil
	}
	entries, err := readObject(o[i].value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", section, err)
	}
	kept := slices.DeleteFunc(slices.Clone(entries), func(m member) bool { return m.key == key })
	switch {
	case len(kept) == len(entries):
		return o, nil
	case len(kept) == 0:
		return slices.Delete(slices.Clone(o), i, i+1), nil
	}
	changed := slices.Clone(o)
	changed[i].value = kept.text()
	return changed, nil
}

// text returns the object as JSON.
func (o object) text() json.RawMessage {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		// A string always encodes.
		key, _ := json.Marshal(m.key)
		out.Write(key)
		out.WriteByte(':')
		out.Write(m.value)
	}
	out.WriteByte('}')
	return out.Bytes()
}
