package ecsgpu

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/images"
)

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
	for _, name := range sortedKeys(s.Attributes) {
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
