package ecsgpu

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/ecsgpu/internal/boot"
	"github.com/ecsgpu/cdk/constructs/hardware"
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

// LocalDisks says what the instances' own NVMe disks are for. They are fast and
// cost nothing extra. Every boot mounts them before Docker starts; they keep
// their data over a reboot and are empty after a stop.
type LocalDisks string

const (
	// LocalDisksUnused leaves them alone, as the machine images do.
	LocalDisksUnused LocalDisks = ""
	// LocalDisksForDocker keeps container images and writable layers on them,
	// which makes the start of large images faster.
	LocalDisksForDocker LocalDisks = "docker"
	// LocalDisksForTasks mounts them at /local for tasks that mount a host
	// volume there: data sets, checkpoints.
	LocalDisksForTasks LocalDisks = "tasks"
)

// directory returns where the disks are mounted, at every boot, before Docker
// starts; empty if they are not.
func (d LocalDisks) directory() string {
	switch d {
	case LocalDisksForDocker:
		return boot.DockerData
	case LocalDisksForTasks:
		return "/local"
	}
	return ""
}

// check says why the types have nothing to use.
func (d LocalDisks) check(types []hardware.InstanceType, all *problems) {
	switch d {
	case LocalDisksUnused:
		return
	case LocalDisksForDocker, LocalDisksForTasks:
	default:
		all.add("LocalDisks must be empty, %q or %q, got %q", LocalDisksForDocker, LocalDisksForTasks, d)
	}
	for _, t := range types {
		if t.LocalStorageGB == 0 {
			all.add("LocalDisks: %s has no disks of its own; types that do: ecsgpu instances --nvme 1", t.Name)
		}
	}
}

// checkLocalDisks refuses disks that would be empty when the work comes: EC2
// empties them when an instance stops.
func (p PoolProps) checkLocalDisks(types []hardware.InstanceType, all *problems) {
	p.LocalDisks.check(types, all)
	if p.LocalDisks != LocalDisksUnused && p.WarmPool != nil && p.WarmPool.state() == WarmPoolStateStopped {
		all.add("LocalDisks clash with WarmPool.State %q: stopping an instance empties its disks; set State %q", WarmPoolStateStopped, WarmPoolStateRunning)
	}
}

// checksGPUs reports whether instances count their GPUs before they join.
func (p *Pool) checksGPUs() bool {
	return p.Kind() == hardware.KindGPU && !p.props.AllowMissingGPUs && p.image.OS != images.Bottlerocket
}

// expectedGPUs returns the number of GPUs of each of the pool's types, if its
// instances count them.
func (p *Pool) expectedGPUs() boot.GPUCounts {
	if !p.checksGPUs() {
		return nil
	}
	counts := boot.GPUCounts{}
	for _, t := range p.types {
		counts[t.Name] = devices(t)
	}
	return counts
}

// devices returns the number of GPUs that the driver lists on a type: a fraction
// of one counts as one.
func devices(t hardware.InstanceType) int {
	count := 0
	for _, accelerator := range t.Accelerators {
		count += accelerator.LogicalCount
	}
	return count
}

// bootStatements let an instance that lacks GPUs count the instances of its
// group that were replaced before it, and one that cannot install the helper
// scripts of CloudFormation report its failure.
func (p *Pool) bootStatements() []awsiam.PolicyStatement {
	var all []awsiam.PolicyStatement
	if p.checksGPUs() {
		all = append(all, allow([]string{"autoscaling:DescribeAutoScalingInstances", "autoscaling:DescribeScalingActivities"}, "*", nil))
	}
	if p.props.InstanceSignals > 0 && p.image.OS != images.Bottlerocket {
		all = append(all, allow([]string{"cloudformation:SignalResource"}, *awscdk.Aws_STACK_ID(), nil))
	}
	return all
}

// bottlerocketSettings is the user data of a Bottlerocket instance, which runs
// no scripts: TOML, as its documentation of the ECS settings names them
// (bottlerocket.dev, settings.ecs, settings.autoscaling, settings.cloudformation).
func bottlerocketSettings(s agentSettings, signals string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[settings.ecs]\ncluster = %q\n", s.cluster)
	b.WriteString("awsvpc-block-imds = true\n")
	if s.ReservedMemoryMiB > 0 {
		fmt.Fprintf(&b, "reserved-memory = %d\n", s.ReservedMemoryMiB)
	}
	if s.spotDraining {
		b.WriteString("enable-spot-instance-draining = true\n")
	}
	b.WriteString("\n[settings.ecs.instance-attributes]\n")
	for _, name := range slices.Sorted(maps.Keys(s.Attributes)) {
		fmt.Fprintf(&b, "%s = %s\n", strconv.Quote(name), strconv.Quote(s.Attributes[name]))
	}
	if s.warmPool {
		b.WriteString("\n[settings.autoscaling]\nshould-wait = true\n")
	}
	if signals != "" {
		fmt.Fprintf(&b, "\n[settings.cloudformation]\nshould-signal = true\nstack-name = %q\nlogical-resource-id = %q\n",
			"${AWS::StackName}", signals)
	}
	return b.String()
}

// checkScripts refuses what only a script could do, and what our scripts can
// only do with Amazon Linux's packages.
func (p PoolProps) checkScripts(image images.Image, all *problems) {
	switch image.OS {
	case images.Bottlerocket:
		p.Agent.checkBottlerocket(image, all)
		if len(p.BootCommands) > 0 || p.LocalDisks != LocalDisksUnused {
			all.add("BootCommands and LocalDisks need a script at boot, which %s does not run; use an Amazon Linux image", image)
		}
	case images.OtherLinux:
		if p.InstanceSignals > 0 || p.LocalDisks != LocalDisksUnused {
			all.add("InstanceSignals and LocalDisks install packages of Amazon Linux, and %s is another system; use BootCommands", image)
		}
	}
}
