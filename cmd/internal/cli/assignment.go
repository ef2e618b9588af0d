package cli

import (
	"strings"
)

// ParameterValues reads the values of --parameter, all of them or none.
func ParameterValues(texts []string) (map[string]string, error) {
	return readAssignments("--parameter", "Name=value", texts)
}

// ContextValues reads the values of --context, all of them or none.
func ContextValues(texts []string) (map[string]string, error) {
	return readAssignments("--context", "name=value", texts)
}

// readAssignments reads a flag that gives a value by its name and can be
// repeated. It says of every text what is wrong with it. Of two values for one name,
// neither is more likely to be meant than the other.
func readAssignments(flag, form string, texts []string) (map[string]string, error) {
	values := map[string]string{}
	var problems []error
	for _, text := range texts {
		name, value, found := strings.Cut(text, "=")
		first, twice := values[name]
		switch {
		case !found || name == "":
			problems = append(problems, InputError("%s must be %s, got %q", flag, form, text))
		case twice:
			problems = append(problems, InputError("%s %s is given twice, as %q and as %q; give it once", flag, name, first, value))
		default:
			values[name] = value
		}
	}
	if len(problems) > 0 {
		return nil, Join(problems...)
	}
	return values, nil
}
