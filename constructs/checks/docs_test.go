package checks

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite docs/checks.md")

const docs = "../../docs/checks.md"

// TestDocs_current: docs/checks.md is made of the rules and their examples.
func TestDocs_current(t *testing.T) {
	want := document(t)
	if *update {
		require.NoError(t, os.WriteFile(docs, []byte(want), 0o644))
	}
	got, err := os.ReadFile(docs)
	require.NoError(t, err)
	assert.Equal(t, want, string(got), "go generate ./constructs/checks rewrites it")
}

func document(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# Checks

<!-- Made by go generate ./constructs/checks from the rules and their examples. -->

What the rules look for, in props, in what CDK synthesizes, and in any
CloudFormation template:

    ecsgpu check template.yaml

An **error** certainly fails, by AWS's documentation or the source code of the
agent. A **warning** may fail, costs money or is a security risk, or rests on a fact
that AWS does not document. An **info** is worth knowing. What only a deployment
can tell never causes a finding; ` + "`--region`" + ` and ` + "`--stack-name`" + ` tell it in advance.

Each other value that a parameter allows is tried too, one parameter at a time.
What holds for such values only is one step milder and says for which it holds.

Each example is one template that breaks the rule and one that does not: the
lines with − are in the first, those with + in the second. Tests check that the
first breaks no other rule and that the second breaks none.
`)
	for _, category := range Categories() {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | severity | what |\n| --- | --- | --- |\n", headings[category])
		for _, r := range rulesOf(category) {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, r.Title)
		}
		for _, r := range rulesOf(category) {
			describe(t, &b, r)
		}
	}
	return b.String()
}

var headings = map[Category]string{
	Fit: "Fit: a task on the instances that it can be sent to", Image: "Image: what the machine image drives",
	Lifecycle: "Lifecycle: instance types that come and go", Requests: "Requests: how containers request GPUs",
	Scaling: "Scaling and deletion", Network: "Network", Logs: "Logs", Alarms: "Alarms and scaling policies", Security: "Security of container instances",
	Text: "The template as text",
}

func rulesOf(category Category) []Rule {
	var some []Rule
	for _, r := range rules {
		if r.Category == category {
			some = append(some, r)
		}
	}
	return some
}

func describe(t *testing.T, b *strings.Builder, r Rule) {
	fail, pass := example(t, r.ID, "fail"), example(t, r.ID, "pass")
	fmt.Fprintf(b, "\n### %s\n\n%s: %s.\n\n", r.ID, strings.ToUpper(string(r.Severity[:1]))+string(r.Severity[1:]), r.Title)
	fmt.Fprintf(b, "- Why: %s\n- Source: %s.\n- Fix: %s\n\n", r.Reason, r.Source, r.Fix)
	fmt.Fprintf(b, "```diff\n%s```\n\n", changes(fail, pass))
	fmt.Fprintf(b, "> %s\n\n", checkText(t, "fail.yaml", fail)[0].Text())
	fmt.Fprintf(b, "[fails](../constructs/checks/testdata/%s/fail.yaml), [passes](../constructs/checks/testdata/%s/pass.yaml)\n", r.ID, r.ID)
}

// changes is the difference of two templates without its header.
func changes(fail, pass string) string {
	text := diff.Diff("fail.yaml", []byte(fail), "pass.yaml", []byte(pass))
	var lines []string
	for _, line := range strings.SplitAfter(string(bytes.TrimRight(text, "\n")), "\n") {
		if strings.HasPrefix(line, "diff ") || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ") || strings.HasPrefix(line, "@@") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "") + "\n"
}
