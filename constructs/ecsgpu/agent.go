package ecsgpu

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// AgentProps configure the ECS agent on the instances of a pool. The pool's
// own props add what they need; this is for the rest.
type AgentProps struct {
	// ReservedMemoryMiB is memory that ECS does not hand out, kept for the
	// system: 0 to 65535, the agent ignores more. Negative reserves nothing.
	// Default: 256.
	ReservedMemoryMiB int
	// ImagePullInactivityTimeout ends a pull that makes no progress.
	// Default: 10 minutes with accelerators, whose images are large; the
	// agent's own minute otherwise.
	ImagePullInactivityTimeout time.Duration
	// ContainerStartTimeout ends a start that takes too long.
	// Default: 10 minutes with accelerators; the agent's own 3 otherwise.
	ContainerStartTimeout time.Duration
	// Attributes are custom attributes for placement constraints, names and
	// values of 1 to 128 characters. The agent registers them once, when an
	// instance joins.
	// Default: none.
	Attributes map[string]string
}

// maxReservedMemoryMiB is the largest ECS_RESERVED_MEMORY: the agent parses it
// as 16 bits and drops what does not fit (amazon-ecs-agent, parse.go, v1.105.1).
const maxReservedMemoryMiB = 65535

// setting is one line of the agent's configuration.
type setting struct{ name, value string }

// settings are the lines of /etc/ecs/ecs.config for a pool of this kind, in
// the order in which a reader wants them. ECS_AWSVPC_BLOCK_IMDS keeps tasks in
// awsvpc mode from the instance's credentials, as the hop limit of 1 does for
// those in bridge mode.
func (a AgentProps) settings(kind hardware.Kind, cluster string) []setting {
	lines := []setting{
		{"ECS_CLUSTER", cluster},
		{"ECS_AWSVPC_BLOCK_IMDS", "true"},
	}
	if kind == hardware.GPUKind {
		lines = append(lines, setting{"ECS_ENABLE_GPU_SUPPORT", "true"})
	}
	if a.ReservedMemoryMiB > 0 {
		lines = append(lines, setting{"ECS_RESERVED_MEMORY", fmt.Sprint(a.ReservedMemoryMiB)})
	}
	if a.ImagePullInactivityTimeout > 0 {
		lines = append(lines, setting{"ECS_IMAGE_PULL_INACTIVITY_TIMEOUT", a.ImagePullInactivityTimeout.String()})
	}
	if a.ContainerStartTimeout > 0 {
		lines = append(lines, setting{"ECS_CONTAINER_START_TIMEOUT", a.ContainerStartTimeout.String()})
	}
	if len(a.Attributes) > 0 {
		// A map of strings always has a JSON form, with sorted keys.
		attributes, _ := json.Marshal(a.Attributes)
		lines = append(lines, setting{"ECS_INSTANCE_ATTRIBUTES", string(attributes)})
	}
	return lines
}

func (a AgentProps) withDefaults(kind hardware.Kind) AgentProps {
	if a.ReservedMemoryMiB == 0 {
		a.ReservedMemoryMiB = 256
	}
	if kind == hardware.CPUKind {
		return a
	}
	if a.ImagePullInactivityTimeout == 0 {
		a.ImagePullInactivityTimeout = 10 * time.Minute
	}
	if a.ContainerStartTimeout == 0 {
		a.ContainerStartTimeout = 10 * time.Minute
	}
	return a
}

func (a AgentProps) problems() error {
	var all problems
	if a.ReservedMemoryMiB > maxReservedMemoryMiB {
		all.add("Agent.ReservedMemoryMiB must be at most %d, got %d; the agent ignores more and reserves nothing",
			maxReservedMemoryMiB, a.ReservedMemoryMiB)
	}
	if a.ImagePullInactivityTimeout < 0 || a.ContainerStartTimeout < 0 {
		all.add("Agent.ImagePullInactivityTimeout and Agent.ContainerStartTimeout must not be negative, got %s and %s",
			a.ImagePullInactivityTimeout, a.ContainerStartTimeout)
	}
	for _, name := range sortedKeys(a.Attributes) {
		if value := a.Attributes[name]; len(name) < 1 || len(name) > 128 || len(value) < 1 || len(value) > 128 {
			all.add("Agent.Attributes: names and values must have 1 to 128 characters, got %q = %q", name, value)
		}
	}
	return all.join()
}
