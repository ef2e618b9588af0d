package agent

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSettings_haveAFormat(t *testing.T) {
	var names []string
	for _, s := range Settings() {
		names = append(names, s.Name)
		assert.NotEmpty(t, probes(s), "%s: %q is a format", s.Name, s.Format)
		if s.Default != "" {
			assert.Equal(t, Taken, s.Judge(s.Default).Effect, "%s takes its own default, %s", s.Name, s.Default)
		}
		for _, bound := range []string{s.Least, s.Most} {
			if bound != "" {
				assert.Equal(t, Taken, s.Judge(bound).Effect, "%s takes its bound, %s", s.Name, bound)
			}
		}
	}
	assert.True(t, slices.IsSorted(names), "Lookup searches by name")
	assert.Equal(t, len(names), len(slices.Compact(names)), "each is there once")
}

func TestLookup(t *testing.T) {
	s, ok := Lookup("ECS_WARM_POOLS_CHECK")
	assert.True(t, ok)
	assert.Equal(t, "1.59.0", s.Since)
	_, ok = Lookup("ecs_warm_pools_check")
	assert.False(t, ok, "names are case-sensitive, as they are for the agent")
	assert.Panics(t, func() { Must("ECS_NONSENSE") })
}

func TestNearest(t *testing.T) {
	for given, want := range map[string]string{
		"ECS_SPOT_INSTANCE_DRAINING_ENABLED":   "",
		"ECS_ENABLE_SPOT_DRAINING":             "ECS_ENABLE_SPOT_INSTANCE_DRAINING",
		"ECS_CONTAINER_STOP_TIMOUT":            "ECS_CONTAINER_STOP_TIMEOUT",
		"ecs_cluster":                          "ECS_CLUSTER",
		"export ECS_AVAILABLE_LOGGING_DRIVERS": "ECS_AVAILABLE_LOGGING_DRIVERS",
		"UNRELATED":                            "",
	} {
		assert.Equal(t, want, Nearest(given), given)
	}
}
