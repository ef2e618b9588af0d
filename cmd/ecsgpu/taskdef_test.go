package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/stacks"
)

func TestTaskdef_choosesARegion(t *testing.T) {
	for name, c := range map[string]struct {
		flag, region, defaultRegion, want, note string
	}{
		"the flag":                             {"eu-west-1", "ap-south-2", "ap-south-1", "eu-west-1", ""},
		"AWS_REGION":                           {"", "ap-south-2", "ap-south-1", "ap-south-2", ""},
		"AWS_DEFAULT_REGION":                   {"", "", "ap-south-1", "ap-south-1", ""},
		"that of the walk-through, and a word": {"", "", "", "us-east-2", "note: no Region is set (--region, AWS_REGION, AWS_DEFAULT_REGION); using us-east-2\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AWS_REGION", c.region)
			t.Setenv("AWS_DEFAULT_REGION", c.defaultRegion)
			var stderr strings.Builder
			opts := &taskdefOptions{streams: output.New(nil, &stderr), region: c.flag}
			require.NoError(t, opts.chooseRegion())
			assert.Equal(t, c.want, opts.region)
			opts.Finish(nil)
			assert.Equal(t, c.note, stderr.String())
		})
	}
}

// A family is looked for in all stacks, and what is wrong is said on one line.
func TestTaskdef_rejects(t *testing.T) {
	assembly := assemble(t, map[string]string{
		"dsstne": `{"Resources": {"Task": {"Type": "AWS::ECS::TaskDefinition", "Properties": {"Family": "dsstne"}}}}`,
		"tensorflow-test": `{
			"Parameters": {"GPUInstanceType": {"Type": "String", "Default": "p3.2xlarge", "AllowedValues": ["p3.2xlarge"]}},
			"Resources": {"Task": {"Type": "AWS::ECS::TaskDefinition", "Properties": {"Family": "tensorflow-1-gpu"}}}}`,
	})
	for name, c := range map[string]struct {
		family     string
		parameters map[string]string
		want       string
	}{
		"a family that no stack has": {"tensorflow-1-gpus", nil,
			`there is no task definition "tensorflow-1-gpus" (did you mean "tensorflow-1-gpu"?); families: tensorflow-1-gpu, dsstne`},
		"parameters that cannot be": {"tensorflow-1-gpu", map[string]string{"Nothing": "1", "GPUInstanceType": "m5.large"},
			`parameter GPUInstanceType must be one of its allowed values p3.2xlarge (did you mean p3.2xlarge?), got "m5.large"; parameter Nothing does not exist in the template; its parameters are GPUInstanceType`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := findDefinition(assembly, &taskdefOptions{family: c.family, region: "us-east-1"}, c.parameters)
			assert.EqualError(t, err, c.want)
			assert.Equal(t, cli.BadInput, cli.ExitCode(err))
		})
	}
}

// assemble makes an assembly of all stacks: of those that have no template here,
// with one that has no task definition.
func assemble(t *testing.T, templates map[string]string) cloudassembly.Assembly {
	t.Helper()
	dir := t.TempDir()
	artifacts := map[string]any{}
	for _, name := range stacks.Names() {
		text, ok := templates[name]
		if !ok {
			text = `{"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}`
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		artifacts[name] = map[string]any{"properties": map[string]any{"templateFile": name}}
	}
	manifest, err := json.Marshal(map[string]any{"artifacts": artifacts})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "manifest.json"), manifest, 0o600))
	assembly, err := cloudassembly.Read(dir)
	require.NoError(t, err)
	return assembly
}
