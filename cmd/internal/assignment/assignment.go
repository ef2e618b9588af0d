// Package assignment reads the flags that give something a value by its name, and
// can be repeated: --parameter Name=value and --context name=value.
package assignment

import (
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

// Parameters reads the values of --parameter, all of them or none.
func Parameters(texts []string) (map[string]string, error) {
	return read("--parameter", "Name=value", texts)
}

// Context reads the values of --context, all of them or none.
func Context(texts []string) (map[string]string, error) {
	return read("--context", "name=value", texts)
}

// read says of every text what is wrong with it. Of two values for one name,
// neither is more likely to be meant than the other.
func read(flag, form string, texts []string) (map[string]string, error) {
	values := map[string]string{}
	var problems []error
	for _, text := range texts {
		name, value, found := strings.Cut(text, "=")
		first, twice := values[name]
		switch {
		case !found || name == "":
			problems = append(problems, fault.Input("%s must be %s, got %q", flag, form, text))
		case twice:
			problems = append(problems, fault.Input("%s %s is given twice, as %q and as %q; give it once", flag, name, first, value))
		default:
			values[name] = value
		}
	}
	if len(problems) > 0 {
		return nil, fault.Join(problems...)
	}
	return values, nil
}
