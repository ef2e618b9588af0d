package hardware

import (
	"regexp"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// processorLetter is the first letter after the generation in the name of a
// family: a for AMD, i for Intel (EC2 instance types guide, naming conventions).
var processorLetter = regexp.MustCompile(`^[a-z]+[0-9]+(a|i)`)

// cpuManufacturers returns the possible makers of the processor, in EC2's words.
// The catalogue does not record them: the architecture and the name tell some.
func (t *InstanceType) cpuManufacturers() []string {
	switch letter := processorLetter.FindStringSubmatch(t.Family()); {
	case len(t.Architectures) == 0: // Mac
		return []string{"apple", "intel"}
	case t.SupportsArchitecture(ARM64):
		return []string{"amazon-web-services"}
	case letter == nil:
		return []string{"amd", "intel"}
	case letter[1] == "a":
		return []string{"amd"}
	}
	return []string{"intel"}
}

func (t *InstanceType) hasCPUOf(makers []string) fact.Answer {
	if len(makers) == 0 {
		return fact.Yes
	}
	possible := t.cpuManufacturers()
	wanted := func(maker string) bool { return slices.Contains(makers, maker) }
	return either(slices.ContainsFunc(possible, wanted), !slices.ContainsFunc(possible, func(m string) bool { return !wanted(m) }))
}
