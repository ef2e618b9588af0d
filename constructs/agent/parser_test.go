//go:build agent

package agent

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	checkout = flag.String("agent", "", "directory of a checkout of aws/amazon-ecs-agent")
	record   = flag.Bool("record", false, "rewrite testdata/answers.tsv")
)

// TestParser_answers asks the agent's own parser about every setting. What it
// says is kept in testdata/answers.tsv.
func TestParser_answers(t *testing.T) {
	ask := parser(t)
	got := ask.table(t)
	if *record {
		require.NoError(t, os.WriteFile(answersFile, []byte(got), 0o644))
	}
	want, err := os.ReadFile(answersFile)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "the agent answers otherwise than it did; run the test with -record and read the difference")
}

// TestParser_generated feeds every configuration of the goldens to the agent.
func TestParser_generated(t *testing.T) {
	ask := parser(t)
	configs := generated(t)
	var cases []map[string]string
	for _, c := range configs {
		cases = append(cases, c.values)
	}
	for i, answer := range ask.run(t, cases) {
		c := configs[i]
		require.Empty(t, answer.Error, "%s: the agent starts", c.file)
		fields := slices.Collect(maps.Values(answer.Fields))
		for name, value := range c.values {
			if text, ok := printed(Must(name), value); ok {
				assert.Contains(t, fields, text, "%s: %s=%s reaches the agent's configuration", c.file, name, value)
			}
		}
	}
}

// TestParser_version: the table is of the agent that answers.
func TestParser_version(t *testing.T) {
	version, err := os.ReadFile(filepath.Join(directory(t), "VERSION"))
	require.NoError(t, err)
	assert.Equal(t, Version, strings.TrimSpace(string(version)), "make the table anew from this release, and its Version")
}

// variable is the name of a variable in the agent's sources. Those for tests
// are excepted, and those that the agent sets for others to read.
var (
	variable = regexp.MustCompile(`"((?:ECS|NON_ECS|NONECS)_[A-Z0-9_]+)"`)
	written  = regexp.MustCompile(`^ECS_(CNI_LOG|CONTAINER_METADATA_|CONTAINER_INSTANCE_ARN$|AGENT_URI$|RELEASE$|UNKNOWN_VERSION$|FTEST|SKIP_ENGINE)`)
)

// TestParser_names: no variable of the sources is missing in the table, and the
// table has none that they do not name.
func TestParser_names(t *testing.T) {
	sources := map[string]bool{}
	for _, folder := range []string{"agent", "ecs-agent", "ecs-init"} {
		root := filepath.Join(directory(t), folder)
		require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "vendor" {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.Contains(filepath.Base(path), "test") {
				return nil
			}
			text, err := os.ReadFile(path)
			for _, match := range variable.FindAllSubmatch(text, -1) {
				sources[string(match[1])] = true
			}
			return err
		}))
	}
	for name := range sources {
		if _, known := Lookup(name); !written.MatchString(name) {
			assert.True(t, known, "the agent's sources name %s, which the table does not have", name)
		}
	}
	for _, s := range Settings() {
		if variable.MatchString(`"` + s.Name + `"`) {
			assert.True(t, sources[s.Name], "the table has %s, which the agent's sources do not name", s.Name)
		}
	}
}

func directory(t *testing.T) string {
	t.Helper()
	require.NotEmpty(t, *checkout, "-agent names a checkout of aws/amazon-ecs-agent")
	path, err := filepath.Abs(*checkout)
	require.NoError(t, err)
	return path
}

// asker is the program in testdata/parser, built inside the checkout.
type asker struct{ program string }

// parser builds the program with an overlay, which leaves the checkout as it is.
func parser(t *testing.T) asker {
	t.Helper()
	source, err := filepath.Abs("testdata/parser/main.go")
	require.NoError(t, err)
	module := filepath.Join(directory(t), "agent")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(module, "ecsgpuparser", "main.go"): source}})
	require.NoError(t, err)
	program, overlayFile := filepath.Join(t.TempDir(), "parser"), filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(overlayFile, overlay, 0o644))
	build := exec.Command("go", "build", "-mod=vendor", "-buildvcs=false", "-overlay", overlayFile, "-o", program, "./ecsgpuparser")
	build.Dir = module
	output, err := build.CombinedOutput()
	require.NoError(t, err, "%s", output)
	return asker{program}
}

type parsed struct {
	Fields map[string]string
	Error  string
}

func (a asker) run(t *testing.T, cases []map[string]string) []parsed {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "cases.json"), filepath.Join(t.TempDir(), "answers.json")
	for i := range cases {
		// Without these two, what depends on them is not looked at.
		environment := map[string]string{"AWS_DEFAULT_REGION": "us-east-1", "ECS_POLL_METRICS": "true", "ECS_ENABLE_TASK_ENI": "true"}
		maps.Copy(environment, cases[i])
		cases[i] = environment
	}
	data, err := json.Marshal(cases)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(in, data, 0o644))
	output, err := exec.Command(a.program, in, out).CombinedOutput()
	require.NoError(t, err, "%s", output)
	data, err = os.ReadFile(out)
	require.NoError(t, err)
	var answers []parsed
	require.NoError(t, json.Unmarshal(data, &answers))
	require.Len(t, answers, len(cases))
	return answers
}

// table asks about every probe of every setting. Settings that leave the
// configuration as it is have no rows: others than its parser read them.
func (a asker) table(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# What the agent " + Version + " makes of values: its configuration, or fatal. go test -tags agent -record rewrites it.\n")
	b.WriteString("name\tvalue\tanswer\n")
	for _, s := range Settings() {
		if strings.HasPrefix(s.Name, "ECS_ENGINE_AUTH_") {
			continue // the configuration holds any text, which is read when an image is pulled
		}
		values := append([]string{""}, slices.Compact(slices.Sorted(slices.Values(probes(s))))...)
		var cases []map[string]string
		for _, value := range values {
			cases = append(cases, map[string]string{s.Name: value})
		}
		answers := a.run(t, cases)
		fields := changed(answers)
		for i, value := range values {
			if len(fields) > 0 {
				b.WriteString(s.Name + "\t" + value + "\t" + answers[i].text(fields) + "\n")
			}
		}
	}
	return b.String()
}

// changed returns the fields in which the answers differ, sorted.
func changed(answers []parsed) []string {
	names := map[string]bool{}
	for _, a := range answers[1:] {
		for name, value := range a.Fields {
			if value != answers[0].Fields[name] {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func (p parsed) text(fields []string) string {
	if p.Error != "" {
		return "fatal"
	}
	var all []string
	for _, field := range fields {
		all = append(all, field+"="+p.Fields[field])
	}
	return strings.Join(all, "; ")
}
