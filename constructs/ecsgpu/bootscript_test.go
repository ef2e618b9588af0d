package ecsgpu_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// machine runs a boot script on this machine as if it were an instance: the
// commands that would change something are fakes that write down how they were
// called, and the directories of the system are under one of the test's own.
type machine struct {
	root string
	// fakes are the bodies of the fake commands.
	fakes map[string]string
}

func newMachine(t *testing.T) *machine {
	m := &machine{root: t.TempDir(), fakes: map[string]string{"sleep": "", "shutdown": "", "sysctl": "", "cfn-signal": ""}}
	for _, name := range []string{"yum", "systemctl", "mdadm", "mkfs.xfs", "mount", "amazon-cloudwatch-agent-ctl"} {
		m.fakes[name] = ""
	}
	return m
}

// hasGPUs makes nvidia-smi list so many GPUs from its first call on.
func (m *machine) hasGPUs(n int) *machine {
	m.fakes["nvidia-smi"] = strings.Repeat("echo 'GPU 0: NVIDIA L4 (UUID: GPU-0)'\n", n)
	return m
}

// isOf makes the metadata service answer with an instance type.
func (m *machine) isOf(instanceType string) *machine {
	m.fakes["curl"] = fmt.Sprintf(`case "$*" in *api/token*) echo secret ;; *instance-type*) echo %s ;; esac`, instanceType)
	return m
}

// boot runs a script and returns its exit code and the calls of the fakes.
func (m *machine) boot(t *testing.T, script string) (int, []string) {
	t.Helper()
	bin, calls := filepath.Join(m.root, "bin"), filepath.Join(m.root, "calls")
	require.NoError(t, os.MkdirAll(bin, 0o755))
	for name, body := range m.fakes {
		// Fakes answer after they wrote their call down; curl's is noise.
		text := fmt.Sprintf("#!/bin/bash\necho \"%s $*\" >> %s\n%s\n", name, calls, body)
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755))
	}
	for _, path := range []string{"/etc/ecs", "/local", "/opt/aws"} {
		script = strings.ReplaceAll(script, path, m.root+path)
	}
	for _, tool := range []string{"bin/cfn-signal", "amazon-cloudwatch-agent/bin/amazon-cloudwatch-agent-ctl", "amazon-cloudwatch-agent/etc/"} {
		m.install(t, "/opt/aws/"+tool)
	}

	command := exec.Command("bash", "-c", script)
	command.Env = []string{"PATH=" + bin + ":/usr/bin:/bin"}
	output, err := command.CombinedOutput()
	code := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		require.NoError(t, err)
	}
	t.Logf("%s", output)
	return code, m.calls(t, calls)
}

// install puts a tool where its package does, or a folder.
func (m *machine) install(t *testing.T, path string) {
	folder, name := filepath.Split(m.root + path)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	if name != "" {
		text := fmt.Sprintf("#!/bin/bash\nexec %s \"$@\"\n", name)
		require.NoError(t, os.WriteFile(m.root+path, []byte(text), 0o755))
	}
}

func (m *machine) calls(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	var calls []string
	for line := range strings.Lines(strings.ReplaceAll(string(text), m.root, "")) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "curl") && !strings.HasPrefix(line, "nvidia-smi") {
			calls = append(calls, line)
		}
	}
	return calls
}

// config is the agent's configuration after the boot.
func (m *machine) config(t *testing.T) string {
	text, err := os.ReadFile(m.root + "/etc/ecs/ecs.config")
	require.NoError(t, err)
	return string(text)
}

var substitution = regexp.MustCompile(`\$\{[A-Za-z][A-Za-z0-9:]*\}`)

// bootScriptOf is the script of the pool, as CloudFormation hands it to an
// instance: references become their names, escaped ones the shell's own.
func bootScriptOf(t *testing.T, props ecsgpu.PoolProps) string {
	t.Helper()
	stack, cluster := newCluster(t)
	if props.MaxCapacity == 0 {
		props.MaxCapacity = 1
	}
	cluster.AddPool("pool", &props)
	script := userData(t, snapshot.Of(t, stack))
	script = substitution.ReplaceAllStringFunc(script, func(s string) string { return strings.Trim(s, "${}") })
	return strings.ReplaceAll(script, "${!", "${")
}

func TestBootScript_defaults(t *testing.T) {
	m := newMachine(t)
	code, calls := m.boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}}))
	assert.Zero(t, code)
	assert.Empty(t, calls, "a CPU instance needs nothing but its configuration")
	assert.Regexp(t, `^ECS_CLUSTER=Cluster\w+\nECS_AWSVPC_BLOCK_IMDS=true\nECS_RESERVED_MEMORY=256\nECS_INSTANCE_ATTRIBUTES=\{"ecsgpu.pool":"pool"\}\n$`, m.config(t))
}

