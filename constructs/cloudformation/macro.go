package cloudformation

import (
	"fmt"
	"slices"
)

// What the macros that AWS itself hosts do to resources that are written out
// (AWS CloudFormation Template Reference, "Transform reference"). Any other
// macro may rewrite the whole template.
const (
	macroServerless         = "AWS::Serverless-2016-10-31" // adds resources for its own types
	macroLanguageExtensions = "AWS::LanguageExtensions"    // loops and more functions, which are read where they stand
	macroInclude            = "AWS::Include"               // adds what a file in S3 holds
)

// additive macros leave the properties of other resources as they are.
var additive = []string{macroServerless, macroInclude, "AWS::CodeDeployBlueGreen", "AWS::ServiceCatalog",
	"AWS::CodeStar", "AWS::SecretsManager-2020-07-23", "AWS::SecretsManager-2024-09-16"}

func (t *Template) open(format string, args ...any) {
	t.openings = append(t.openings, fmt.Sprintf(format, args...))
}

func (t *Template) readTransforms(n *node) {
	if n == nil || n.kind == NullKind {
		return
	}
	items := []*node{n}
	if n.kind == ListKind {
		items = n.items
	}
	for _, item := range items {
		name, ok := item.scalar()
		if !ok {
			name, ok = item.get("Name").scalar()
		}
		if !ok {
			name = "a macro whose name is not written out"
		}
		t.Transforms = append(t.Transforms, name)
		t.noteMacro(name)
	}
}

// added notes what adds entries to a section. Conditions, mappings and parameters
// that are not found are unknown anyway; only resources can be missed.
func (t *Template) added(what, section string) {
	if section == "Resources" || section == "the template" {
		t.open("%s in %s may add resources", what, section)
	}
}

// noteTransform notes a macro that is called inside of a section. It may rewrite
// what stands beside it; an included snippet only adds to it.
func (t *Template) noteTransform(section string, n *node) {
	if isInclude(n) {
		t.added("an included snippet", section)
		return
	}
	name, ok := n.get("Name").scalar()
	if !ok {
		name = fnTransform
	}
	t.open("macro %s in %s may change everything", name, section)
	t.opaque = name
}

func (t *Template) noteMacro(name string) {
	switch {
	case name == macroLanguageExtensions:
	case slices.Contains(additive, name):
		t.open("macro %s adds resources", name)
	default:
		t.open("macro %s may change everything", name)
		t.opaque = name
	}
}
