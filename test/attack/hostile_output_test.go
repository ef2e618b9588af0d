//go:build attack && linux

package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// form is a command that reads a template, and the format of its output.
type form struct {
	format string
	args   []string
}

// hostileForms are the commands that read a template with all of their formats.
var hostileForms = []form{
	{"text", []string{"check", "-"}},
	{"json", []string{"check", "-", "--format", "json"}},
	{"sarif", []string{"check", "-", "--format", "sarif", "--region", "us-east-1"}},
	{"github", []string{"check", "-", "--format", "github", "--stack-name", "lab"}},
	{"text", []string{"plan", "-"}},
	{"json", []string{"plan", "-", "--format", "json", "--task", "fitting=2"}},
	{"mermaid", []string{"graph", "-"}},
	{"svg", []string{"graph", "-", "--format", "svg"}},
	{"text", []string{"simulate", "-", "--arrivals", "fitting=2", "--for", "2h"}},
	{"json", []string{"simulate", "-", "--arrivals", "fitting=2", "--for", "2h", "--format", "json"}},
}

// campaign counts probes: one probe is one run of the command.
type campaign struct {
	*workspace
	probes, failed atomic.Int64
}

// give runs the command in a directory, with a text on standard input and more
// variables.
func (c *campaign) give(t *testing.T, dir, stdin string, env []string, args ...string) outcome {
	t.Helper()
	return c.in(t, dir, env...).runOn(stdin, args...)
}

func (c *campaign) probe(t *testing.T, format string, got outcome, what ...any) {
	t.Helper()
	c.probes.Add(1)
	if faults := got.faults(format); len(faults) > 0 {
		c.failed.Add(1)
		t.Errorf("%s: %s", strings.TrimSpace(fmt.Sprintln(what...)), strings.Join(faults, "; "))
	}
}

// TestHostileOutput gives the command names that nobody gives by chance, in
// every place that a template, a command line or the environment has for text.
// Nothing of them may act on a terminal or on a CI service.
func TestHostileOutput(t *testing.T) {
	t.Parallel()
	c := &campaign{workspace: newWorkspace(t)}
	t.Run("probes", func(t *testing.T) {
		t.Run("places of a template", c.inPlaces)
		t.Run("every place at once", c.inAllPlaces)
		t.Run("broken documents", c.inBrokenDocuments)
		t.Run("arguments", c.inArguments)
		t.Run("files", c.inFiles)
		t.Run("environment", c.inEnvironment)
		t.Run("synthesis", c.inSynthesis)
	})
	t.Logf("%d probes, %d failed", c.probes.Load(), c.failed.Load())
	assert.GreaterOrEqual(t, c.probes.Load(), int64(700))
}

// inPlaces tries every other text in each place, with the forms in turn.
func (c *campaign) inPlaces(t *testing.T) {
	places := hostilePlaces()
	require.Greater(t, len(places), 70)
	for i, place := range places {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			for j, hostile := range hostileTexts {
				if (i+j)%2 != 0 {
					continue
				}
				template := templateWith(t, hostile.text, place)
				f := hostileForms[(i+j)/2%len(hostileForms)]
				c.probe(t, f.format, c.give(t, c.dir, template, nil, f.args...), f.args, hostile.name)
			}
		})
	}
}

func (c *campaign) inAllPlaces(t *testing.T) {
	values := []string{"description", "metadata value", "parameter description", "allowed value", "cdk path", "task path", "launch path",
		"family", "group name", "provider name", "service name", "container name", "container image", "log group", "tag value", "user data"}
	for _, hostile := range hostileTexts {
		for _, f := range hostileForms {
			t.Run(hostile.name, func(t *testing.T) {
				t.Parallel()
				c.probe(t, f.format, c.give(t, c.dir, templateWith(t, hostile.text, hostilePlaces()...), nil, f.args...), f.args, "all")
				c.probe(t, f.format, c.give(t, c.dir, templateWith(t, hostile.text, values...), nil, f.args...), f.args, "values")
			})
		}
	}
}