func TestBootScript_overrides(t *testing.T) {
	pool := ecsgpu.PoolProps{
		InstanceTypes: []string{"c5.large"}, DesiredCapacity: 1, InstanceSignals: 1,
		BootCommands: []string{`name=world; echo "hello ${name}" > /etc/ecs/greeting`},
	}
	t.Run("a good boot signals success", func(t *testing.T) {
		m := newMachine(t)
		code, calls := m.boot(t, bootScriptOf(t, pool))
		assert.Zero(t, code)
		assert.Equal(t, "yum install -y aws-cfn-bootstrap", calls[0])
		assert.Regexp(t, `^cfn-signal --exit-code 0 --stack AWS::StackName --resource Cluster\w+ --region AWS::Region$`, calls[1])
		greeting, err := os.ReadFile(m.root + "/etc/ecs/greeting")
		require.NoError(t, err)
		assert.Equal(t, "hello world\n", string(greeting), "the shell's own variables survive CloudFormation")
	})
	t.Run("a command that fails signals the failure", func(t *testing.T) {
		m := newMachine(t)
		pool.BootCommands = []string{"exit 7", "touch /etc/ecs/never"}
		code, calls := m.boot(t, bootScriptOf(t, pool))
		assert.Equal(t, 7, code)
		assert.Contains(t, calls[1], "cfn-signal --exit-code 7 ")
		assert.NoFileExists(t, m.root+"/etc/ecs/never")
	})
}

// A command may name what CloudFormation knows only at deployment; it becomes a
// variable of the one Fn::Sub.
func TestBootScript_takesReferences(t *testing.T) {
	stack, cluster := newCluster(t)
	bucket := awss3.Bucket_FromBucketName(stack, jsii.String("Data"), awscdk.Fn_ImportValue(jsii.String("data-bucket")))
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1,
		BootCommands: []string{"aws s3 cp s3://" + *bucket.BucketName() + "/setup /tmp/setup", "bash /tmp/setup ${HOME}"}})
	sub := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").([]any)
	assert.Contains(t, sub[0], "END\n${Command0}\nbash /tmp/setup ${!HOME}\n")
	assert.Equal(t, map[string]any{"Command0": map[string]any{"Fn::Join": []any{"", []any{
		"aws s3 cp s3://", map[string]any{"Fn::ImportValue": "data-bucket"}, "/setup /tmp/setup",
	}}}}, sub[1])
}

// Every script that any pool can get is one that bash reads.
func TestBootScript_isBash(t *testing.T) {
	for name, props := range map[string]ecsgpu.PoolProps{
		"cpu":                    {InstanceTypes: []string{"c5.large"}},
		"one GPU type":           {InstanceTypes: []string{"g6.xlarge"}},
		"types of several sizes": {InstanceTypes: []string{"g6.xlarge", "g6.12xlarge", "g6.48xlarge"}},
		"a sysctl for one type":  {InstanceTypes: []string{"g6f.large", "g6f.xlarge"}},
		"disks for Docker":       {InstanceTypes: []string{"p4d.24xlarge"}, LocalDisks: ecsgpu.LocalDisksForDocker},
		"disks for tasks":        {InstanceTypes: []string{"g6.xlarge"}, LocalDisks: ecsgpu.LocalDisksForTasks},
		"signals":                {InstanceTypes: []string{"g6.xlarge"}, DesiredCapacity: 1, InstanceSignals: 1},
		"spot and attributes": {InstanceTypes: []string{"g6.xlarge"}, Purchase: ecsgpu.Spot(""),
			Agent: ecsgpu.AgentProps{Attributes: map[string]string{"team": "vision"}}},
		"metrics":       {InstanceTypes: []string{"g6.xlarge"}, GPUMetrics: true},
		"neuron":        {InstanceTypes: []string{"inf2.xlarge"}},
		"boot commands": {InstanceTypes: []string{"c5.large"}, BootCommands: []string{"if [ -n \"${HOME:-}\" ]; then echo \"${HOME}\"; fi"}},
	} {
		t.Run(name, func(t *testing.T) {
			command := exec.Command("bash", "-n")
			command.Stdin = strings.NewReader(bootScriptOf(t, props))
			output, err := command.CombinedOutput()
			assert.NoError(t, err, string(output))
		})
	}
}
