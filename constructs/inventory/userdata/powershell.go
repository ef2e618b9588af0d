package userdata

import (
	"regexp"
	"strings"
)

var (
	setVariable = regexp.MustCompile(`(?i)SetEnvironmentVariable\(\s*["']([A-Za-z_0-9]+)["']\s*,\s*["']?([^"',)]*)["']?`)
	envVariable = regexp.MustCompile(`(?im)^\s*\$env:(ECS_[A-Za-z_0-9]+)\s*=\s*["']?([^"'\r\n]*)["']?`)
	initAgent   = regexp.MustCompile(`(?i)Initialize-ECSAgent[^\r\n]*`)
	clusterFlag = regexp.MustCompile(`(?i)-Cluster\s+["']?([^"'\s]+)["']?`)
)

// powerShell reads the commands that configure the agent on Windows.
func (m *machine) powerShell(s string) {
	m.Windows = true
	for _, expression := range []*regexp.Regexp{setVariable, envVariable} {
		for _, match := range expression.FindAllStringSubmatch(s, -1) {
			if strings.HasPrefix(match[1], "ECS_") {
				m.setPowerShell(match[1], match[2])
			}
		}
	}
	for _, call := range initAgent.FindAllString(s, -1) {
		if match := clusterFlag.FindStringSubmatch(call); match != nil {
			m.setPowerShell("ECS_CLUSTER", match[1])
		}
	}
	m.signals.any = m.signals.any || strings.Contains(s, "cfn-signal")
}

// setPowerShell sets a variable. A text with variables is only known when the
// script runs.
func (m *machine) setPowerShell(name, value string) {
	if strings.ContainsAny(value, "$(") {
		value = unknownMark
	}
	m.config.set(name, entry{text: value, source: m.source})
}
