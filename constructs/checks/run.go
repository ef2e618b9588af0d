package checks

import "github.com/ecsgpu/cdk/constructs/inventory"

// Run applies every rule to one inventory. The order of the findings is that of
// the template.
func Run(inv *inventory.Inventory) []Finding {
	return newSurvey(inv).apply(rules)
}

// apply runs some rules.
func (s *survey) apply(rules []Rule) []Finding {
	var findings []Finding
	seen := map[seenFinding]bool{}
	for i := range rules {
		r := &report{rule: &rules[i]}
		r.rule.check.run(s, r)
		for _, f := range r.findings {
			// One task may be sent to one pool by several services.
			key := seenFinding{f.ID, f.Place, f.Message}
			if !seen[key] {
				seen[key] = true
				findings = append(findings, *f)
			}
		}
	}
	sortFindings(findings)
	return findings
}

type seenFinding struct {
	id      string
	place   inventory.Place
	message string
}
