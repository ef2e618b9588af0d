package ecsgpu

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
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
	// ImagePullInactivityTimeout ends a pull that makes no progress. In whole
	// seconds. Not on Bottlerocket.
	// Default: 10 minutes with accelerators, whose images are large; the
	// agent's own minute otherwise.
	ImagePullInactivityTimeout time.Duration
	// ContainerStartTimeout ends a start that takes too long. In whole seconds.
	// Not on Bottlerocket.
	// Default: 10 minutes with accelerators; the agent's own 3 otherwise.
	ContainerStartTimeout time.Duration
	// Attributes are custom attributes for placement constraints, names and
	// values of 1 to 128 characters. The agent registers them once, when an
	// instance joins. The name [PoolAttribute] is taken.
	// Default: none.
	Attributes map[string]string
}

// PoolAttribute is the custom attribute by which every instance names its
// pool: a placement constraint on it reaches the instances of one pool.
const PoolAttribute = "ecsgpu.pool"

// maxReservedMemoryMiB is the largest ECS_RESERVED_MEMORY: the agent parses it
// as 16 bits and drops what does not fit (amazon-ecs-agent, parse.go, v1.105.1).
const maxReservedMemoryMiB = 65535

// attributeText is what ECS takes in an attribute (ECS API reference,
// Attribute). It keeps ${…} out of what CloudFormation substitutes, too.
var attributeText = regexp.MustCompile(`^[A-Za-z0-9_./\\:@ -]*$`)

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
		line("ECS_IMAGE_PULL_INACTIVITY_TIMEOUT", s.ImagePullInactivityTimeout.String())
	}
	if s.ContainerStartTimeout > 0 {
		line("ECS_CONTAINER_START_TIMEOUT", s.ContainerStartTimeout.String())
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
	if a.ReservedMemoryMiB > maxReservedMemoryMiB {
		all.add("Agent.ReservedMemoryMiB must be at most %d, got %d; the agent ignores more and reserves nothing",
			maxReservedMemoryMiB, a.ReservedMemoryMiB)
	}
	all.seconds("Agent.ImagePullInactivityTimeout", a.ImagePullInactivityTimeout)
	all.seconds("Agent.ContainerStartTimeout", a.ContainerStartTimeout)
	for _, name := range sortedKeys(a.Attributes) {
		value := a.Attributes[name]
		if len(name) < 1 || len(name) > 128 || len(value) < 1 || len(value) > 128 {
			all.add("Agent.Attributes: names and values must have 1 to 128 characters, got %q = %q", name, value)
		} else if !attributeText.MatchString(name + value) {
			all.add("Agent.Attributes: names and values must be of letters, digits, spaces and - _ . / \\ : @, got %q = %q", name, value)
		}
		if name == PoolAttribute {
			all.add("Agent.Attributes: %s is set to the pool's id and cannot be %q", PoolAttribute, value)
		}
	}
}
