package ecsgpu

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/images"
)

// sysctls set what the image needs to drive a type (g6f.large has too little
// memory for the driver's allocations), on the instances of that type alone.
func (p *Pool) sysctls() []string {
	byValue := map[string][]string{}
	for _, t := range p.types {
		if setting := images.Supports(p.image, t).Sysctl; setting != "" {
			byValue[setting] = append(byValue[setting], t.Name)
		}
	}
	var commands []string
	for _, setting := range sortedKeys(byValue) {
		command := "sysctl -w " + setting
		if names := byValue[setting]; len(names) < len(p.types) {
			command = fmt.Sprintf("case $(instance_type) in %s) %s ;; esac", shellPattern(names), command)
		}
		commands = append(commands, command)
	}
	return commands
}
