package ecsgpu

import (
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/agent"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// drawSettings draws what a pool can tell its agent: any props that are not
// refused, with the defaults of any kind of instance.
func drawSettings(t *rapid.T) agentSettings {
	seconds := func(label string) time.Duration {
		return time.Duration(rapid.IntRange(0, 7200).Draw(t, label)) * time.Second
	}
	props := AgentProps{
		ReservedMemoryMiB:          rapid.IntRange(-1, 70000).Draw(t, "reserved"),
		ImagePullInactivityTimeout: seconds("pull"),
		ContainerStartTimeout:      seconds("start"),
		Attributes: rapid.MapOfN(rapid.StringMatching(`[A-Za-z0-9_./\\ -]{1,8}`), rapid.StringMatching(`[A-Za-z0-9_./\\:@ -]{1,8}`), 0, 3).
			Draw(t, "attributes"),
	}
	var all problems
	props.check(&all)
	if len(all) > 0 {
		t.Skip("refused")
	}
	s := agentSettings{
		AgentProps:   props.withDefaults(rapid.SampledFrom([]hardware.Kind{hardware.KindCPU, hardware.KindGPU, hardware.KindNeuron}).Draw(t, "kind")),
		cluster:      "cluster",
		gpu:          rapid.Bool().Draw(t, "gpu"),
		spotDraining: rapid.Bool().Draw(t, "spot"),
		warmPool:     rapid.Bool().Draw(t, "warm"),
	}
	if s.Attributes == nil {
		s.Attributes = map[string]string{}
	}
	s.Attributes[PoolAttribute] = "pool"
	return s
}

// TestAgentSettings_areTaken: whatever the props, the agent knows each setting
// and takes its value as it is.
func TestAgentSettings_areTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		values := agent.ReadConfig(s.ecsConfig())
		for name, value := range values {
			setting, known := agent.Lookup(name)
			require.True(t, known, "the agent reads %s", name)
			assert.Equal(t, agent.Verdict{Effect: agent.Taken}, setting.Judge(value), "%s=%s", name, value)
		}
		assert.Equal(t, s.spotDraining, values["ECS_ENABLE_SPOT_INSTANCE_DRAINING"] == "true")
		assert.Equal(t, s.warmPool, values["ECS_WARM_POOLS_CHECK"] == "true")
		assert.Equal(t, s.gpu, values["ECS_ENABLE_GPU_SUPPORT"] == "true")
	})
}

// TestBottlerocketSettings_areTaken: the same for the settings of Bottlerocket,
// which a parser of TOML reads.
func TestBottlerocketSettings_areTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		for name, value := range s.Attributes {
			if !agent.TakesBottlerocketAttribute(name, value) {
				t.Skip("refused")
			}
		}
		var document map[string]any
		require.NoError(t, toml.Unmarshal([]byte(bottlerocketSettings(s, rapid.SampledFrom([]string{"", "Group"}).Draw(t, "signals"))), &document))
		got := flatTOML("", document)
		for name, value := range got {
			setting, known := agent.LookupBottlerocket(name)
			require.True(t, known, "Bottlerocket has %s", name)
			assert.True(t, hasType(setting, value), "%s = %v is of type %s", name, value, setting.Type)
		}
		assert.Equal(t, s.spotDraining, got["settings.ecs.enable-spot-instance-draining"] == true)
		assert.Equal(t, s.warmPool, got["settings.autoscaling.should-wait"] == true)
		assert.Len(t, got["settings.ecs.instance-attributes"], len(s.Attributes))
	})
}

// flatTOML are the values below a table by their full names; a table of the
// user's own names is one value.
func flatTOML(path string, table map[string]any) map[string]any {
	all := map[string]any{}
	for key, value := range table {
		name := key
		if path != "" {
			name = path + "." + key
		}
		below, isTable := value.(map[string]any)
		if setting, known := agent.LookupBottlerocket(name); !isTable || known && setting.Type == agent.BottlerocketAttributes {
			all[name] = value
			continue
		}
		for inner, value := range flatTOML(name, below) {
			all[inner] = value
		}
	}
	return all
}

// hasType reports whether a value of TOML has the type of a setting, and its text.
func hasType(s agent.BottlerocketSetting, value any) bool {
	switch value := value.(type) {
	case bool:
		return s.Type == agent.BottlerocketBool
	case int64:
		return (s.Type == agent.BottlerocketUint16 && value <= 65535 || s.Type == agent.BottlerocketInteger) && value >= 0
	case string:
		return s.Type != agent.BottlerocketBool && s.Type != agent.BottlerocketUint16 && s.Type != agent.BottlerocketInteger && s.Takes(value)
	case map[string]any:
		for name, text := range value {
			if text, ok := text.(string); !ok || !agent.TakesBottlerocketAttribute(name, text) {
				return false
			}
		}
		return s.Type == agent.BottlerocketAttributes
	}
	return false
}
