package render

import (
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/checks"
)

// findingsDocument is their JSON form. Its names are stable.
type findingsDocument struct {
	Findings []entry        `json:"findings"`
	Summary  map[string]int `json:"summary"`
}

type entry struct {
	ID            string `json:"id"`
	Severity      string `json:"severity"`
	Message       string `json:"message"`
	Reason        string `json:"reason"`
	Source        string `json:"source"`
	Fix           string `json:"fix"`
	File          string `json:"file"`
	Line          int    `json:"line,omitempty"`
	Path          string `json:"path,omitempty"`
	LogicalID     string `json:"logicalId,omitempty"`
	ConstructPath string `json:"constructPath,omitempty"`
	ByDefault     bool   `json:"byDefault"`
	When          []when `json:"when,omitempty"`
}

// when is a parameter and the values of it for which a finding holds.
type when struct {
	Parameter string   `json:"parameter"`
	Values    []string `json:"values"`
}

func asJSON(found []checks.Finding, files int) (output.Text, error) {
	d := findingsDocument{Findings: []entry{}, Summary: map[string]int{"files": files}}
	for _, s := range checks.Severities() {
		d.Summary[string(s)] = CountFindings(found, s)
	}
	for _, f := range found {
		e := entry{
			ID: f.ID, Severity: string(f.Severity), Message: f.Message, Reason: f.Reason, Source: f.Source, Fix: f.Fix,
			File: f.Place.File, Line: f.Place.Line, Path: f.Place.Path, LogicalID: f.Place.LogicalID,
			ConstructPath: f.ConstructPath, ByDefault: f.Default,
		}
		for _, w := range f.When {
			e.When = append(e.When, when{w.Parameter, w.Values})
		}
		d.Findings = append(d.Findings, e)
	}
	return output.JSON(d)
}
