package inventory

import "github.com/ecsgpu/cdk/constructs/inventory/userdata"

// UnitCommand is a command of the user data that starts or stops units.
type UnitCommand = userdata.UnitCommand

// AgentConfig is the configuration of the ECS agent as user data, cfn-init
// metadata or Bottlerocket settings write it.
type AgentConfig struct {
	// Settings are the agent's variables by their names in ecs.config, for
	// example ECS_CLUSTER. Bottlerocket's settings are translated to these names.
	Settings Map
	// DefaultRuntimeNVIDIA says that the script makes nvidia Docker's default
	// runtime, which lets every container see every GPU.
	DefaultRuntimeNVIDIA bool
	// Bottlerocket says that the user data is Bottlerocket's TOML.
	Bottlerocket bool
	// Windows says that the user data is PowerShell.
	Windows bool
	// Units are the commands that start or stop units, in their order.
	Units []UnitCommand
	// Signals says that the script reports to CloudFormation (cfn-signal).
	Signals bool
	// SignalsOnlySuccess says that the script stops at the first error and then
	// signals a fixed success, so that a failure is never reported.
	SignalsOnlySuccess bool

	// InitResource is the logical id of the resource whose metadata cfn-init reads;
	// empty for the resource itself.
	InitResource string
}

// Cluster returns ECS_CLUSTER. Default: the cluster named default.
func (a AgentConfig) Cluster() Fact[string] { return a.Settings.Get("ECS_CLUSTER") }

// ReservedMemoryMiB returns ECS_RESERVED_MEMORY. Default: 0. Text that is no number
// is unknown and kept in Text. The agent ignores what is not within 0 to 65535
// (aws/amazon-ecs-agent agent/config/parse.go).
func (a AgentConfig) ReservedMemoryMiB() Fact[int] {
	return intFact(a.Settings.Get("ECS_RESERVED_MEMORY"))
}

// SpotDraining returns ECS_ENABLE_SPOT_INSTANCE_DRAINING. Default: false.
func (a AgentConfig) SpotDraining() Fact[bool] {
	return boolFact(a.Settings.Get("ECS_ENABLE_SPOT_INSTANCE_DRAINING"))
}

// WarmPoolsCheck returns ECS_WARM_POOLS_CHECK. Default: false.
func (a AgentConfig) WarmPoolsCheck() Fact[bool] {
	return boolFact(a.Settings.Get("ECS_WARM_POOLS_CHECK"))
}

// GPUSupport returns ECS_ENABLE_GPU_SUPPORT. Default: false; the GPU-optimized images set it.
func (a AgentConfig) GPUSupport() Fact[bool] {
	return boolFact(a.Settings.Get("ECS_ENABLE_GPU_SUPPORT"))
}

// Attributes returns ECS_INSTANCE_ATTRIBUTES, a JSON object.
func (a AgentConfig) Attributes() Fact[string] { return a.Settings.Get("ECS_INSTANCE_ATTRIBUTES") }

// BlocksIMDS returns ECS_AWSVPC_BLOCK_IMDS. Default: false.
func (a AgentConfig) BlocksIMDS() Fact[bool] {
	return boolFact(a.Settings.Get("ECS_AWSVPC_BLOCK_IMDS"))
}

// IsConfigured reports whether something configures the agent.
func (a AgentConfig) IsConfigured() bool { return len(a.Settings.Entries) > 0 || a.Bottlerocket }
