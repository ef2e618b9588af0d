package main

import (
	"fmt"

	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/stacks"
)

// remarks are what the constructs and the rules have to say of a stack.
type remarks struct {
	annotations []cloudassembly.Annotation
	findings    []checks.Finding
}

func remarksOn(assembly cloudassembly.Assembly, entry stacks.Entry) (remarks, error) {
	annotations, err := assembly.Annotations()
	if err != nil {
		return remarks{}, err
	}
	text, err := assembly.Template(entry.Name)
	if err != nil {
		return remarks{}, err
	}
	findings, err := checks.Document(entry.Name, text, cloudformation.Environment{})
	return remarks{annotations, findings}, err
}

// sayTo shows the remarks, and fails if some of them are errors.
func (r remarks) sayTo(s streams) error {
	failed := 0
	for _, annotation := range r.annotations {
		s.Say("%s: %s: %s", annotation.Level, annotation.Path, annotation.Message)
		if annotation.Level == "error" {
			failed++
		}
	}
	for _, finding := range r.findings {
		if finding.Severity != checks.Info {
			s.Say("%s: %s; %s [%s]", finding.Severity, finding.Text(), finding.Fix, finding.ID)
		}
		if finding.Severity == checks.Error {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("refused because of the %d errors above", failed)
	}
	return nil
}
