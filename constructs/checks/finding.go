package checks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/visible"
)

// Finding is one place where a rule is broken. It is an error, so that
// constructs can refuse with it.
type Finding struct {
	ID       string // of the rule
	Severity Severity
	Message  string // one sentence with the values, as package visible shows them
	Reason   string // why it matters
	Source   string // where the reason is from
	Fix      string // what to do; shown as Message is

	// Place is where to change it: file, line, and path in the template; the
	// name of the prop for Go code.
	Place inventory.Place
	// ConstructPath is CDK's path of the resource; empty without CDK.
	ConstructPath string

	// When says for which values of parameters the finding holds; empty when it
	// holds whatever they are. Default says that it holds for the values that
	// the template was checked with (defaults, or those that the caller gave).
	When    []When
	Default bool

	task   string // logical id, for what keeps a task from its instances
	byHand bool   // no service runs the task
}

// When is a parameter and the values of it for which a finding holds.
type When struct {
	Parameter string
	Values    []string // in the order of the template
}

// String returns "GPUInstanceType = p3.2xlarge, p3.8xlarge"; long lists are cut.
func (w When) String() string {
	return visible.Text(w.Parameter + " = " + some(w.Values, 8))
}

// Text returns the message with the values for which it holds.
func (f Finding) Text() string {
	if len(f.When) == 0 {
		return f.Message
	}
	conditions := make([]string, len(f.When))
	for i, w := range f.When {
		conditions[i] = w.String()
	}
	return f.Message + " (for " + strings.Join(conditions, "; for ") + ")"
}

// Error returns the finding as a constructor reports it: the prop, what is wrong,
// what to do.
func (f Finding) Error() string {
	var b strings.Builder
	if at := f.Place.String(); at != "" {
		b.WriteString(visible.Text(at) + ": ")
	}
	b.WriteString(f.Text())
	if f.Fix != "" {
		b.WriteString("; " + f.Fix)
	}
	fmt.Fprintf(&b, " [%s]", f.ID)
	return b.String()
}

// Errors joins the findings that are errors; nil when there is none.
func Errors(findings []Finding) error {
	var errs []error
	for _, f := range findings {
		if f.Severity == Error {
			errs = append(errs, f)
		}
	}
	return errors.Join(errs...)
}

// sortFindings puts findings in the order of the template, then of the rules.
func sortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			strings.Compare(a.Place.File, b.Place.File),
			cmp.Compare(a.Place.Line, b.Place.Line),
			strings.Compare(a.Place.LogicalID, b.Place.LogicalID),
			strings.Compare(a.Place.Path, b.Place.Path),
			cmp.Compare(position(a.ID), position(b.ID)),
			strings.Compare(a.Message, b.Message),
		)
	})
}

// some lists at most n names and says how many more there are.
func some(names []string, n int) string {
	if len(names) <= n+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:n], ", "), len(names)-n)
}

// Severity is how bad a finding is.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // the deployment or the task certainly fails
	Warning Severity = "warning" // it may fail, costs money or is a security risk
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

// lower returns the next milder severity; info stays.
func (s Severity) lower() Severity {
	if s == Error {
		return Warning
	}
	return Info
}

// report collects the findings of one rule.
type report struct {
	*survey
	rule     *Rule
	findings []*Finding
}

// add reports a finding at a place of an item, with what the rule says; the
// caller may change the rest of it.
func (r *report) add(item inventory.Item, at inventory.Place, format string, args ...any) *Finding {
	if at.Path == "" {
		at = item.Place
	}
	if at.LogicalID == "" {
		at.LogicalID = item.LogicalID
	}
	f := &Finding{
		ID: r.rule.ID, Severity: r.rule.Severity, Message: visible.Text(fmt.Sprintf(format, args...)),
		Reason: r.rule.Reason, Source: r.rule.Source, Fix: r.rule.Fix,
		Place: at, ConstructPath: item.ConstructPath, Default: true,
	}
	r.findings = append(r.findings, f)
	return f
}

// as changes the severity, never to a worse one than the rule's.
func (f *Finding) as(s Severity) *Finding {
	if f.Severity.WorseThan(s) {
		f.Severity = s
	}
	return f
}

// fix says what to do more precisely than the rule.
func (f *Finding) fix(format string, args ...any) *Finding {
	f.Fix = visible.Text(fmt.Sprintf(format, args...))
	return f
}

// because replaces the rule's reason and source by those of this case.
func (f *Finding) because(reason, source string) *Finding {
	f.Reason, f.Source = reason, source
	return f
}
