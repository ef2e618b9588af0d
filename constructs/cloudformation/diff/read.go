package diff

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// read parses a template in YAML; JSON is YAML too.
func read(name string, text []byte) (map[string]any, error) {
	var document mapping
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("the template %s does not read: %w", name, err)
	}
	return document, nil
}

// mapping reads as plain values, short forms of intrinsic functions (!Sub) as
// the long ones that they stand for.
type mapping map[string]any

// UnmarshalYAML is called by the YAML package.
func (m *mapping) UnmarshalYAML(node *yaml.Node) error {
	value, err := plain(node)
	if err != nil {
		return err
	}
	document, ok := value.(map[string]any)
	if !ok && value != nil {
		return fmt.Errorf("line %d: expected a mapping of sections", node.Line)
	}
	*m = document
	return nil
}

func plain(node *yaml.Node) (any, error) {
	function := functionOf(node.Tag)
	value, err := untagged(node, function)
	if err != nil || function == "" {
		return value, err
	}
	if text, ok := value.(string); ok && function == "Fn::GetAtt" {
		resource, attribute, _ := strings.Cut(text, ".")
		value = []any{resource, attribute}
	}
	return map[string]any{function: value}, nil
}

// untagged returns the value of a node without the intrinsic function that it
// is the argument of.
func untagged(node *yaml.Node, function string) (any, error) {
	switch node.Kind {
	case yaml.MappingNode:
		return entries(node)
	case yaml.SequenceNode:
		all := []any{}
		for _, each := range node.Content {
			value, err := plain(each)
			if err != nil {
				return nil, err
			}
			all = append(all, value)
		}
		return all, nil
	case yaml.AliasNode:
		return nil, fmt.Errorf("line %d: CloudFormation knows no aliases", node.Line)
	}
	if function != "" {
		return node.Value, nil
	}
	var value any
	err := node.Decode(&value)
	return value, err
}

func entries(node *yaml.Node) (any, error) {
	all := map[string]any{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		value, err := plain(node.Content[i+1])
		if err != nil {
			return nil, err
		}
		all[node.Content[i].Value] = value
	}
	return all, nil
}

// functionOf returns the intrinsic function that a tag stands for, or empty.
func functionOf(tag string) string {
	name, custom := strings.CutPrefix(tag, "!")
	switch {
	case !custom || name == "" || strings.HasPrefix(name, "!"):
		return ""
	case name == "Ref" || name == "Condition":
		return name
	}
	return "Fn::" + name
}
