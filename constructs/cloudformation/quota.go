package cloudformation

import (
	"bytes"
	"unicode/utf8"
)

// maxBytes and maxValues are the guards on the text and on its values.
func (b *builder) maxBytes() int {
	if b.noLimits {
		return MaxBytesNoLimits
	}
	return MaxBytes
}

func (b *builder) maxValues() int {
	if b.noLimits {
		return maxNodesNoLimits
	}
	return maxNodes
}

// checkQuotas refuses what CloudFormation refuses for its size alone.
func (t *Template) checkQuotas(b *builder, data []byte) {
	if b.noLimits {
		return
	}
	t.checkCounts(b)
	t.checkNames(b)
	t.checkMappings(b)
	if len(t.Description) > maxDescriptionBytes {
		b.refuse(ErrTooLarge, t.root.get("Description").line, "Description has %d bytes; CloudFormation takes at most %d", len(t.Description), maxDescriptionBytes)
	}
	// How CloudFormation counts equal references is not documented, so this is no refusal.
	if n := bytes.Count(data, []byte(dynamicStart)); n > maxDynamicReferences {
		b.problem(t.root.line, "%d dynamic references ({{resolve:…}}); CloudFormation takes at most %d", n, maxDynamicReferences)
	}
}

func (t *Template) checkCounts(b *builder) {
	for _, section := range []struct {
		name string
		most int
	}{{"Resources", MaxResources}, {"Parameters", MaxParameters}, {"Outputs", MaxOutputs}, {"Mappings", MaxMappings}} {
		n := t.root.get(section.name)
		if n == nil || n.kind != MapKind || len(n.entries) <= section.most {
			continue
		}
		b.refuse(ErrTooLarge, n.line, "%s has %d entries; CloudFormation takes at most %d", section.name, len(n.entries), section.most)
	}
}

// checkNames looks at the names of everything that a quota names.
func (t *Template) checkNames(b *builder) {
	for _, section := range []string{"Resources", "Parameters", "Outputs", "Mappings"} {
		n := t.root.get(section)
		if n == nil || n.kind != MapKind {
			continue
		}
		for _, e := range n.entries {
			checkName(b, section, e)
		}
	}
}

func checkName(b *builder, section string, e entry) {
	if n := utf8.RuneCountInString(e.key); n > maxNameCharacters {
		b.refuse(ErrTooLarge, e.line, "a name in %s, %.20s…, has %d characters; CloudFormation takes at most %d", section, e.key, n, maxNameCharacters)
	}
}

// checkMappings counts the attributes of a mapping on both of its levels, as
// cfn-lint 1.51.0 does.
func (t *Template) checkMappings(b *builder) {
	mappings := t.root.get("Mappings")
	if mappings == nil {
		return
	}
	for _, mapping := range mappings.entries {
		checkAttributes(b, mapping.key, mapping)
		for _, row := range mapping.value.entries {
			checkAttributes(b, mapping.key+"."+row.key, row)
		}
	}
}

func checkAttributes(b *builder, name string, of entry) {
	if n := len(of.value.entries); n > maxMappingAttributes {
		b.refuse(ErrTooLarge, of.line, "mapping %.60s has %d attributes; CloudFormation takes at most %d", name, n, maxMappingAttributes)
	}
	for _, e := range of.value.entries {
		checkName(b, "Mappings", e)
	}
}
