package cloudformation

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// text returns a string as a YAML scalar that every reader takes for a string:
// CloudFormation and the AWS CLI read YAML 1.1, where yes, off and 12:30 are not.
func text(value string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
	switch {
	case ambiguous.MatchString(value) || !visible.IsText(value):
		node.Style = yaml.DoubleQuotedStyle // the one that has escapes
	case strings.Contains(value, "\n"):
		node.Style = yaml.LiteralStyle
	}
	return node
}

var ambiguous = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|[-+]?[0-9][0-9_,.]*|=)$`)

// tags are the YAML tags of functions, by their long names.
var tags = func() map[string]string {
	byName := make(map[string]string, len(shortForms))
	for tag, name := range shortForms {
		byName[name] = tag
	}
	return byName
}()

// style gives a tree the look of a template written by hand: short forms of
// functions, and their short arguments on one line.
func style(node *yaml.Node) {
	for _, child := range node.Content {
		style(child)
	}
	shorten(node)
	if node.Kind == yaml.SequenceNode && strings.HasPrefix(node.Tag, "!") && !strings.HasPrefix(node.Tag, "!!") && isFlat(node) {
		node.Style |= yaml.FlowStyle
	}
}

// shorten replaces {"Fn::X": argument} by !X argument.
func shorten(node *yaml.Node) {
	if node.Kind != yaml.MappingNode || len(node.Content) != 2 {
		return
	}
	name, argument := node.Content[0].Value, node.Content[1]
	tag, ok := tags[name]
	if !ok || strings.HasPrefix(argument.Tag, "!") && !strings.HasPrefix(argument.Tag, "!!") {
		// A value has one tag, so of two functions the outer one stays long.
		return
	}
	if name == "Condition" && argument.Kind != yaml.ScalarNode {
		return
	}
	if name == "Fn::GetAtt" {
		argument = dotted(argument)
	}
	*node = *argument
	node.Tag = tag
	node.Style |= yaml.TaggedStyle
}

// dotted joins the argument of GetAtt: !GetAtt Cluster.Arn.
func dotted(argument *yaml.Node) *yaml.Node {
	var parts []string
	for _, part := range argument.Content {
		if part.Kind != yaml.ScalarNode || part.Tag != "!!str" {
			return argument
		}
		parts = append(parts, part.Value)
	}
	if argument.Kind != yaml.SequenceNode || len(parts) != 2 {
		return argument
	}
	return text(strings.Join(parts, "."))
}

// isFlat reports whether a sequence reads well on one line.
func isFlat(sequence *yaml.Node) bool {
	length := 0
	for _, item := range sequence.Content {
		if item.Kind != yaml.ScalarNode || strings.Contains(item.Value, "\n") {
			return false
		}
		length += len(item.Value)
	}
	return length <= 72
}

// separate puts an empty line before each section, and before each entry of the
// sections whose entries are long.
func separate(document string) string {
	var out strings.Builder
	section, first := "", true
	for _, line := range strings.SplitAfter(document, "\n") {
		switch {
		case startsKey(line, 0):
			if out.Len() > 0 && !isHeader(section) {
				out.WriteString("\n")
			} else if out.Len() > 0 && !isHeader(strings.SplitN(line, ":", 2)[0]) {
				out.WriteString("\n")
			}
			section, first = strings.SplitN(line, ":", 2)[0], true
		case startsKey(line, 2) && !isHeader(section):
			if !first {
				out.WriteString("\n")
			}
			first = false
		}
		out.WriteString(line)
	}
	return out.String()
}

// isHeader reports whether a section is one of the short ones at the top, whose
// text may span lines but has no entries.
func isHeader(section string) bool {
	switch section {
	case "AWSTemplateFormatVersion", "Transform", "Description":
		return true
	}
	return false
}

// startsKey reports whether a line begins a key at this depth.
func startsKey(line string, depth int) bool {
	return len(line) > depth && strings.Trim(line[:depth], " ") == "" && line[depth] != ' ' && line[depth] != '\n' && line[depth] != '-'
}
