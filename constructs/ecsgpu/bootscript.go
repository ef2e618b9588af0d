package ecsgpu

import (
	"fmt"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
)

// bootScript is what an instance runs at its first boot: it configures the ECS
// agent, which starts after it, and reports to CloudFormation when that waits.
type bootScript struct {
	settings []setting
	commands []string
	// signals is the logical id of the group that waits, or empty.
	signals string
}

// render is the script as one Fn::Sub, which a reviewer can read, unlike the
// Fn::Join that references inside text otherwise become. The script stops at
// the first command that fails; with signals, the exit code then tells
// CloudFormation about the failure, which the original's script could not do.
func (s bootScript) render() *string {
	var text strings.Builder
	variables := map[string]*string{}
	text.WriteString("#!/bin/bash\nset -euo pipefail\n")
	if s.signals != "" {
		text.WriteString("dnf install -y aws-cfn-bootstrap\n")
		fmt.Fprintf(&text, "trap '/opt/aws/bin/cfn-signal --exit-code $? --stack ${AWS::StackName}"+
			" --resource %s --region ${AWS::Region}' EXIT\n", s.signals)
	}
	text.WriteString("cat >> /etc/ecs/ecs.config <<'END'\n")
	for _, line := range s.settings {
		fmt.Fprintf(&text, "%s=%s\n", line.name, line.value)
	}
	text.WriteString("END\n")
	for i, command := range s.commands {
		text.WriteString(substitutable(strings.TrimRight(command, "\n"), fmt.Sprintf("Command%d", i), variables) + "\n")
	}
	if len(variables) == 0 {
		return awscdk.Fn_Sub(ptr(text.String()), nil)
	}
	return awscdk.Fn_Sub(ptr(text.String()), &variables)
}

// substitutable makes a command safe inside Fn::Sub: the shell's own ${…} is
// escaped, and a command with references becomes a variable.
func substitutable(command, name string, variables map[string]*string) string {
	if strings.Contains(command, "${Token[") {
		variables[name] = &command
		return "${" + name + "}"
	}
	return strings.ReplaceAll(command, "${", "${!")
}

func ptr[T any](value T) *T { return &value }
