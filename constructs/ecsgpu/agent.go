package ecsgpu

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ecsgpu/cdk/constructs/agent"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// AgentProps configure the ECS agent on the instances of a pool. The pool's
// own props add what they need; this is for the rest.
type AgentProps struct {
	// ReservedMemoryMiB is memory that ECS does not hand out, kept for the
	// system: up to 65535, the agent ignores more. Negative reserves nothing.
	// Default: 256.
	ReservedMemoryMiB int
	// ImagePullInactivityTimeout ends a pull that makes no progress. In whole
	// seconds, at least 1 minute. Clashes with Bottlerocket, which has no setting
	// for it.
	// Default: 10 minutes with accelerators, whose images are large; the
	// agent's own minute otherwise.
	ImagePullInactivityTimeout time.Duration
	// ContainerStartTimeout ends a start that takes too long. In whole seconds, at
	// least 45. Clashes with Bottlerocket, which has no setting for it.
	// Default: 10 minutes with accelerators; the agent's own 3 otherwise.
	ContainerStartTimeout time.Duration
	// Attributes are custom attributes for placement constraints. Names have 1 to
	// 128 letters, digits and - _ . / \; values may have : @ and, not at their
	// ends, spaces too. Bottlerocket takes no backslash. The agent registers them
	// once, when an instance joins. The name [PoolAttribute] is taken.
	// Default: none.
	Attributes map[string]string
}

// PoolAttribute is the custom attribute by which every instance names its
// pool: a placement constraint on it reaches the instances of one pool.
const PoolAttribute = "ecsgpu.pool"

// agentSettings is all that the agent of a pool is told, whatever the system
// of its image reads.
type agentSettings struct {
	AgentProps
	cluster      string
	gpu          bool
	spotDraining bool
	warmPool     bool
}

// ecsConfig is the text of /etc/ecs/ecs.config. ECS_AWSVPC_BLOCK_IMDS keeps
// tasks in awsvpc mode from the instance's credentials, as the hop limit of 1
// does for those in bridge mode.
func (s agentSettings) ecsConfig() string {
	var b strings.Builder
	line := func(name, value string) { fmt.Fprintf(&b, "%s=%s\n", name, value) }
	line("ECS_CLUSTER", s.cluster)
	line("ECS_AWSVPC_BLOCK_IMDS", "true")
	if s.gpu {
		line("ECS_ENABLE_GPU_SUPPORT", "true")
	}
	if s.ReservedMemoryMiB > 0 {
		line("ECS_RESERVED_MEMORY", strconv.Itoa(s.ReservedMemoryMiB))
	}
	if s.ImagePullInactivityTimeout > 0 {
		line(imagePullInactivityTimeout, s.ImagePullInactivityTimeout.String())
	}
	if s.ContainerStartTimeout > 0 {
		line(containerStartTimeout, s.ContainerStartTimeout.String())
	}
	if s.spotDraining {
		line("ECS_ENABLE_SPOT_INSTANCE_DRAINING", "true")
	}
	if s.warmPool {
		line("ECS_WARM_POOLS_CHECK", "true")
	}
	// A map of strings always has a JSON form, with sorted keys.
	attributes, _ := json.Marshal(s.Attributes)
	line("ECS_INSTANCE_ATTRIBUTES", string(attributes))
	return b.String()
}

func (a AgentProps) withDefaults(kind hardware.Kind) AgentProps {
	if a.ReservedMemoryMiB == 0 {
		a.ReservedMemoryMiB = 256
	}
	if kind == hardware.KindCPU {
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

func (a AgentProps) check(all *problems) {
	if a.ReservedMemoryMiB > placement.MaxReservedMemoryMiB {
		all.add("Agent.ReservedMemoryMiB must be at most %d, got %d; the agent ignores more and reserves nothing",
			placement.MaxReservedMemoryMiB, a.ReservedMemoryMiB)
	}
	checkTimeout("Agent.ImagePullInactivityTimeout", a.ImagePullInactivityTimeout, imagePullInactivityTimeout, all)
	checkTimeout("Agent.ContainerStartTimeout", a.ContainerStartTimeout, containerStartTimeout, all)
	for _, name := range slices.Sorted(maps.Keys(a.Attributes)) {
		value := a.Attributes[name]
		if !agent.IsAttributeName(name) {
			all.add("Agent.Attributes: a name must have 1 to 128 letters, digits and - _ . / \\, got %q", name)
		}
		if !agent.IsAttributeValue(value) {
			all.add("Agent.Attributes: a value must have 1 to 128 letters, digits, - _ . / \\ : @ and spaces, which are not at its ends, got %q = %q", name, value)
		}
		if name == PoolAttribute {
			all.add("Agent.Attributes: %s is set to the pool's id and cannot be %q", PoolAttribute, value)
		}
	}
}

// Variables of the agent that Bottlerocket has no settings for.
const (
	imagePullInactivityTimeout = "ECS_IMAGE_PULL_INACTIVITY_TIMEOUT"
	containerStartTimeout      = "ECS_CONTAINER_START_TIMEOUT"
)

// checkTimeout refuses what the agent replaces by the least that it takes.
func checkTimeout(field string, value time.Duration, variable string, all *problems) {
	all.seconds(field, value)
	if value <= 0 || value%time.Second != 0 {
		return
	}
	if v := agent.Must(variable).Judge(value.String()); v.Effect == agent.Replaced {
		all.add("%s must be at least %s, got %s; the agent uses %s instead", field, v.Instead, value, v.Instead)
	}
}

// checkBottlerocket refuses what would not reach the agent through the settings
// of Bottlerocket.
func (a AgentProps) checkBottlerocket(image images.Image, all *problems) {
	if a.ImagePullInactivityTimeout > 0 || a.ContainerStartTimeout > 0 {
		all.add("Agent.ImagePullInactivityTimeout and Agent.ContainerStartTimeout have no settings on %s; leave them out, or use an Amazon Linux image", image)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Attributes)) {
		value := a.Attributes[name]
		if agent.IsAttributeName(name) && agent.IsAttributeValue(value) && !agent.TakesBottlerocketAttribute(name, value) {
			all.add("Agent.Attributes: %s takes no backslash, got %q = %q", image, name, value)
		}
	}
}
