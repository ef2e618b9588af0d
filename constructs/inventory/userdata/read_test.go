package userdata

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// reading reads user data that is known whole.
func reading(script string) Result {
	return Read(Text{Role: Script, Pieces: []Piece{{Text: script}}})
}

// describe prints what is known of the settings: an unknown one with ? and why,
// and … for others that there may be.
func (r Result) describe() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(r.Settings)) {
		v := r.Settings[name]
		text := name + "=" + v.Text
		if !v.Known {
			text = fmt.Sprintf("%s=? %s (%s)", name, v.Text, v.Reason)
		}
		all = append(all, text)
	}
	if r.Open {
		all = append(all, "…")
	}
	return strings.Join(all, "; ")
}

func TestRead_settings(t *testing.T) {
	cases := map[string]struct{ script, want string }{
		"nothing":                               {"#!/bin/bash\nyum update -y\n", ""},
		"echo":                                  {"#!/bin/bash\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\n", "ECS_CLUSTER=a"},
		"echo, redirected first":                {">> /etc/ecs/ecs.config echo ECS_CLUSTER=a", "ECS_CLUSTER=a"},
		"echo in double quotes":                 {`echo "ECS_CLUSTER=a" >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a"},
		"echo in single quotes":                 {`echo 'ECS_INSTANCE_ATTRIBUTES={"a":"b c"}'>>/etc/ecs/ecs.config`, `ECS_INSTANCE_ATTRIBUTES={"a":"b c"}`},
		"echo with quotes escaped":              {`echo ECS_INSTANCE_ATTRIBUTES={\"a\":\"b\"} >> /etc/ecs/ecs.config`, `ECS_INSTANCE_ATTRIBUTES={"a":"b"}`},
		"echo -e":                               {`echo -e "ECS_CLUSTER=a\nECS_RESERVED_MEMORY=256" >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a; ECS_RESERVED_MEMORY=256"},
		"printf":                                {`printf 'ECS_CLUSTER=a\nECS_X=1\n' > /etc/ecs/ecs.config`, "ECS_CLUSTER=a; ECS_X=1"},
		"printf with a format":                  {`printf 'ECS_CLUSTER=%s\n' a >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a"},
		"printf with values":                    {`printf '%s\n' ECS_CLUSTER=a ECS_X=1 >> /etc/ecs/ecs.config`, "ECS_CLUSTER=a; ECS_X=1"},
		"sudo and tee":                          {"echo ECS_CLUSTER=a | sudo tee -a /etc/ecs/ecs.config > /dev/null", "ECS_CLUSTER=a"},
		"a shell under sudo":                    {`sudo bash -c "echo ECS_CLUSTER=a >> /etc/ecs/ecs.config"`, "ECS_CLUSTER=a"},
		"after &&":                              {"mkdir -p /etc/ecs && echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"after ;":                               {"cd /; echo ECS_CLUSTER=a >> /etc/ecs/ecs.config; true", "ECS_CLUSTER=a"},
		"a line that goes on":                   {"echo ECS_CLUSTER=a \\\n  >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"CRLF":                                  {"#!/bin/bash\r\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\r\n", "ECS_CLUSTER=a"},
		"a here document":                       {"cat <<EOF >> /etc/ecs/ecs.config\nECS_CLUSTER=a\n# a comment\n\nECS_X=1\nEOF\n", "ECS_CLUSTER=a; ECS_X=1"},
		"a here document, quoted":               {"cat > /etc/ecs/ecs.config <<'EOF'\nECS_CLUSTER=$a\nEOF\n", "ECS_CLUSTER=$a"},
		"a here document with tabs":             {"cat <<-EOF >> /etc/ecs/ecs.config\n\tECS_CLUSTER=a\n\tEOF\n", "ECS_CLUSTER=a"},
		"a here document whose end is indented": {"  cat <<EOF >> /etc/ecs/ecs.config\n  ECS_CLUSTER=a\n  EOF\n", "ECS_CLUSTER=a"},
		"a here document into tee":              {"cat <<EOF | tee /etc/ecs/ecs.config\nECS_CLUSTER=a\nEOF\n", "ECS_CLUSTER=a"},
		"tee with a here document":              {"tee -a /etc/ecs/ecs.config <<EOF\nECS_CLUSTER=a\nEOF\n", "ECS_CLUSTER=a"},
		"a here string":                         {`cat >> /etc/ecs/ecs.config <<< "ECS_CLUSTER=a"`, "ECS_CLUSTER=a"},
		"a group":                               {"{ echo ECS_CLUSTER=a; echo ECS_X=1; } >> /etc/ecs/ecs.config", "ECS_CLUSTER=a; ECS_X=1"},
		"a subshell":                            {"(echo ECS_CLUSTER=a\necho ECS_X=1) >> /etc/ecs/ecs.config", "ECS_CLUSTER=a; ECS_X=1"},
		"a variable":                            {"NAME=a\necho ECS_CLUSTER=${NAME} >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"an exported variable in a document":    {"export NAME=\"a\"\ncat <<EOF >> /etc/ecs/ecs.config\nECS_CLUSTER=$NAME\nEOF\n", "ECS_CLUSTER=a"},
		"what ecs-init passes on":               {"echo 'export ECS_CLUSTER=\"a\"' >> /etc/ecs/ecs.config", "export ECS_CLUSTER=\"a\""},
		"the last of two":                       {"echo ECS_X=1 >> /etc/ecs/ecs.config\necho ECS_X=2 >> /etc/ecs/ecs.config", "ECS_X=2"},
		"what > removes":                        {"echo ECS_X=1 > /etc/ecs/ecs.config\necho ECS_CLUSTER=a > /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"what rm removes":                       {"echo ECS_X=1 > /etc/ecs/ecs.config\nrm -f /etc/ecs/ecs.config", ""},
		"another file":                          {"echo ECS_CLUSTER=a >> /tmp/x", ""},
		"a comment":                             {"# echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", ""},
		"a comment behind a command":            {"true # echo ECS_CLUSTER=a >> /etc/ecs/ecs.config", ""},
		"what only reads":                       {"cat /etc/ecs/ecs.config\ngrep X /etc/ecs/ecs.config\nchmod 600 /etc/ecs/ecs.config", ""},
		"the log of a script":                   {"exec > >(tee /var/log/user-data.log | logger -t x) 2>&1\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config", "ECS_CLUSTER=a"},
		"errors redirected":                     {"echo ECS_CLUSTER=a >> /etc/ecs/ecs.config 2>/dev/null", "ECS_CLUSTER=a"},
		"what a command prints":                 {"echo ECS_CLUSTER=$(curl -s http://x) >> /etc/ecs/ecs.config", "ECS_CLUSTER=? … (the script computes it when the instance boots)"},
		"what a command prints, in backticks":   {"echo ECS_CLUSTER=`hostname` >> /etc/ecs/ecs.config", "ECS_CLUSTER=? … (the script computes it when the instance boots)"},
		"a variable of the environment":         {"echo ECS_CLUSTER=$CLUSTER-1 >> /etc/ecs/ecs.config", "ECS_CLUSTER=? …-1 (the script computes it when the instance boots)"},
		"a variable with a default":             {"echo ECS_CLUSTER=${C:-a b} >> /etc/ecs/ecs.config", "ECS_CLUSTER=? … (the script computes it when the instance boots)"},
		"under if":                              {"if [ -e /x ]; then\n  echo ECS_X=1 >> /etc/ecs/ecs.config\nfi\necho ECS_Y=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition); ECS_Y=1"},
		"under if, in one line":                 {"if [ -e /x ]; then echo ECS_X=1 >> /etc/ecs/ecs.config; else echo ECS_X=2 >> /etc/ecs/ecs.config; fi", "ECS_X=? 2 (the script sets it only under a condition)"},
		"after a test":                          {"[ -e /x ] && echo ECS_X=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition)"},
		"after ||":                              {"grep -q x y || echo ECS_X=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition)"},
		"in a loop":                             {"for v in 1 2; do\necho ECS_X=$v >> /etc/ecs/ecs.config\ndone", "ECS_X=2"},
		"in a function":                         {"setup() {\n echo ECS_X=$1 >> /etc/ecs/ecs.config\n}\nsetup 1\n", "ECS_X=1"},
		"in a function that is not called":      {"setup() {\n echo ECS_X=1 >> /etc/ecs/ecs.config\n}\n", ""},
		"in a case":                             {"case $(uname -m) in\n a) echo ECS_X=1 >> /etc/ecs/ecs.config;;\nesac\necho ECS_Y=1 >> /etc/ecs/ecs.config", "ECS_X=? 1 (the script sets it only under a condition); ECS_Y=1"},
		"removed under a condition":             {"echo ECS_X=1 >> /etc/ecs/ecs.config\nif x; then echo > /etc/ecs/ecs.config; fi", "ECS_X=? 1 (the script sets it only under a condition)"},
		"a copy from elsewhere":                 {"aws s3 cp s3://b/ecs.config /etc/ecs/ecs.config", "…"},
		"sed on the file":                       {"sed -i s/a/b/ /etc/ecs/ecs.config", "…"},
		"a script from the net":                 {"curl -s https://x/setup | bash", "…"},
		"a script of the image":                 {"/opt/setup.sh gpu", "…"},
		"a sourced script":                      {"source /opt/env", "…"},
		"what is sourced from /etc":             {". /etc/os-release", ""},
		"a configuration manager":               {"ansible-playbook x.yml", "…"},
		"an include":                            {"#include\nhttps://x/y\n", "…"},
		"a shell in a shell in a shell":         {`bash -c "bash -c 'echo ECS_X=1 >> /etc/ecs/ecs.config'"`, "ECS_X=1"},
		"text that ends in a quote":             {"echo \"ECS_CLUSTER=a >> /etc/ecs/ecs.config", "…"},
		"text that ends in a document":          {"cat >> /etc/ecs/ecs.config <<EOF\nECS_CLUSTER=a", "ECS_CLUSTER=a"},
		"too long a text":                       {strings.Repeat("x", maxText+1), "…"},

		"cloud-config, files":           {"#cloud-config\nwrite_files:\n- path: /etc/ecs/ecs.config\n  content: |\n    ECS_CLUSTER=a\n", "ECS_CLUSTER=a"},
		"cloud-config, encoded":         {"#cloud-config\nwrite_files:\n- {path: /etc/ecs/ecs.config, encoding: b64, content: RUNTX0NMVVNURVI9YQo=}\n", "ECS_CLUSTER=a"},
		"cloud-config, compressed":      {"#cloud-config\nwrite_files:\n- {path: /etc/ecs/ecs.config, encoding: gz+b64, content: x}\n", "…"},
		"cloud-config, commands":        {"#cloud-config\nruncmd:\n- echo ECS_CLUSTER=a >> /etc/ecs/ecs.config\n- [sh, -c, 'echo ECS_X=1 >> /etc/ecs/ecs.config']\n", "ECS_CLUSTER=a; ECS_X=1"},
		"cloud-config, boot commands":   {"#cloud-config\nbootcmd:\n- [cloud-init-per, instance, x, sh, -c, 'echo ECS_CLUSTER=a >> /etc/ecs/ecs.config']\n", "ECS_CLUSTER=a"},
		"cloud-config that is broken":   {"#cloud-config\nwrite_files: [\n", "…"},
		"cloud-config that is a text":   {"#cloud-config\nhello\n", "…"},
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
		"parentheses that do not close": {"echo $((( (\necho ECS_CLUSTER=a", "…"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := reading(c.script)
			assert.Equal(t, c.want, r.describe())
		})
	}
}

// What cannot be resolved makes the settings that it could reach unknown, and
// what is certain stays known.
func TestRead_unknownIsNeverAbsent(t *testing.T) {
	const file = " /etc/ecs/ecs.config"
	const only = "ECS_X=? 1 (" + conditional + ")"
	cases := map[string]struct{ script, want string }{
		"a file whose name has a default":      {"CONFIG=${X:-/etc/ecs/ecs.config}\necho ECS_X=1 >> $CONFIG", only},
		"a file whose name is not known":       {"echo ECS_X=1 >> \"$CONFIG\"", only},
		"a file that is truncated perhaps":     {"echo ECS_X=1 >>" + file + "\necho ECS_Y=2 > $CONFIG", only + "; ECS_Y=? 2 (" + conditional + ")"},
		"a file in a directory not known":      {"echo ECS_X=1 >> $D/ecs.config", only},
		"another file in such a directory":     {"echo ECS_X=1 >> $D/user-data.log", ""},
		"a known default":                      {"X=\nCONFIG=${X:-/etc/ecs/ecs.config}\necho ECS_X=1 >> $CONFIG", "ECS_X=1"},
		"a directory that is entered":          {"cd /etc/ecs\necho ECS_X=1 >> ecs.config", "ECS_X=1"},
		"a loop over files":                    {"for f in /tmp/a /etc/ecs/ecs.config; do echo ECS_X=1 >> $f; done", "ECS_X=1"},
		"a loop over what is not known":        {"for f in $(ls /etc/ecs/*.config); do echo ECS_X=1 >> $f; done", only},
		"a loop over arguments":                {"set -- a b\nfor v; do echo ECS_X=$v >>" + file + "; done", "ECS_X=? … (" + conditional + ")"},
		"while":                                {"while read -r line; do echo ECS_X=1 >>" + file + "; done < /tmp/x", only},
		"while, of a variable":                 {"N=0; while [ $N != aa ]; do N=${N#0}a; echo ECS_X=$N >>" + file + "; done", "ECS_X=? …a (" + conditional + ")"},
		"until something is there":             {"until curl -s x; do sleep 1; done\necho ECS_X=1 >>" + file, "ECS_X=1"},
		"exec":                                 {"exec >>" + file + "\necho ECS_X=1", "ECS_X=1"},
		"exec, and back":                       {"exec 3>&1 >>" + file + "\necho ECS_X=1\nexec >/dev/null\necho ECS_Y=1", "ECS_X=1"},
		"case in a subshell":                   {"(case $(uname -m) in x*) echo ECS_X=1 ;; esac) >>" + file, only},
		"case, known":                          {"T=gpu; case $T in cpu) A=0 ;; g*) A=1 ;; esac; echo ECS_X=$A >>" + file, "ECS_X=? … (" + computed + ")"},
		"case, all agree":                      {"case $T in a) A=1 ;; *) A=1 ;; esac; echo ECS_X=$A >>" + file, "ECS_X=1"},
		"branches that agree":                  {"if [ -e /x ]; then echo ECS_X=1 >>" + file + "; else echo ECS_X=1 >>" + file + "; fi", "ECS_X=1"},
		"a first line that is no shebang":      {"echo -e a\nfalse\necho ECS_X=1 >>" + file, "ECS_X=1"},
		"eval after a failure":                 {"false\neval 'echo ECS_X=$? >>" + file + "'", "ECS_X=? … (" + computed + ")"},
		"eval of a known text":                 {"eval \"echo ECS_X=1 >> /etc/ecs/ecs.config\"", "ECS_X=1"},
		"eval of what is not known":            {"echo ECS_X=1 >>" + file + "\neval \"$(aws x)\"", "ECS_X=? 1 (" + changed + "); …"},
		"a sourced file":                       {"echo ECS_X=1 >>" + file + "\nsource /opt/x", "ECS_X=? 1 (" + changed + "); …"},
		"variables of a sourced file":          {"NAME=a\n. /etc/os-release\necho ECS_CLUSTER=$NAME >>" + file, "ECS_CLUSTER=? … (" + computed + ")"},
		"sed":                                  {"echo ECS_X=1 >>" + file + "\nsed -i s/1/2/ /etc/ecs/ecs.config", "ECS_X=? 1 (" + changed + "); …"},
		"sed on a file not known":              {"echo ECS_X=1 >>" + file + "\nsed -i s/1/2/ $CONFIG", "ECS_X=? 1 (" + changed + "); …"},
		"sed that only reads":                  {"echo ECS_X=1 >>" + file + "\nsed -n p /etc/ecs/ecs.config", "ECS_X=? 1 (" + changed + "); …"},
		"a move onto the file":                 {"echo ECS_X=1 > /tmp/c\nmv /tmp/c /etc/ecs/ecs.config", "…"},
		"a command that is not known":          {"crudini --set /etc/ecs/ecs.config '' ECS_X 1", "…"},
		"a program that the script writes":     {"cat > /opt/x <<'E'\necho ECS_X=1 >> /etc/ecs/ecs.config\nE\nchmod +x /opt/x; /opt/x", "…"},
		"a shell that reads a document":        {"sudo bash <<'E'\necho ECS_X=1 >> /etc/ecs/ecs.config\nE\n", "ECS_X=1"},
		"a trap at the end":                    {"trap 'echo ECS_X=1 >>" + file + "' EXIT\necho", "ECS_X=? 1 (" + changed + "); …"},
		"a trap for errors":                    {"trap 'echo ECS_X=1 >>" + file + "' ERR\nfalse", "ECS_X=? 1 (" + changed + "); …"},
		"exit after a failure":                 {"yum install -y x || exit 1\necho ECS_X=1 >>" + file, "ECS_X=1"},
		"exit after a test":                    {"[ -e /done ] && exit 0\necho ECS_X=1 >>" + file, only},
		"exit for certain":                     {"exit 0\necho ECS_X=1 >>" + file, ""},
		"return after a test":                  {"f() { [ -e /x ] && return; echo ECS_X=1 >>" + file + "; }; f", only},
		"break":                                {"for v in 1 2; do echo ECS_X=$v >>" + file + "; break; done", "ECS_X=1"},
		"break after a test":                   {"for v in 1 2; do [ -e /x ] && break; echo ECS_X=1 >>" + file + "; done", only},
		"a line in pieces":                     {"printf ECS_X= >>" + file + "\necho 1 >>" + file, "ECS_X=1"},
		"a line that has no end":               {"printf ECS_X=1 >>" + file + "\necho ECS_Y=2 >>" + file, "ECS_X=1ECS_Y=2"},
		"a line that has perhaps no end":       {"[ -e /x ] && printf ECS_X=1 >>" + file + "\necho ECS_Y=2 >>" + file, "ECS_X=? 1 (" + changed + "); …"},
		"braces":                               {"echo ECS_X={\"a\":1,\"b\":2} >>" + file, "ECS_X=a:1 ECS_X=b:2"},
		"a pattern that may match":             {"echo * >>" + file, "…"},
		"in the background":                    {"echo ECS_X=1 >>" + file + " &", "ECS_X=? 1 (" + changed + "); …"},
		"a variable of a subshell":             {"A=1; (A=2); echo ECS_X=$A >>" + file, "ECS_X=1"},
		"a variable of a pipe":                 {"A=1; echo 2 | read A; echo ECS_X=$A >>" + file, "ECS_X=1"},
		"a command substitution that is known": {"echo ECS_X=$(echo 1) >>" + file, "ECS_X=1"},
		"set -e and what fails":                {"set -e\nfalse\necho ECS_X=1 >>" + file, "ECS_X=1"},
		"a script in another language":         {"#!/usr/bin/python3\nopen('/etc/ecs/ecs.config')", "…"},
		"an alias":                             {"shopt -s expand_aliases\nalias echo=:\necho ECS_X=1 >>" + file, "…"},
		"a boundless loop":                     {"while true; do echo ECS_X=1 >>" + file + "; done", only},
		"a boundless recursion":                {"f() { echo ECS_X=1 >>" + file + "; f; }; f", "ECS_X=? 1 (" + changed + "); …"},
		"braces that multiply":                 {"echo {1..999}{1..999}{1..999} >>" + file, "…"},
		"lists in braces that multiply":        {"echo {" + strings.Repeat("a,", 999) + "}{" + strings.Repeat("a,", 999) + "} >>" + file, "…"},
		"loops that multiply":                  {"for a in {1..999}; do for b in {1..999}; do echo ECS_X=1 >>" + file + "; done; done", only},
		"a boundless brace":                    {"echo ECS_X={1..99999999} >>" + file, "…"},
		"a template of cloud-init":             {"## template: jinja\n#cloud-config\nruncmd: []", "…"},
		"an archive of cloud-init":             {"#cloud-config-archive\n- x", "…"},
		"commands share a directory":           {"#cloud-config\nruncmd:\n- cd /etc/ecs\n- echo ECS_X=1 >> ecs.config\n", "ECS_X=1"},
		"Bottlerocket that is no TOML":         {"[settings.ecs]\ncluster = a\n", "…"},
		"Bottlerocket, a list":                 {"[settings.ecs]\nlogging-drivers = [\"awslogs\",\n \"none\"] # two\n", "ECS_AVAILABLE_LOGGING_DRIVERS=[\"awslogs\",\"none\"]"},
		"Bottlerocket, inline":                 {"settings = {ecs = {cluster = 'a'}}\nsettings.x = 1", "…"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, reading(c.script).describe())
		})
	}
}

// What shells do in odd places, where a wrong guess would be a wrong answer.
func TestRead_oddShells(t *testing.T) {
	const file = " /etc/ecs/ecs.config"
	const anything = "ECS_X=? 1 (" + changed + "); …"
	cases := map[string]struct{ script, want string }{
		"exec in a function lasts":        {"f() { exec >>" + file + "; }\nf\necho ECS_X=1", "ECS_X=1"},
		"break in a function":             {"f() { break; }\nfor v in 1; do f; echo ECS_X=1 >>" + file + "; done", "…"},
		"break in a subshell":             {"for v in 1; do (break; echo ECS_X=1); done >>" + file, "…"},
		"both sides of a pipe write":      {"{ echo ECS_X=1; echo -n ECS_X=1 >>" + file + "; } | cat >>" + file + "\necho ECS_Y=1 >>" + file, "ECS_X=? 1ECS_X=1 (" + changed + "); …"},
		"a file in a substitution":        {"echo ECS_X=$(< /etc/x) >>" + file, "ECS_X=? … (" + computed + ")"},
		"what read leaves":                {"{ read -r A; cat; } >>" + file + " <<E\nECS_X=1\nE", "…"},
		"what a subshell leaves to read":  {"{ (read -r A); cat; } >>" + file + " <<E\nECS_X=1\nE", "…"},
		"a write in an assignment":        {"A=$(echo ECS_X=1 >>" + file + ") true", "ECS_X=1"},
		"a function that is removed":      {"f() { echo ECS_X=1 >>" + file + "; }\nunset -f f\nf || :", "…"},
		"a function by command":           {"command eval 'f() { echo ECS_X=1 >>" + file + "; }'\nf", "ECS_X=1"},
		"eval as a program":               {"env eval echo ECS_X=1 >>" + file + " || :", "…"},
		"exit as a program":               {"sudo exit 0\necho ECS_X=1 >>" + file, "ECS_X=1"},
		"a trap that sets a variable":     {"trap 'A=2' ERR\nA=1\nfalse\necho ECS_X=$A >>" + file, "…"},
		"a trap that exits":               {"trap 'exit 0' ERR\nfalse\necho ECS_X=1 >>" + file, "…"},
		"a second trap at the end":        {"trap 'echo ECS_X=1 >>" + file + "' EXIT\ntrap : EXIT", anything},
		"other arguments":                 {"set -- 1\nset 2\necho ECS_X=$1 >>" + file, "ECS_X=? … (" + computed + ")"},
		"a name for another variable":     {"A=1\ndeclare -n B=A\nB=2\necho ECS_X=$A >>" + file, "…"},
		"a variable that computes":        {"declare -i A\nA=1+1\necho ECS_X=$A >>" + file, "…"},
		"a variable that cannot change":   {"readonly A=1\nA=2\necho ECS_X=$A >>" + file, "ECS_X=? … (" + computed + ")"},
		"a variable that changes itself":  {"SECONDS=5\nsleep 1\necho ECS_X=$SECONDS >>" + file, "ECS_X=? … (" + computed + ")"},
		"set -e and a test in a subshell": {"(set -e; [ -e /x ]; echo ECS_X=1 >>" + file + ")\ntrue", "ECS_X=? 1 (" + conditional + ")"},
		"set -e and a condition":          {"(set -e; if [ -e /x ]; then :; fi; echo ECS_X=1 >>" + file + ")", "ECS_X=? 1 (" + conditional + ")"},
		"a directory of a sourced file":   {"cd /opt\n. ./x\necho ECS_X=1 > ecs.config", "ECS_X=? 1 (" + conditional + "); …"},
		"all files of the directory":      {"echo ECS_X=1 >>" + file + "\ncd /etc/ecs\nrm -f *", "ECS_X=? 1 (" + conditional + ")"},
		"all files of a parent":           {"echo ECS_X=1 >>" + file + "\nrm -rf /etc/*", "ECS_X=? 1 (" + conditional + ")"},
		"all files of another directory":  {"echo ECS_X=1 >>" + file + "\nrm -rf /tmp/* \"$T\"", "ECS_X=1"},
		"dots between quoted braces":      {"A=x\necho \"ECS_X={..$A}\" >>" + file, "ECS_X={..x}"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, reading(c.script).describe())
		})
	}
}

func TestRead_flags(t *testing.T) {
	cases := map[string]struct {
		script                      string
		nvidia, signals, onlyWorked bool
	}{
		"neither":                    {"echo a", false, false, false},
		"nvidia by Docker's options": {`sed -i 's/^OPTIONS=.*/OPTIONS="--default-runtime nvidia"/' /etc/sysconfig/docker`, true, false, false},
		"nvidia by daemon.json":      {"cat > /etc/docker/daemon.json <<X\n{\"default-runtime\": \"nvidia\"}\nX", true, false, false},
		"nvidia in a comment":        {"# --default-runtime nvidia", false, false, false},
		"another runtime":            {`{"default-runtime": "runc"}`, false, false, false},
		"a signal of what happened":  {"#!/bin/bash\nyum install -y x\n/opt/aws/bin/cfn-signal -e $? --stack x", false, true, false},
		"a signal under -e":          {"#!/bin/bash -ex\n/opt/aws/bin/cfn-signal -e $? --stack x", false, true, true},
		"a signal under set -e":      {"#!/bin/bash\nset -euo pipefail\ncfn-signal --exit-code=$? --stack x", false, true, true},
		"a signal of echo":           {"#!/bin/bash\nyum install -y x\necho done\ncfn-signal -e $? --stack x", false, true, true},
		"a signal of both":           {"#!/bin/bash\nif yum install -y x; then cfn-signal -e 0; else cfn-signal -e 1; fi", false, true, false},
		"a trap for what fails":      {"#!/bin/bash -e\nfail() { cfn-signal -e 1 --stack x; }\ntrap fail ERR\nyum install -y x\ncfn-signal -e 0 --stack x", false, true, false},
		"a trap at the end":          {"#!/bin/bash -e\ntrap 'cfn-signal -e $? --stack x' EXIT\nyum install -y x", false, true, false},
		"a trap alone":               {"trap 'cfn-signal -e 1 --stack x' ERR", false, true, false},
		"a signal under set +e":      {"#!/bin/bash -e\nset +e\nyum install -y x\ncfn-signal -e $? --stack x", false, true, false},
		"a signal of a trap":         {"#!/bin/bash -e\ntrap 'cfn-signal -e 1' ERR\ncfn-signal -e $?", false, true, false},
		"a signal of success":        {"#!/bin/bash\ncfn-signal --success true --stack x", false, true, true},
		"a signal of zero":           {"#!/bin/bash\ncfn-signal -e 0 --stack x", false, true, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := reading(c.script)
			assert.Equal(t, c.nvidia, r.DefaultRuntimeNVIDIA)
			assert.Equal(t, c.signals, r.Signals)
			assert.Equal(t, c.onlyWorked, r.SignalsOnlySuccess)
		})
	}
}
