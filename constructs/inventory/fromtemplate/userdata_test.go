package fromtemplate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// agentOf reads user data that is known whole.
func agentOf(script string) inventory.AgentConfig {
	var a inventory.AgentConfig
	readText(&a, script, nil, inventory.Fact[string]{})
	return a
}

func TestAgentConfig_settings(t *testing.T) {
	cases := map[string]struct{ script, want string }{
		"nothing":                             {"#!/bin/bash\nyum update -y\n", ""},
		"echo":                                {"#!/bin/bash\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\n", "ECS_CLUSTER=a"},
		"echo, redirected first":              {">> /etc/ecs/ecs.config echo ECS_CLUSTER=a", "ECS_CLUSTER=a"},
		"echo in double quotes":               {`echo "ECS_CLUSTER=a" >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a"},
		"echo in single quotes":               {`echo 'ECS_INSTANCE_ATTRIBUTES={"a":"b c"}'>>/etc/ecs/ecs.config`, `ECS_INSTANCE_ATTRIBUTES={"a":"b c"}`},
		"echo with quotes escaped":            {`echo ECS_INSTANCE_ATTRIBUTES={\"a\":\"b\"} >> /etc/ecs/ecs.config`, `ECS_INSTANCE_ATTRIBUTES={"a":"b"}`},
		"echo -e":                             {`echo -e "ECS_CLUSTER=a\nECS_RESERVED_MEMORY=256" >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a; ECS_RESERVED_MEMORY=256"},
		"printf":                              {`printf 'ECS_CLUSTER=a\nECS_X=1\n' > /etc/ecs/ecs.config`, "ECS_CLUSTER=a; ECS_X=1"},
		"printf with a format":                {`printf 'ECS_CLUSTER=%s\n' a >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a"},
		"printf with values":                  {`printf '%s\n' ECS_CLUSTER=a ECS_X=1 >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a; ECS_X=1"},
		"sudo and tee":                        {"echo ECS_CLUSTER=a | sudo tee -a /etc/ecs/ecs.config > /dev/null", "ECS_CLUSTER=a"},
		"a shell under sudo":                  {`sudo bash -c "echo ECS_CLUSTER=a >> /etc/ecs/ecs.config"`, "ECS_CLUSTER=a"},
		"after &&":                            {"mkdir -p /etc/ecs && echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"after ;":                             {"cd /; echo ECS_CLUSTER=a >> /etc/ecs/ecs.config; true", "ECS_CLUSTER=a"},
		"a line that goes on":                 {"echo ECS_CLUSTER=a \\\n  >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"CRLF":                                {"#!/bin/bash\r\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\r\n", "ECS_CLUSTER=a"},
		"a here document":                     {"cat <<EOF >> /etc/ecs/ecs.config\nECS_CLUSTER=a\n# a comment\n\nECS_X=1\nEOF\n", "ECS_CLUSTER=a; ECS_X=1"},
		"a here document, quoted":             {"cat > /etc/ecs/ecs.config <<'EOF'\nECS_CLUSTER=$a\nEOF\n", "ECS_CLUSTER=$a"},
		"a here document with tabs":           {"cat <<-EOF >> /etc/ecs/ecs.config\n\tECS_CLUSTER=a\n\tEOF\n", "ECS_CLUSTER=a"},
		"a here document, indented":           {"  cat <<EOF >> /etc/ecs/ecs.config\n  ECS_CLUSTER=a\n  EOF\n  echo ECS_X=1 >> /etc/ecs/ecs.config", "ECS_CLUSTER=a; ECS_X=1"},
		"a here document into tee":            {"cat <<EOF | tee /etc/ecs/ecs.config\nECS_CLUSTER=a\nEOF\n", "ECS_CLUSTER=a"},
		"tee with a here document":            {"tee -a /etc/ecs/ecs.config <<EOF\nECS_CLUSTER=a\nEOF\n", "ECS_CLUSTER=a"},
		"a here string":                       {`cat >> /etc/ecs/ecs.config <<< "ECS_CLUSTER=a"`, "ECS_CLUSTER=a"},
		"a group":                             {"{ echo ECS_CLUSTER=a; echo ECS_X=1; } >> /etc/ecs/ecs.config", "ECS_CLUSTER=a; ECS_X=1"},
		"a subshell":                          {"(echo ECS_CLUSTER=a\necho ECS_X=1) >> /etc/ecs/ecs.config", "ECS_CLUSTER=a; ECS_X=1"},
		"a variable":                          {"NAME=a\necho ECS_CLUSTER=${NAME} >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"an exported variable in a document":  {"export NAME=\"a\"\ncat <<EOF >> /etc/ecs/ecs.config\nECS_CLUSTER=$NAME\nEOF\n", "ECS_CLUSTER=a"},
		"what ecs-init passes on":             {"echo 'export ECS_CLUSTER=\"a\"' >> /etc/ecs/ecs.config", "export ECS_CLUSTER=\"a\""},
		"the last of two":                     {"echo ECS_X=1 >> /etc/ecs/ecs.config\necho ECS_X=2 >> /etc/ecs/ecs.config", "ECS_X=2"},
		"what > removes":                      {"echo ECS_X=1 > /etc/ecs/ecs.config\necho ECS_CLUSTER=a > /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"what rm removes":                     {"echo ECS_X=1 > /etc/ecs/ecs.config\nrm -f /etc/ecs/ecs.config", ""},
		"another file":                        {"echo ECS_CLUSTER=a >> /tmp/x", ""},
		"a comment":                           {"# echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", ""},
		"a comment behind a command":          {"true # echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", ""},
		"what only reads":                     {"cat /etc/ecs/ecs.config\ngrep X /etc/ecs/ecs.config\nchmod 600 /etc/ecs/ecs.config", ""},
		"the log of a script":                 {"exec > >(tee /var/log/user-data.log | logger -t x) 2>&1\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"errors redirected":                   {"echo ECS_CLUSTER=a >> /etc/ecs/ecs.config 2>/dev/null", "ECS_CLUSTER=a"},
		"what a command prints":               {"echo ECS_CLUSTER=$(curl -s http://x) >> /etc/ecs/ecs.config", "ECS_CLUSTER=? … (the script computes it when the instance boots)"},
		"what a command prints, in backticks": {"echo ECS_CLUSTER=`hostname` >> /etc/ecs/ecs.config", "ECS_CLUSTER=? … (the script computes it when the instance boots)"},
		"a variable of the environment":       {"echo ECS_CLUSTER=$CLUSTER-1 >> /etc/ecs/ecs.config", "ECS_CLUSTER=? …-1 (the script computes it when the instance boots)"},
		"a variable with a default":           {"echo ECS_CLUSTER=${C:-a b} >> /etc/ecs/ecs.config", "ECS_CLUSTER=? … (the script computes it when the instance boots)"},
		"under if":                            {"if true; then\n  echo ECS_X=1 >> /etc/ecs/ecs.config\nfi\necho ECS_Y=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition); ECS_Y=1"},
		"under if, in one line":               {"if [ -e /x ]; then echo ECS_X=1 >> /etc/ecs/ecs.config; else echo ECS_X=2 >> /etc/ecs/ecs.config; fi", "ECS_X=? 2 (the script sets it only under a condition)"},
		"after a test":                        {"[ -e /x ] && echo ECS_X=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition)"},
		"after ||":                            {"grep -q x y || echo ECS_X=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition)"},
		"in a loop":                           {"for v in 1 2; do\necho ECS_X=$v >> /etc/ecs/ecs.config\ndone", "ECS_X=? … (the script sets it only under a condition)"},
		"in a function":                       {"setup() {\n echo ECS_X=1 >> /etc/ecs/ecs.config\n}\n", "ECS_X=? 1 (the script sets it only under a condition)"},
		"in a case":                           {"case x in\n a) echo ECS_X=1 >> /etc/ecs/ecs.config;;\nesac\necho ECS_Y=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition); ECS_Y=1"},
		"removed under a condition":           {"echo ECS_X=1 >> /etc/ecs/ecs.config\nif x; then echo > /etc/ecs/ecs.config; fi", "ECS_X=? 1 (the script may remove it)"},
		"a copy from elsewhere":               {"aws s3 cp s3://b/ecs.config /etc/ecs/ecs.config", "…"},
		"sed on the file":                     {"sed -i s/a/b/ /etc/ecs/ecs.config", "…"},
		"a script from the net":               {"curl -s https://x/setup | bash", "…"},
		"a script of the image":               {"/opt/setup.sh gpu", "…"},
		"a sourced script":                    {"source /opt/env", "…"},
		"what is sourced from /etc":           {". /etc/os-release", ""},
		"a configuration manager":             {"ansible-playbook x.yml", "…"},
		"an include":                          {"#include\nhttps://x/y\n", "…"},
		"a shell in a shell in a shell":       {`bash -c "bash -c 'bash -c \"bash -c x\"'"`, "…"},
		"text that ends in a quote":           {"echo \"ECS_CLUSTER=a >> /etc/ecs/ecs.config", ""},
		"text that ends in a document":        {"cat >> /etc/ecs/ecs.config <<EOF\nECS_CLUSTER=a", "ECS_CLUSTER=a"},
		"too long a text":                     {strings.Repeat("x", maxUserData+1), "…"},

		"cloud-config, files":           {"#cloud-config\nwrite_files:\n- path: /etc/ecs/ecs.config\n  content: |\n    ECS_CLUSTER=a\n", "ECS_CLUSTER=a"},
		"cloud-config, encoded":         {"#cloud-config\nwrite_files:\n- {path: /etc/ecs/ecs.config, encoding: b64, content: RUNTX0NMVVNURVI9YQo=}\n", "ECS_CLUSTER=a"},
		"cloud-config, compressed":      {"#cloud-config\nwrite_files:\n- {path: /etc/ecs/ecs.config, encoding: gz+b64, content: x}\n", "…"},
		"cloud-config, commands":        {"#cloud-config\nruncmd:\n- echo ECS_CLUSTER=a >> /etc/ecs/ecs.config\n- [sh, -c, 'echo ECS_X=1 >> /etc/ecs/ecs.config']\n", "ECS_CLUSTER=a; ECS_X=1"},
		"cloud-config, boot commands":   {"#cloud-config\nbootcmd:\n- [cloud-init-per, instance, x, sh, -c, 'echo ECS_CLUSTER=a >> /etc/ecs/ecs.config']\n", "ECS_CLUSTER=a"},
		"cloud-config that is broken":   {"#cloud-config\nwrite_files: [\n", "…"},
		"cloud-config that is a text":   {"#cloud-config\nhello\n", ""},
		"cloud-config with an alias":    {"#cloud-config\nx: &x [{path: /etc/ecs/ecs.config, content: ECS_CLUSTER=a}]\nwrite_files: *x\n", "ECS_CLUSTER=a"},
		"MIME":                          {"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"//\"\n\n--//\nContent-Type: text/x-shellscript\n\n#!/bin/bash\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\n--//\nContent-Type: text/cloud-config; charset=x\n\nruncmd: [echo ECS_X=1 >> /etc/ecs/ecs.config]\n--//--\n", "ECS_CLUSTER=a; ECS_X=1"},
		"MIME, encoded":                 {"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\nZWNobyBFQ1NfQ0xVU1RFUj1hID4+IC9ldGMvZWNzL2Vjcy5jb25maWcK\n--b--\n", "ECS_CLUSTER=a"},
		"MIME, indented":                {"  Content-Type: multipart/mixed; boundary=b\n\n  --b\n  Content-Type: text/x-shellscript\n\n  echo ECS_CLUSTER=a >> /etc/ecs/ecs.config\n  --b--\n", "ECS_CLUSTER=a"},
		"MIME without an end":           {"Content-Type: multipart/mixed; boundary=b\n\n--b\n\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\n", "ECS_CLUSTER=a"},
		"MIME without a boundary":       {"Content-Type: multipart/mixed\n\nx", "…"},
		"Bottlerocket":                  {"[settings.ecs]\ncluster = \"a\"\nreserved-memory = 512 # MiB\n[settings.kernel]\nx = \"y\"\n", "ECS_CLUSTER=a; ECS_RESERVED_MEMORY=512"},
		"Bottlerocket, other tables":    {"[settings.autoscaling]\nshould-wait = true\n[settings.ecs]\nallow-privileged-containers = true\n", "ECS_WARM_POOLS_CHECK=true; settings.ecs.allow-privileged-containers=true"},
		"Bottlerocket, dotted keys":     {"# comment\nsettings.ecs.cluster = 'a'\n", "ECS_CLUSTER=a"},
		"PowerShell":                    {"<powershell>\nInitialize-ECSAgent -Cluster \"a\" -EnableTaskIAMRole\n[Environment]::SetEnvironmentVariable(\"ECS_X\", \"1\", \"Machine\")\n[Environment]::SetEnvironmentVariable('ECS_Y', $TRUE, 'Machine')\n</powershell>", "ECS_CLUSTER=a; ECS_X=1; ECS_Y=? … (the script computes it when the instance boots)"},
		"characters for private use":    {"echo ECS_CLUSTER=\uE000" + "0\uE001\uE002 >> /etc/ecs/ecs.config", "ECS_CLUSTER=\uFFFD0\uFFFD\uFFFD"},
		"a variable that grows":         {strings.Repeat("A=$A$A$A$Aaaaa\n", 100) + "echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"parentheses that do not close": {"echo $((( (\necho ECS_CLUSTER=a", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a := agentOf(c.script)
			assert.Equal(t, c.want, describeSettings(a))
		})
	}
}

func TestAgentConfig_flags(t *testing.T) {
	cases := map[string]struct {
		script                      string
		nvidia, signals, onlyWorked bool
	}{
		"neither":                    {"echo a", false, false, false},
		"nvidia by Docker's options": {`sed -i 's/^OPTIONS=.*/OPTIONS="--default-runtime nvidia"/' /etc/sysconfig/docker`, true, false, false},
		"nvidia by daemon.json":      {"cat > /etc/docker/daemon.json <<X\n{\"default-runtime\": \"nvidia\"}\nX", true, false, false},
		"nvidia in a comment":        {"# --default-runtime nvidia", false, false, false},
		"another runtime":            {`{"default-runtime": "runc"}`, false, false, false},
		"a signal of what happened":  {"#!/bin/bash\n/opt/aws/bin/cfn-signal -e $? --stack x", false, true, false},
		"a signal under -e":          {"#!/bin/bash -ex\n/opt/aws/bin/cfn-signal -e $? --stack x", false, true, true},
		"a signal under set -e":      {"#!/bin/bash\nset -euo pipefail\ncfn-signal --exit-code=$? --stack x", false, true, true},
		"a signal of a trap":         {"#!/bin/bash -e\ntrap 'cfn-signal -e 1' ERR\ncfn-signal -e $?", false, true, false},
		"a signal of success":        {"#!/bin/bash\ncfn-signal --success true --stack x", false, true, true},
		"a signal of zero":           {"#!/bin/bash\ncfn-signal -e 0 --stack x", false, true, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			a := agentOf(c.script)
			assert.Equal(t, c.nvidia, a.DefaultRuntimeNVIDIA)
			assert.Equal(t, c.signals, a.Signals)
			assert.Equal(t, c.onlyWorked, a.SignalsOnlySuccess)
		})
	}
}

func TestAgentConfig_typedSettings(t *testing.T) {
	a := agentOf(`cat > /etc/ecs/ecs.config <<EOF
ECS_CLUSTER=a
ECS_RESERVED_MEMORY=512
ECS_ENABLE_SPOT_INSTANCE_DRAINING=true
ECS_WARM_POOLS_CHECK=false
ECS_ENABLE_GPU_SUPPORT=maybe
ECS_INSTANCE_ATTRIBUTES={"a":"b"}
EOF`)
	reserved, ok := a.ReservedMemoryMiB().Get()
	assert.True(t, ok)
	assert.Equal(t, 512, reserved)
	draining, _ := a.SpotDraining().Get()
	assert.True(t, draining)
	warm, ok := a.WarmPoolsCheck().Get()
	assert.True(t, ok)
	assert.False(t, warm)
	assert.True(t, a.GPUSupport().IsUnknown(), "text that is no boolean is not known as one")
	assert.Equal(t, "maybe", a.GPUSupport().Text)
	attributes, _ := a.Attributes().Get()
	assert.Equal(t, `{"a":"b"}`, attributes)
	assert.True(t, a.BlocksIMDS().IsAbsent())
}

// userDataOf reads user data as a template has it.
func userDataOf(t testing.TB, userData string) *inventory.Launch {
	t.Helper()
	text := `
Parameters: {Open: {Type: String}, Empty: {Type: String, Default: ""}}
Resources:
  Cluster: {Type: "AWS::ECS::Cluster"}
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}"
        UserData: ` + userData + `
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: 1}, MinSize: 0, MaxSize: 1}
`
	tpl, err := cloudformation.Parse("t.yaml", []byte(text))
	require.NoError(t, err)
	inv, err := Read(tpl, ohio)
	require.NoError(t, err)
	require.Len(t, inv.Pools, 1)
	return inv.Pools[0].Launch
}

func TestAgentConfig_holesOfTheTemplate(t *testing.T) {
	cases := map[string]struct{ userData, want string }{
		"a reference":                {"!Base64 {'Fn::Sub': \"echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"a part of a value":          {"!Base64 {'Fn::Sub': \"echo ECS_CLUSTER=x-${Open}-y >> /etc/ecs/ecs.config\"}", "ECS_CLUSTER=? x-${Open}-y (it holds ${Open})"},
		"a shell variable":           {"!Base64 {'Fn::Sub': \"A=${Cluster}\\necho ECS_CLUSTER=${!A} >> /etc/ecs/ecs.config\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"in Bottlerocket's settings": {"!Base64 {'Fn::Sub': \"[settings.ecs]\\ncluster = '${Cluster}'\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"in cloud-config":            {"!Base64 {'Fn::Sub': \"#cloud-config\\nruncmd:\\n- echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\\n\"}", "ECS_CLUSTER=? ${Cluster} (it holds ${Cluster})"},
		"a line of its own":          {"!Base64 {'Fn::Sub': \"echo ECS_X=1 >> /etc/ecs/ecs.config\\n${Open}\\n\"}", "ECS_X=1; …"},
		"a line in the settings":     {"!Base64 {'Fn::Sub': \"cat >> /etc/ecs/ecs.config <<E\\nECS_X=1\\nx ${Open}\\nE\\n\"}", "ECS_X=1; …"},
		"a line that is empty":       {"!Base64 {'Fn::Sub': \"echo ECS_X=1 >> /etc/ecs/ecs.config\\n${Empty}\\n\"}", "ECS_X=1"},
		"a text that is not known":   {"!If [Nothing, a, b]", "…"},
		"an import":                  {"!ImportValue script", "…"},
		"a parameter":                {"!Ref Open", "…"},
		"text that is not encoded":   {"\"#!/bin/bash\"", "…"},
		"text that is encoded":       {"ZWNobyBFQ1NfQ0xVU1RFUj1hID4+IC9ldGMvZWNzL2Vjcy5jb25maWcK", "ECS_CLUSTER=a"},
		"none":                       {"!Ref AWS::NoValue", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			l := userDataOf(t, c.userData)
			assert.Equal(t, c.want, describeSettings(l.Agent))
		})
	}
	l := userDataOf(t, "!Base64 {'Fn::Sub': \"echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\"}")
	f := l.Agent.Cluster()
	assert.Equal(t, []cloudformation.Reference{{LogicalID: "Cluster"}}, f.References)
	assert.Equal(t, "Resources.Launch.Properties.LaunchTemplateData.UserData", f.Place.Path)
}

func FuzzUserData(f *testing.F) {
	for _, seed := range []string{
		"#!/bin/bash -e\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\n",
		"cat <<'EOF' >> /etc/ecs/ecs.config\nECS_CLUSTER=a\nEOF\n",
		"{ echo A=1; (echo B=2) } | tee -a /etc/ecs/ecs.config 2>&1 &> x",
		"if [ x ]; then A=$(x `y` \"$(z)\") ; fi; for a in b; do echo ${a:-b} $'x\\n'; done",
		"#cloud-config\nwrite_files:\n- {path: /etc/ecs/ecs.config, encoding: b64, content: RUNT}\nruncmd: [[a, b], c]\n",
		"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/x-shellscript\n\nx\n--b--\n",
		"[settings.ecs]\ncluster = \"a\"\n[settings.ecs.instance-attributes]\na = 'b'\n",
		"<powershell>\nInitialize-ECSAgent -Cluster 'a'\n</powershell>",
		"\uE000" + "0\uE001 \uE002 $ ${ $( ` ' \" <<",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		a := agentOf(script)
		require.Equal(t, a, agentOf(script), "reading twice gives the same")
		for _, name := range a.Settings.Names() {
			require.False(t, hasMark(a.Settings.Get(name).Text), "marks stay inside of the parsers")
		}
	})
}
