package agent

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBottlerocket_takes(t *testing.T) {
	cases := []struct {
		name, value string
		want        bool
	}{
		{"settings.ecs.awsvpc-block-imds", "true", true},
		{"settings.ecs.awsvpc-block-imds", "True", false},
		{"settings.ecs.reserved-memory", "65535", true},
		{"settings.ecs.reserved-memory", "65536", false},
		{"settings.ecs.image-cleanup-delete-per-cycle", "5", true},
		{"settings.ecs.image-cleanup-delete-per-cycle", "5.0", false},
		{"settings.ecs.task-cleanup-wait", "1h30m", true},
		{"settings.ecs.task-cleanup-wait", "30m1h", false},
		{"settings.ecs.task-cleanup-wait", "-1h", false},
		{"settings.ecs.task-cleanup-wait", "", false},
		{"settings.ecs.loglevel", "warn", true},
		{"settings.ecs.loglevel", "WARN", false},
		{"settings.ecs.cluster", "training", true},
		{"settings.ecs.cluster", "training\n", false},
		{"settings.host-containers.admin.enabled", "false", true},
		{"settings.host-containers.admin.user-data", "Zm9v", true},
		{"settings.host-containers.admin.user-data", "foo", false},
	}
	for _, c := range cases {
		t.Run(c.name+"="+c.value, func(t *testing.T) {
			s, ok := LookupBottlerocket(c.name)
			assert.True(t, ok)
			assert.Equal(t, c.want, s.Takes(c.value))
			assert.NotEmpty(t, s.Want())
		})
	}
}

func TestBottlerocket_names(t *testing.T) {
	for _, s := range bottlerocket() {
		if s.Variable != "" {
			_, known := Lookup(s.Variable)
			assert.True(t, known, "%s stands for %s, which the agent reads", s.Name, s.Variable)
			of, ok := BottlerocketOf(s.Variable)
			assert.True(t, ok)
			assert.Equal(t, s, of)
		}
	}
	_, ok := LookupBottlerocket("settings.ecs.enable-spot-draining")
	assert.False(t, ok)
	assert.Equal(t, "settings.ecs.enable-spot-instance-draining", NearestBottlerocket("settings.ecs.enable-spot-draining"))
	_, ok = BottlerocketOf("ECS_ENABLE_GPU_SUPPORT")
	assert.False(t, ok, "the image decides it")
}

func TestAttributes(t *testing.T) {
	for name, want := range map[string]bool{"ecsgpu.pool": true, `a\b/c`: true, "": false, "a b": false, "a:b": false} {
		assert.Equal(t, want, IsAttributeName(name), name)
	}
	for value, want := range map[string]bool{"a b": true, `a\b@c:d`: true, "a": true, "": false, " a": false, "a ": false, "a+b": false} {
		assert.Equal(t, want, IsAttributeValue(value), value)
	}
	assert.True(t, TakesBottlerocketAttribute("team/a", "vision b"))
	assert.False(t, TakesBottlerocketAttribute(`team\a`, "vision"))
	assert.False(t, TakesBottlerocketAttribute("team", `vision\b`))
}
