package agent

import "regexp"

// ECS API reference, Attribute (as of 2026-11). A value has no blank at either
// end.
var (
	attributeName  = regexp.MustCompile(`^[A-Za-z0-9_./\\-]{1,128}$`)
	attributeValue = regexp.MustCompile(`^[A-Za-z0-9_./\\:@-]([A-Za-z0-9_./\\:@ -]{0,126}[A-Za-z0-9_./\\:@-])?$`)
)

// IsAttributeName reports whether ECS takes a text for the name of an attribute.
func IsAttributeName(name string) bool { return attributeName.MatchString(name) }

// IsAttributeValue reports whether ECS takes a text for the value of an attribute.
func IsAttributeValue(value string) bool { return attributeValue.MatchString(value) }
