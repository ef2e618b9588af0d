package cloudformation

import "strings"

const (
	dynamicStart = "{{resolve:"
	dynamicEnd   = "}}"
	bareSSM      = "resolve:ssm:" // how EC2 launch templates name an image parameter
)

// cutDynamic makes holes of the dynamic references in a text. ssm is the SSM
// parameter when the text is nothing but a reference to it.
func cutDynamic(parts []Part) (cut []Part, ssm string) {
	dynamic := false
	for _, part := range parts {
		dynamic = dynamic || part.Hole == "" && strings.Contains(part.Text, "resolve:")
	}
	if !dynamic {
		return parts, ""
	}
	if len(parts) == 1 {
		if name, ok := strings.CutPrefix(parts[0].Text, bareSSM); ok {
			return []Part{{Hole: parts[0].Text}}, withoutVersion(name)
		}
	}
	for _, part := range parts {
		if part.Hole != "" {
			cut = append(cut, part)
			continue
		}
		cut = append(cut, cutDynamicText(part.Text)...)
	}
	if len(cut) == 1 && cut[0].Hole != "" {
		if name, ok := strings.CutPrefix(cut[0].Hole, bareSSM); ok {
			ssm = withoutVersion(name)
		}
	}
	return cut, ssm
}

func cutDynamicText(s string) []Part {
	var parts []Part
	for {
		start := strings.Index(s, dynamicStart)
		if start < 0 {
			break
		}
		length := strings.Index(s[start:], dynamicEnd)
		if length < 0 {
			break
		}
		if start > 0 {
			parts = append(parts, Part{Text: s[:start]})
		}
		parts = append(parts, Part{Hole: s[start+2 : start+length]})
		s = s[start+length+len(dynamicEnd):]
	}
	if s != "" {
		parts = append(parts, Part{Text: s})
	}
	return parts
}

func withoutVersion(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return name
}
