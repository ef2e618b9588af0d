package cloudassembly

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const manifestText = `{"version": "54.0.0", "artifacts": {
  "one": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "one.template.json"}, "additionalMetadataFile": "one.metadata.json"},
  "two": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "two.template.json"}, "metadata": {
    "/two": [{"type": "aws:cdk:info", "data": "note"}, {"type": "aws:cdk:logicalId", "data": "X"}],
    "/two/Pool": [{"type": "aws:cdk:warning", "data": "slow"}]}},
  "flags": {"type": "cdk:feature-flag-report"}}}`

func assembly(t *testing.T, files map[string]string) Assembly {
	t.Helper()
	a, err := read(t, files)
	require.NoError(t, err)
	return a
}

func read(t *testing.T, files map[string]string) (Assembly, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return Read(dir)
}

func TestTemplate(t *testing.T) {
	a := assembly(t, map[string]string{"manifest.json": manifestText, "one.template.json": `{"Resources": {}}`})
	text, err := a.Template("one")
	require.NoError(t, err)
	assert.JSONEq(t, `{"Resources": {}}`, string(text))
}

func TestAnnotations_errorsFirstFromManifestAndFile(t *testing.T) {
	a := assembly(t, map[string]string{
		"manifest.json":     manifestText,
		"one.metadata.json": `{"/one/Task": [{"type": "aws:cdk:error", "data": "does not fit"}], "/one/Gpu": [{"type": "aws:cdk:warning", "data": "retired"}]}`,
	})
	annotations, err := a.Annotations()
	require.NoError(t, err)
	assert.Equal(t, []Annotation{
		{"error", "/one/Task", "does not fit"},
		{"warning", "/one/Gpu", "retired"},
		{"warning", "/two/Pool", "slow"},
		{"info", "/two", "note"},
	}, annotations)
}

// What CDK wrote may be garbage: that is an error which says so.
func TestRead_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no manifest":                   {nil, "CDK wrote no cloud assembly"},
		"a manifest cut short":          {map[string]string{"manifest.json": manifestText[:40]}, "does not read as JSON"},
		"a manifest of the wrong shape": {map[string]string{"manifest.json": `[]`}, "does not read as JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, test.files)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestAssembly_rejects(t *testing.T) {
	a := assembly(t, map[string]string{"manifest.json": manifestText, "one.template.json": `{"Resources"`, "one.metadata.json": `{`})
	for name, test := range map[string]struct {
		read func() error
		want string
	}{
		"a stack that is not there":    {func() error { _, err := a.Template("three"); return err }, "no template for the stack three"},
		"an artifact that is no stack": {func() error { _, err := a.Template("flags"); return err }, "no template for the stack flags"},
		"a template that is not there": {func() error { _, err := a.Template("two"); return err }, "cannot read the template of the stack two"},
		"a template cut short":         {func() error { _, err := a.Template("one"); return err }, "the stack one that does not read as JSON"},
		"metadata cut short":           {func() error { _, err := a.Annotations(); return err }, "metadata that does not read as JSON"},
	} {
		t.Run(name, func(t *testing.T) { assert.ErrorContains(t, test.read(), test.want) })
	}
}
