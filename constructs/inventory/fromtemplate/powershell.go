package fromtemplate

import (
	"regexp"
	"strings"
)

func isPowerShell(s string) bool { return strings.HasPrefix(strings.ToLower(s), "<powershell>") }

var (
	setVariable = regexp.MustCompile(`(?i)SetEnvironmentVariable\(\s*["']([A-Za-z_0-9]+)["']\s*,\s*["']?([^"',)]*)["']?`)
	envVariable = regexp.MustCompile(`(?im)^\s*\$env:(ECS_[A-Za-z_0-9]+)\s*=\s*["']?([^"'\r\n]*)["']?`)
	initAgent   = regexp.MustCompile(`(?i)Initialize-ECSAgent[^\r\n]*`)
	clusterFlag = regexp.MustCompile(`(?i)-Cluster\s+["']?([^"'\s]+)["']?`)
)

// powerShell reads the commands that configure the agent on Windows.
func (u *userDataReader) powerShell(s string) {
	u.agent.Windows = true
	for _, expression := range []*regexp.Regexp{setVariable, envVariable} {
		for _, m := range expression.FindAllStringSubmatch(s, -1) {
			if strings.HasPrefix(m[1], "ECS_") {
				u.set(m[1], powerShellValue(m[2]), false)
			}
		}
	}
	for _, call := range initAgent.FindAllString(s, -1) {
		if m := clusterFlag.FindStringSubmatch(call); m != nil {
			u.set("ECS_CLUSTER", powerShellValue(m[1]), false)
		}
	}
	u.agent.Signals = strings.Contains(s, "cfn-signal")
}

// powerShellValue is a text; one with variables is only known when the script runs.
func powerShellValue(s string) string {
	if strings.ContainsAny(s, "$(") {
		return unknownMark
	}
	return strings.TrimPrefix(s, "$")
}
