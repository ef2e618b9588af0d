package checks

import (
	"fmt"
	"slices"
)

// Severity is how bad a finding is.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // the deployment or the task certainly fails
	Warning Severity = "warning" // it may fail, costs money or opens a hole
	Info    Severity = "info"    // worth knowing
)

// Severities returns every severity, worst first.
func Severities() []Severity { return []Severity{Error, Warning, Info} }

// ParseSeverity reads a severity.
func ParseSeverity(s string) (Severity, error) {
	if slices.Contains(Severities(), Severity(s)) {
		return Severity(s), nil
	}
	return "", fmt.Errorf("severity must be error, warning or info, got %q", s)
}

// WorseThan orders severities.
func (s Severity) WorseThan(other Severity) bool {
	return slices.Index(Severities(), s) < slices.Index(Severities(), other)
}

// lower is the next milder severity; info stays.
func (s Severity) lower() Severity {
	if s == Error {
		return Warning
	}
	return Info
}
