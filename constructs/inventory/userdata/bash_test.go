package userdata

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/agent"
)

// What the reader knows of a script is what bash makes of it: a setting that is
// known has this value after a run that succeeds, and one that is absent is not set.
func TestRead_knowsWhatBashDoes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	require.NoError(t, err, "this test needs bash, which judges the reader")
	directory := t.TempDir()
	judged, known := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		script := drawScript(t)
		r := reading(script)
		want, ok := runBash(t, bash, directory, script)
		if !ok {
			return // a run that fails is not judged
		}
		judged++
		for name, v := range r.Settings {
			if v.Known {
				known++
				if got, set := want[name]; !set || got != v.Text {
					t.Fatalf("%s is known to be %q; bash made it %q (set: %t)\n%s", name, v.Text, got, set, script)
				}
			}
		}
		for name, value := range want {
			if _, seen := r.Settings[name]; !seen && !r.Open {
				t.Fatalf("%s is known to be absent; bash made it %q\n%s", name, value, script)
			}
		}
	})
	if !t.Failed() && judged > 1000 { // fewer may all be odd ones
		require.Greater(t, known, judged/20, "the reader knows a lot")
	}
}

// runBash runs a script in an empty directory in which the path of ecs.config
// leads to a file. It returns the settings, and false for a run that fails.
func runBash(t *rapid.T, bash, root, script string) (map[string]string, bool) {
	directory, err := os.MkdirTemp(root, "")
	require.NoError(t, err)
	defer os.RemoveAll(directory)
	file := filepath.Join(directory, "etc", "ecs", "ecs.config")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	script = strings.ReplaceAll(script, "/etc/ecs", filepath.Dir(file))
	command := exec.CommandContext(ctx, bash, "--norc", "--noprofile", "-c", script)
	command.Dir = directory
	command.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}
	err = command.Run()
	if ctx.Err() != nil {
		t.Skip("bash did not end in time: a loop without an end, or a busy machine")
	}
	var exit *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &exit, "bash runs")
		return nil, false
	}
	content, err := os.ReadFile(file)
	if err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	return agent.ReadConfig(string(content)), true
}

// scriptDrawer draws scripts of commands that do no harm.
type scriptDrawer struct {
	*rapid.T
	names int
	loops int
}

func drawScript(t *rapid.T) string {
	d := &scriptDrawer{T: t}
	prefix := d.of("", "A=1\nB=a\n") + d.of("", "", "set -e\n", "trap 'echo failed' EXIT\n")
	return prefix + d.block(2) + "\nexit 0\n"
}

func (d *scriptDrawer) of(choices ...string) string {
	return rapid.SampledFrom(choices).Draw(d.T, "choice")
}

func (d *scriptDrawer) block(depth int) string {
	var lines []string
	for range rapid.IntRange(1, 3).Draw(d.T, "statements") {
		lines = append(lines, d.statement(depth))
	}
	return strings.Join(lines, "\n")
}

// statement draws a statement of which no line is a part of another one.
func (d *scriptDrawer) statement(depth int) string {
	if depth == 0 {
		return d.simple()
	}
	inner := func() string { return d.block(depth - 1) }
	switch rapid.IntRange(0, 15).Draw(d.T, "statement") {
	case 0:
		return "if " + d.condition() + "; then\n" + inner() + "\nfi" + d.outerRedirect()
	case 1:
		return "if " + d.condition() + "; then\n" + inner() + "\nelse\n" + inner() + "\nfi"
	case 2:
		d.loops++
		s := "for V in " + d.word() + " " + d.word() + "; do\n" + inner() + "\ndone" + d.outerRedirect()
		d.loops--
		return s
	case 3:
		return "case " + d.word() + " in\n1|a*) " + inner() + "\n;;\n" + d.of("*", "?", "$A", "b") + ") " + inner() + "\n;;\nesac"
	case 4:
		d.names++
		name := fmt.Sprintf("f%d", d.names)
		return name + "() {\n" + d.of("", "local A=1\n") + inner() + "\n" + d.of("", "return 0\n", d.condition()+" && return 0\n") + "}\n" + d.of("", name+" "+d.word())
	case 5:
		return "(\n" + inner() + "\n)" + d.outerRedirect()
	case 6:
		return "{\n" + inner() + "\n}" + d.outerRedirect()
	case 7:
		return d.condition() + d.of(" && ", " || ") + d.simple()
	case 8:
		return "eval '" + strings.ReplaceAll(d.simple(), "'", `'\''`) + "'"
	case 9:
		return "bash -c '" + strings.ReplaceAll(d.simple(), "'", `'\''`) + "'"
	case 10:
		d.names++
		return strings.ReplaceAll("N=\nwhile [ \"$N\" != aa ]; do\nN=a$N\n", "N", fmt.Sprint("N", d.names)) + inner() + "\ndone"
	case 11:
		return "{\n" + inner() + "\n} | " + d.of("cat >> /etc/ecs/ecs.config", "cat", "tee -a /dev/null", "tee -a /etc/ecs/ecs.config")
	}
	return d.simple()
}