// inBrokenDocuments has what cannot be written as a value of a template.
func (c *campaign) inBrokenDocuments(t *testing.T) {
	resources := "Resources: {A: {Type: AWS::ECS::Cluster}}\n"
	for name, document := range map[string]string{
		"bytes that are no text":  "Resources:\n  \xff\xfe::error::: {}\n",
		"half of a surrogate":     `{"Resources": {"A\ud800\n::error::": {"Type": "\udc00"}}}`,
		"an unknown tag":          resources + "Outputs: {A: {Value: !::error::\u202ex 1}}\n",
		"an unknown alias":        resources + "Outputs: *\u202e::error::\n",
		"a key twice":             "Resources:\n  \"a\\n::error::x\": {Type: T}\n  \"a\\n::error::x\": {Type: T}\n",
		"no template":             "\"::error::x\\n" + injected + "\"\n",
		"a document in a string":  `"Resources:\n  ::error::x: {Type: \"\u001b[2J\"}\n"`,
		"a resource without type": "Resources: {\"\\e[2J\\n" + injected + "\": {}}\n",
		"a section that is text":  "Resources: \"\\n" + injected + "\"\n",
		"raw turned text":         "Resources: {\u202ea: {Type: \u2066b\u2029}}\n",
		"raw ends of lines":       "Resources:\r  A\u0085B: {}\r::error::x\r",
		"a name of a megabyte":    "Resources: {\"" + strings.Repeat("A", 900_000) + "\": {Type: T}}\n",
		"an intrinsic loop":       "Resources: {\"Fn::ForEach::\\n::error::x\": [A, [\"\\e\"], {}]}\n",
	} {
		for _, f := range hostileForms {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c.probe(t, f.format, c.give(t, c.dir, document, nil, f.args...), f.args)
			})
		}
	}
}

// inArguments gives every command hostile arguments, flags and values: each line
// a third of the texts.
func (c *campaign) inArguments(t *testing.T) {
	benign := filepath.Join(t.TempDir(), "benign.json")
	require.NoError(t, os.WriteFile(benign, []byte(templateWith(t, "")), 0o644))
	lines := [][]string{{"?"}, {"help", "?"}, {"__complete", "?"}, {"completion", "?"}, {"completion", "bash", "?"}}
	for _, command := range c.commands() {
		lines = append(lines, []string{command, "?"}, []string{command, "--?"}, []string{command, "-?"}, []string{command, "--format", "?", "x"},
			[]string{command, "--format=?"}, []string{command, "x", "?"}, []string{"__complete", command, "--?", ""})
	}
	for _, flag := range []string{"parameter", "region", "stack-name", "ignore"} {
		lines = append(lines, []string{"check", benign, "--" + flag, "?"})
	}
	lines = append(lines, []string{"check", benign, "--parameter", "Type=?"}, []string{"check", benign, "--parameter", "Pattern=?"},
		[]string{"check", benign, "--parameter", "?=x"}, []string{"check", benign, "-p", "Type=?", "-p", "Type=x"},
		[]string{"plan", benign, "--task", "?=1"}, []string{"plan", benign, "--task", "fitting=?"}, []string{"plan", benign, "--context", "?=x"},
		[]string{"plan", benign, "--region", "?"}, []string{"graph", benign, "--parameter", "Type=?"},
		[]string{"taskdef", "?"}, []string{"taskdef", "f", "--account", "?"}, []string{"taskdef", "f", "--region", "?"})
	for _, flag := range []string{"arrivals", "duration", "for", "count", "seed", "pool", "strategy", "boot", "tasks", "chart"} {
		lines = append(lines, []string{"simulate", benign, "--arrivals", "fitting=1", "--for", "1h", "--" + flag, "?"})
	}
	lines = append(lines, []string{"simulate", benign, "--arrivals", "?=1"}, []string{"simulate", benign, "--arrivals", "fitting=1", "--pool", "gpu:type=?"},
		[]string{"simulate", benign, "--arrivals", "fitting=1", "--pool", "gpu:?=1"}, []string{"simulate", benign, "--arrivals", "fitting=1", "--pool", "?:min=1"})
	for _, flag := range []string{"kind", "gpus", "gpu-memory", "generation", "compute-capability", "arch", "memory", "family", "region", "purchase", "max-price"} {
		lines = append(lines, []string{"instances", "--" + flag, "?"})
	}
	lines = append(lines, []string{"synth", "?"}, []string{"synth", "tensorflow-test", "--context", "?=1"}, []string{"synth", "tensorflow-test", "--context", "?"},
		[]string{"synth", "tensorflow-test", "--validate", "?"}, []string{"synth", "tensorflow-test", "--parameter", "?"})
	for i, line := range lines {
		t.Run(strings.Join(line[:min(len(line), 2)], " "), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir() // for the files that --chart writes
			for j, hostile := range hostileTexts[:len(hostileTexts)-1] {
				if (i+j)%3 != 0 {
					continue
				}
				text := strings.ReplaceAll(hostile.text, "\x00", "") // ends an argument
				args := make([]string, len(line))
				for i, arg := range line {
					args[i] = strings.ReplaceAll(arg, "?", text)
				}
				c.probe(t, "text", c.give(t, dir, "", nil, args...), line, hostile.name)
			}
			c.probe(t, "text", c.give(t, dir, "", nil, append(line[:len(line)-1:len(line)-1], "\xff\xc3(")...), line, "bytes")
		})
	}
}

