package checks

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/visible"
)

// report collects the findings of one rule.
type report struct {
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