func (d *scriptDrawer) simple() string {
	choices := []func() string{
		func() string { return d.of("A", "B") + "=" + d.word() },
		func() string { return d.of("export ", "declare -x ") + "A=" + d.word() },
		func() string { return "A+=" + d.word() },
		func() string { return "mkdir -p /etc/ecs" },
		func() string {
			return "cd " + d.of("/etc/ecs", ".", "etc", "etc/ecs") + d.of("", " && rm -f *") + " || :"
		},
		func() string { return "rm -f /etc/ecs/ecs.config" },
		func() string { return d.of("true", ":", "set +e", "unset A", "shift", "set -- 1 b") },
		func() string {
			return "sed -i " + d.of("s/1/2/", "/ECS_A/d") + " /etc/ecs/ecs.config 2> /dev/null || :"
		},
		func() string { return d.condition() + " && exit 0" },
		func() string {
			return "cat " + d.of("<<E", "<<'E'") + d.redirect() + "\n" + d.setting() + "\n" + d.setting() + "\nE"
		},
		func() string { return "cat <<-E" + d.redirect() + "\n\t" + d.setting() + "\n\t\tE=$A\n\tE" },
		func() string { return "cat <<< " + d.setting() + d.redirect() },
		func() string { return "trap 'echo ECS_T=2 >> /etc/ecs/ecs.config' ERR" },
		func() string { return d.printing() + " & wait" },
		func() string { return "while read -r L; do echo ECS_B=$L" + d.redirect() + "; done <<< " + d.word() },
		func() string { return "printf -v A '%s' " + d.word() },
		func() string { return d.of("mv", "cp") + " /etc/ecs/ecs.config /etc/ecs/other 2> /dev/null || :" },
		func() string {
			return d.of("mv", "cp") + " /etc/ecs/other /etc/ecs/ecs.config 2> /dev/null\necho >> /etc/ecs/ecs.config"
		},
		func() string { return "echo " + d.setting() + d.of(" >& ", " &> ", " &>> ") + "/etc/ecs/ecs.config" },
		func() string { return "(exit " + d.of("0", "1", "$A") + ") || " + d.printing() },
		func() string { return "exec" + d.of(" >> /etc/ecs/ecs.config", " > /dev/null") },
		func() string {
			return "{ read -r A; cat; } <<E" + d.redirect() + "\n" + d.setting() + "\n" + d.setting() + "\nE"
		},
		func() string {
			return "trap " + d.of("A=2", "'exit 0'", "false", "'rm -f /etc/ecs/ecs.config'") + d.of(" ERR", " EXIT")
		},
		func() string { return "unset -f f1" + d.of("", "; f1() { A=b; }; f1") },
		func() string {
			return d.of("A", "B") + "=$(" + d.of("< /etc/ecs/other", "set -e; false; echo 1", "exit 3") + ")"
		},
		func() string { return "B=$(" + d.printing() + ") " + d.of("true", "eval A=2", ":") },
		func() string {
			return d.of("command ", "env ", "nohup ") + d.of("echo ", "eval echo ") + d.setting() + d.redirect() + " 2> /dev/null || :"
		},
	}
	if d.loops > 0 {
		choices = append(choices, func() string { return d.of("break", "continue", d.condition()+" && break", "(break)") })
	}
	if rapid.IntRange(0, 4).Draw(d.T, "other") == 0 {
		return choices[rapid.IntRange(0, len(choices)-1).Draw(d.T, "command")]()
	}
	return d.printing()
}

