package ecsgpu

import (
	"fmt"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
)

// bootScript is what an Amazon Linux instance runs at its first boot: it
// configures the ECS agent, which starts after it, and reports to
// CloudFormation when that waits.
type bootScript struct {
	agent agentSettings
	// own are commands of ours, free of references to other resources.
	own []string
	// given are the user's commands.
	given []string
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
		// Amazon Linux 2 has no dnf; on 2023, yum is another name of it.
		text.WriteString("yum install -y aws-cfn-bootstrap\n")
		fmt.Fprintf(&text, "trap '/opt/aws/bin/cfn-signal --exit-code $? --stack ${AWS::StackName}"+
			" --resource %s --region ${AWS::Region}' EXIT\n", s.signals)
	}
	fmt.Fprintf(&text, "mkdir -p /etc/ecs\ncat >> /etc/ecs/ecs.config <<'END'\n%sEND\n", s.agent.ecsConfig())
	for _, command := range s.own {
		text.WriteString(escape(command) + "\n")
	}
	for i, command := range s.given {
		text.WriteString(substitutable(command, fmt.Sprintf("Command%d", i), variables) + "\n")
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
	return escape(command)
}

// escape keeps Fn::Sub away from the shell's own ${…}.
func escape(command string) string {
	return strings.ReplaceAll(strings.TrimRight(command, "\n"), "${", "${!")
}

func ptr[T any](value T) *T { return &value }