// inFiles has hostile names of files and directories, and rows of tasks.
func (c *campaign) inFiles(t *testing.T) {
	for _, hostile := range append(hostileTexts[:len(hostileTexts)-1:len(hostileTexts)-1], struct{ name, text string }{"bytes", "\xff\xc3(.yaml"}) {
		t.Run(hostile.name, func(t *testing.T) {
			t.Parallel()
			name := strings.NewReplacer("\x00", "", "/", "_").Replace(hostile.text)
			dir := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.Mkdir(dir, 0o755))
			file := filepath.Join(dir, name)
			require.NoError(t, os.WriteFile(file, []byte(templateWith(t, "")), 0o644))
			tasks := filepath.Join(dir, "tasks.csv")
			require.NoError(t, os.WriteFile(tasks, []byte("time,family,duration\n\""+strings.ReplaceAll(hostile.text, `"`, `""`)+"\",fitting,1m\n0,\""+
				strings.ReplaceAll(hostile.text, `"`, `""`)+"\",1m\n"), 0o644))
			for _, f := range hostileForms {
				args := append([]string{f.args[0], file}, f.args[2:]...)
				c.probe(t, f.format, c.give(t, dir, "", nil, args...), f.args, "absolute name")
			}
			for _, named := range []string{"./" + name, "./missing " + name, dir} {
				c.probe(t, "text", c.give(t, dir, "", nil, "check", named), "check", named)
				c.probe(t, "github", c.give(t, dir, "", nil, "check", named, "--format", "github"), "check", named)
			}
			c.probe(t, "text", c.give(t, dir, "", nil, "simulate", file, "--tasks", tasks), "tasks")
			c.probe(t, "text", c.give(t, dir, "", nil, "simulate", file, "--tasks", "missing "+name), "missing tasks")
			c.probe(t, "text", c.give(t, dir, "", nil, "simulate", file, "--arrivals", "fitting=1", "--chart", filepath.Join("missing "+name, name)), "chart")
			c.probe(t, "text", c.give(t, dir, "", nil, "synth", "tensorflow-test", "--output", file), "output on a file")
		})
	}
}

func (c *campaign) inEnvironment(t *testing.T) {
	for _, hostile := range hostileTexts[:len(hostileTexts)-1] {
		t.Run(hostile.name, func(t *testing.T) {
			t.Parallel()
			text := strings.ReplaceAll(hostile.text, "\x00", "")
			for _, variable := range []string{"AWS_REGION", "AWS_PROFILE", "AWS_CONFIG_FILE", "HOME", "XDG_CACHE_HOME", "JSII_NODE"} {
				// The programs that doctor starts are not asked: PATH is empty.
				c.probe(t, "text", c.give(t, c.dir, "", []string{variable + "=" + text, "PATH="}, "doctor"), variable)
			}
			c.probe(t, "text", c.give(t, c.dir, "", []string{"AWS_REGION=" + text}, "taskdef", "f"), "taskdef")
			c.probe(t, "text", c.give(t, t.TempDir(), "", []string{"JSII_NODE=" + text}, "synth", "tensorflow-test"), "JSII_NODE")
			c.probe(t, "text", c.give(t, t.TempDir(), "", []string{"TMPDIR=" + text}, "synth", "tensorflow-test"), "TMPDIR")
			c.probe(t, "text", c.give(t, c.dir, "", []string{"CDK_OUTDIR=/dev/null/" + text}, "app"), "CDK_OUTDIR")
		})
	}
}

// inSynthesis has names that pass through CDK, which takes a kernel for each.
func (c *campaign) inSynthesis(t *testing.T) {
	for i, hostile := range hostileTexts[:len(hostileTexts)-1] {
		t.Run(hostile.name, func(t *testing.T) {
			t.Parallel()
			text := strings.ReplaceAll(hostile.text, "\x00", "")
			format := []string{"yaml", "json"}[i%2]
			got := c.give(t, c.dir, "", nil, "synth", "tensorflow-test", "--validate", "never", "--format", format, "-p", "EnvironmentName="+text)
			require.Zero(t, got.code, got.stderr)
			c.probe(t, format, got, format)
			if i > 3 {
				return
			}
			got = c.give(t, c.dir, "", nil, "taskdef", "tensorflow-1-gpu", "-p", "EnvironmentName="+text)
			require.Zero(t, got.code, got.stderr)
			c.probe(t, "json", got, "taskdef")
			setting := []string{"gpuInstanceType", "alarmEmail"}[i%2]
			c.probe(t, "yaml", c.give(t, c.dir, "", nil, "synth", "gpu-cluster", "--validate", "never", "-c", setting+"="+text), setting)
		})
	}
}
