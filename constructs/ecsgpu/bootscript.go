package ecsgpu

import (
	"fmt"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu/internal/boot"
	"github.com/ecsgpu/cdk/constructs/images"
)

// userData returns what the pool's instances read at their first boot.
func (p *Pool) userData() *string {
	if p.image.OS == images.Bottlerocket {
		return awscdk.Fn_Sub(ptr(bottlerocketSettings(p.agentSettings(), p.signalledGroup())), nil)
	}
	variables := map[string]*string{}
	script := boot.Script{
		ECSConfig: p.agentSettings().ecsConfig(),
		GPUs:      p.expectedGPUs(),
		DisksAt:   p.props.LocalDisks.directory(),
		Sysctls:   p.sysctls(),
		Group:     p.signalledGroup(),
	}
	if p.props.GPUMetrics {
		script.GPUMetrics = metricsNamespace
	}
	for i, command := range p.props.BootCommands {
		script.Commands = append(script.Commands, substitutable(command, fmt.Sprintf("Command%d", i), variables))
	}
	if len(variables) == 0 {
		return awscdk.Fn_Sub(jsii.String(script.Template()), nil)
	}
	return awscdk.Fn_Sub(jsii.String(script.Template()), &variables)
}

// signalledGroup returns the logical id of the group, if CloudFormation waits
// for its instances.
func (p *Pool) signalledGroup() string {
	if p.props.InstanceSignals == 0 {
		return ""
	}
	return *p.AutoScalingGroup.LogicalId()
}

// substitutable makes a command safe inside Fn::Sub: the shell's own ${…} is
// escaped, and a command with references becomes a variable.
func substitutable(command, name string, variables map[string]*string) string {
	if unresolved(command) {
		variables[name] = &command
		return "${" + name + "}"
	}
	return boot.Escape(strings.TrimRight(command, "\n"))
}

// unresolved reports whether a text has references that CloudFormation fills in
// at deployment. They are marked as CDK marks its tokens.
func unresolved(text string) bool { return strings.Contains(text, "${Token[") }

func ptr[T any](value T) *T { return &value }
