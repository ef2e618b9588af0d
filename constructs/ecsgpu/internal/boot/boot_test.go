package boot

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the scripts do is tested under a real systemd, in test/boot. Here is what
// can be seen in the text.

// all uses every part.
var all = Script{
	ECSConfig: "ECS_CLUSTER=${Cluster}\n", GPUs: GPUCounts{"g6.xlarge": 1, "g6.2xlarge": 1, "g6.12xlarge": 4, "g6.48xlarge": 8},
	DisksAt: DockerData, Sysctls: []Sysctl{{Setting: "vm.overcommit_memory=1", Types: []string{"g6f.large"}}},
	GPUMetrics: "ecsgpu", Group: "Group", Commands: []string{"echo ${!HOME} ${Command0}"},
}

func TestScript_defaults(t *testing.T) {
	text := Script{ECSConfig: "ECS_CLUSTER=${Cluster}\n"}.Template()
	assert.Contains(t, text, "cat >> /etc/ecs/ecs.config <<'END'\nECS_CLUSTER=${Cluster}\nEND\n")
	for _, part := range []string{"yum", "signal", "metadata", ".service <<", "nvidia-smi"} {
		assert.NotContains(t, text, part, "a CPU instance needs nothing but its configuration")
	}
	assert.Less(t, strings.Index(text, "trap "), strings.Index(text, "/etc/ecs/ecs.config"), "a failure of the first step has its consequence")
}

func TestScript_overrides(t *testing.T) {
	text := all.Template()
	assert.Less(t, strings.Index(text, "trap finish EXIT"), strings.Index(text, "/opt/ecsgpu/install aws-cfn-bootstrap"), "a failed installation is reported")
	assert.Contains(t, text, "count-gpus 1 8=g6.48xlarge 4=g6.12xlarge\n")
	assert.Contains(t, text, "systemctl restart --no-block docker.service", "stopping Docker would take the waiting start of the agent away")
	assert.NotContains(t, text, "systemctl stop")
	assert.Contains(t, text, `"AutoScalingGroupName": "${!aws:AutoScalingGroupName}"`, "a variable of the CloudWatch agent, not of CloudFormation")
	assert.True(t, strings.HasSuffix(text, "\necho ${!HOME} ${Command0}\n"), "the user's commands come last")
	assert.Less(t, len(text), 16*1024, "EC2 takes at most 16 KiB")
}

var hole = regexp.MustCompile(`\$\{([^!}][^}]*)\}`)

// What CloudFormation substitutes is what it knows; the rest is the shell's.
func TestScript_holes(t *testing.T) {
	known := []string{"AWS::StackName", "AWS::Region", "AWS::URLSuffix", "Cluster", "Command0"}
	for _, match := range hole.FindAllStringSubmatch(all.Template(), -1) {
		assert.Contains(t, known, match[1])
	}
}

func TestScript_isBash(t *testing.T) {
	for name, script := range map[string]Script{
		"nothing": {}, "everything": all,
		"disks for tasks": {DisksAt: "/local"},
		"a command":       {Commands: []string{"if [ -n \"${!HOME:-}\" ]; then echo \"${!HOME}\"; fi"}},
	} {
		t.Run(name, func(t *testing.T) {
			command := exec.Command("bash", "-n")
			command.Stdin = strings.NewReader(strings.ReplaceAll(script.Template(), "${!", "${"))
			output, err := command.CombinedOutput()
			require.NoError(t, err, "%s", output)
		})
	}
	for _, tool := range []string{"failed", "install", "signal", "metadata", "query", "count-gpus", "local-disks", "registered"} {
		command := exec.Command("bash", "-n")
		command.Stdin = strings.NewReader(embedded(tool))
		output, err := command.CombinedOutput()
		require.NoError(t, err, "%s: %s", tool, output)
	}
}