// printing draws a command that prints a setting.
func (d *scriptDrawer) printing() string {
	s := d.setting()
	switch d.of("echo", "echo -e", "echo -n", "printf", "tee", "pipe", "substitution") {
	case "echo -e":
		return "echo -e \"" + strings.Trim(s, `"'`) + `\n` + strings.Trim(d.setting(), `"'`) + "\"" + d.redirect()
	case "echo -n":
		return "echo -n " + s + d.redirect()
	case "printf":
		return "printf '%s\\n' " + s + " " + d.setting() + d.redirect()
	case "tee":
		return "echo " + s + " | tee " + d.of("-a ", "") + d.file() + d.of("", " > /dev/null")
	case "pipe":
		return "echo " + s + " | cat" + d.redirect()
	case "substitution":
		return d.of("A", "B") + "=$(" + "echo " + d.word() + ")"
	}
	return "echo " + s + d.redirect()
}

func (d *scriptDrawer) setting() string {
	return d.of("ECS_A=", "ECS_B=", "ECS_C=") + d.of("1", "2", "$A", "${B}", "${A:-1}", "${1}", "x$V", "$(echo 1)", "${A%1}", "${A/1/2}", "{1,2}", "$#", "$?", "$((1+1))")
}

func (d *scriptDrawer) word() string {
	return d.of("1", "a", "b", "$A", `"$B"`, "${A:-b}", "${B:+1}", `"a b"`, "'$A'", "$1", "$(echo a)", "ab{1,2}", "$UNSET")
}

func (d *scriptDrawer) condition() string {
	return d.of("true", "false", "! true", "[ -e /nonexistent ]", "[ -d / ]", `[ "$A" = 1 ]`, `[ -n "$B" ]`, `[ "$A" != "$B" ]`,
		"[[ $A == 1 ]]", "grep -q 1 <<< \"$A\"", "(( 1 > 0 ))", `[ "$#" -eq 0 ]`, "test a = $V")
}

func (d *scriptDrawer) file() string {
	return d.of("/etc/ecs/ecs.config", "/etc/ecs/ecs.config", "/etc/ecs/other", "/etc/ecs/../ecs/ecs.config", "\"${F:-/etc/ecs/ecs.config}\"", `"/etc/ecs/${A:-x}"`)
}

// outerRedirect draws the redirection of a compound command, inside of which
// there are often others.
func (d *scriptDrawer) outerRedirect() string {
	if rapid.IntRange(0, 3).Draw(d.T, "outer") > 0 {
		return ""
	}
	return d.redirect()
}

func (d *scriptDrawer) redirect() string {
	if operator := d.of("", " >> ", " >> ", " >> ", " > ", " 2>&1 >> "); operator != "" {
		return operator + d.file()
	}
	return ""
}

func FuzzUserData(f *testing.F) {
	for _, seed := range []string{
		"#!/bin/bash -e\necho ECS_CLUSTER=a >> /etc/ecs/ecs.config\n",
		"cat <<'EOF' >> /etc/ecs/ecs.config\nECS_CLUSTER=a\nEOF\n",
		"{ echo A=1; (echo B=2) } | tee -a /etc/ecs/ecs.config 2>&1 &> x",
		"if [ x ]; then A=$(x `y` \"$(z)\") ; fi; for a in b; do echo ${a:-b} $'x\\n'; done",
		"f() { local a=$1; while read -r l; do [ $l ] && return; done; }; trap 'f x' ERR EXIT; f 1 | f 2 &",
		"(M; () \x00echo B=2) & \x00tee -a /c",
		"#cloud-config\nwrite_files:\n- {path: /etc/ecs/ecs.config, encoding: b64, content: RUNT}\nruncmd: [[a, b], c]\n",
		"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/x-shellscript\n\nx\n--b--\n",
		"[settings.ecs]\ncluster = \"a\"\n[settings.ecs.instance-attributes]\na = 'b'\n",
		"<powershell>\nInitialize-ECSAgent -Cluster 'a'\n</powershell>",
		"\uE000" + "0\uE001 \uE002 $ ${ $( ` ' \" <<",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		r := reading(script)
		require.Equal(t, r, reading(script), "reading twice gives the same")
		for name, v := range r.Settings {
			require.False(t, hasMark(name+v.Text), "marks stay inside of the parsers")
		}
	})
}
