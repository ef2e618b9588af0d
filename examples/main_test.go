package main

import (
	"bytes"
	"os"
	"sync"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestMain(m *testing.M) { snapshot.Main(m) }

// newTestApp is the app of main, but that the findings of CDK's validator fail
// the synthesis.
func newTestApp(t *testing.T) awscdk.App {
	context := map[string]any{"@aws-cdk/core:validateAgainstDefaultRules": true}
	return newApp(awscdk.AppProps{Context: &context, Outdir: jsii.String(t.TempDir())})
}

// validator is CDK's, which snapshot.Main has turned off. It takes a second to
// load, so that it is shared by all apps.
var validator = sync.OnceValue(func() awscdk.CloudFormationValidatePlugin {
	return awscdk.NewCloudFormationValidatePlugin(&awscdk.CloudFormationValidatePluginProps{})
})

func validated(app awscdk.App) awscdk.App {
	awscdk.Validations_Of(app).AddPlugins(validator())
	return app
}

func TestExamples_areValid(t *testing.T) {
	app := validated(newTestApp(t))
	for name, create := range examples {
		create(app, name)
	}
	assert.NotPanics(t, func() { app.Synth(nil) })
}

// The validations that the examples passed are on: CDK's own, also in a resource
// of which a share of a GPU was acknowledged, and the rules of ecsgpu.
func TestExamples_areValidated(t *testing.T) {
	for name, change := range map[string]struct {
		path  string
		value any
	}{
		"by CDK":    {"ContainerDefinitions.0.Memory", []any{"much"}},
		"by ecsgpu": {"RequiresCompatibilities", []any{"FARGATE"}},
	} {
		t.Run(name, func(t *testing.T) {
			stack := examples["sharedgpu"](validated(newTestApp(t)), "sharedgpu")
			for _, each := range *stack.Node().FindAll("PREORDER") {
				if task, ok := each.(awscdk.CfnResource); ok && *task.CfnResourceType() == "AWS::ECS::TaskDefinition" {
					task.AddPropertyOverride(&change.path, change.value)
				}
			}
			assert.Panics(t, func() { awscdk.Stage_Of(stack).Synth(nil) })
		})
	}
}

// maxLines is how long an example may be.
const maxLines = 40

// notExamples are the other folders here: whole programs, one of them a module
// of its own.
var notExamples = map[string]bool{"testdata": true, "quickstart": true, "platform-team": true}

func TestExamples_areShort(t *testing.T) {
	folders, err := os.ReadDir(".")
	require.NoError(t, err)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	found := 0
	for _, folder := range folders {
		if !folder.IsDir() || notExamples[folder.Name()] {
			continue
		}
		text, err := os.ReadFile(folder.Name() + "/" + folder.Name() + ".go")
		require.NoError(t, err)
		assert.LessOrEqual(t, bytes.Count(text, []byte("\n")), maxLines, folder.Name())
		assert.Contains(t, examples, folder.Name())
		assert.Contains(t, string(readme), "("+folder.Name()+"/"+folder.Name()+".go)", "the README lists it")
		found++
	}
	assert.Len(t, examples, found)
}
