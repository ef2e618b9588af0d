package agent

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// generatedConfig is an ecs.config that a stack or an example writes.
type generatedConfig struct {
	file   string
	values map[string]string
}

// TestGenerated_isTaken: ecs-init passes every setting of every stack and
// example to the agent, which knows it and takes it as it is.
func TestGenerated_isTaken(t *testing.T) {
	for _, c := range generated(t) {
		for name, value := range c.values {
			s, known := Lookup(name)
			if assert.True(t, known, "%s: the agent reads %s", c.file, name) {
				assert.Equal(t, Verdict{Effect: Taken}, s.Judge(value), "%s: %s=%s", c.file, name, value)
			}
		}
		assert.Contains(t, c.values, "ECS_CLUSTER", c.file)
	}
}

// reference is what CloudFormation replaces in a script; ${!x} is the shell's.
var reference = regexp.MustCompile(`\$\{[^}!]+\}`)

// generated reads the configurations of all goldens.
func generated(t *testing.T) []generatedConfig {
	t.Helper()
	var configs []generatedConfig
	for _, pattern := range []string{"../../stacks/testdata/*.yaml", "../../examples/testdata/*.yaml", "../../examples/platform-team/testdata/*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var document yaml.Node
			require.NoError(t, yaml.Unmarshal(data, &document))
			for _, script := range scriptsOf(&document) {
				text := configOf(script)
				require.NotEmpty(t, text, "%s: the script writes ecs.config", file)
				configs = append(configs, generatedConfig{filepath.Base(file), ReadConfig(reference.ReplaceAllString(text, "Name"))})
			}
		}
	}
	return configs
}

// scriptsOf returns the texts below a node that are scripts for an instance.
func scriptsOf(n *yaml.Node) []string {
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(n.Value, "#!/bin/bash\n") && strings.Contains(n.Value, "ecs.config") {
		return []string{n.Value}
	}
	var all []string
	for _, child := range n.Content {
		all = append(all, scriptsOf(child)...)
	}
	return all
}

// appended is the start of a here document that goes to ecs.config.
var appended = regexp.MustCompile(`ecs\.config <<'?(\w+)'?\n`)

// configOf returns the here document that a script writes to ecs.config.
func configOf(script string) string {
	start := appended.FindStringSubmatchIndex(script)
	if start == nil {
		return ""
	}
	text, _, _ := strings.Cut(script[start[1]:], "\n"+script[start[2]:start[3]]+"\n")
	return text
}
