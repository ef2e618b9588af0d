package cloudformation

import (
	"bytes"
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// FormatYAML turns a template in JSON into YAML as a reviewer would write it. It
// keeps the order of the template's author, except where
// CloudFormation's readers expect another: parameters before resources, and a
// resource's type before what it contains. What cannot be seen, and what a CI
// service would take for a command, is written with escapes.
func FormatYAML(document []byte) (string, error) {
	root, err := parseOrdered(document)
	if err != nil {
		return "", err
	}
	reorder(root, topLevelOrder)
	for _, resource := range values(child(root, "Resources")) {
		reorder(resource, resourceOrder)
	}
	style(root)
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(root); err != nil {
		return "", fmt.Errorf("cannot print the template as YAML: %w", err)
	}
	// What the encoder takes for printable and a reader does not see is in double
	// quotes by now, where the escapes of package visible are also those of YAML.
	return visible.Lines(separate(out.String())), nil
}

var (
	topLevelOrder = []string{"AWSTemplateFormatVersion", "Transform", "Description", "Metadata", "Parameters", "Rules", "Mappings", "Conditions", "Resources", "Outputs"}
	resourceOrder = []string{"Type", "Condition", "DependsOn", "CreationPolicy", "UpdatePolicy", "DeletionPolicy", "UpdateReplacePolicy", "Metadata", "Properties"}
)

// parseOrdered reads JSON into a YAML tree, which unlike a Go map keeps order.
func parseOrdered(data []byte) (*yaml.Node, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	node, err := parseValue(decoder)
	if err != nil {
		return nil, fmt.Errorf("the template does not read as JSON: %w", err)
	}
	return node, nil
}

func parseValue(decoder *json.Decoder) (*yaml.Node, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch value := token.(type) {
	case json.Delim:
		if value == '{' {
			return parseChildren(decoder, &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"})
		}
		return parseChildren(decoder, &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"})
	case string:
		return text(value), nil
	case json.Number:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: value.String()}, nil
	case bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: fmt.Sprint(value)}, nil
	default:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}, nil
	}
}

func parseChildren(decoder *json.Decoder, parent *yaml.Node) (*yaml.Node, error) {
	for decoder.More() {
		if parent.Kind == yaml.MappingNode {
			key, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			parent.Content = append(parent.Content, text(key.(string)))
		}
		value, err := parseValue(decoder)
		if err != nil {
			return nil, err
		}
		parent.Content = append(parent.Content, value)
	}
	_, err := decoder.Token() // the closing bracket
	return parent, err
}

// child returns the value of a key of a mapping, or nil.
func child(mapping *yaml.Node, key string) *yaml.Node {
	if mapping == nil || mapping.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// values returns the values of a mapping, in order.
func values(mapping *yaml.Node) []*yaml.Node {
	var list []*yaml.Node
	if mapping != nil && mapping.Kind == yaml.MappingNode {
		for i := 1; i < len(mapping.Content); i += 2 {
			list = append(list, mapping.Content[i])
		}
	}
	return list
}

// reorder moves the named keys of a mapping to the front, in that order.
func reorder(mapping *yaml.Node, order []string) {
	if mapping.Kind != yaml.MappingNode {
		return
	}
	rest := mapping.Content
	var sorted []*yaml.Node
	for _, key := range order {
		for i := 0; i+1 < len(rest); i += 2 {
			if rest[i].Value == key {
				sorted = append(sorted, rest[i], rest[i+1])
				rest = append(append([]*yaml.Node{}, rest[:i]...), rest[i+2:]...)
				break
			}
		}
	}
	mapping.Content = append(sorted, rest...)
}
