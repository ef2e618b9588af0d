package agent

import "strings"

// Assignment takes a line of ecs.config apart as ecs-init does: blanks around
// the line are cut, and the rest up to the first = is the name. Nothing else has
// a meaning: quotes and a # behind the value belong to the value, a blank before
// the = and the word export belong to the name (ecs-init/docker/docker.go,
// getEnvVars). A line without = is passed over, and so is one that starts with
// #, whose name no variable has.
func Assignment(line string) (name, value string, ok bool) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return "", "", false
	}
	return strings.Cut(line, "=")
}

// ReadConfig returns the variables that ecs-init passes to the agent out of an
// ecs.config. The last assignment of a name counts.
func ReadConfig(text string) map[string]string {
	values := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := Assignment(line); ok {
			values[name] = value
		}
	}
	return values
}
