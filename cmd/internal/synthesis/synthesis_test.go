package synthesis

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/process"
	"github.com/ecsgpu/cdk/cmd/internal/workstation"
	"github.com/ecsgpu/cdk/stacks"
)

// entry returns a stack "test" with what fill puts into it.
func entry(fill func(stack awscdk.Stack)) stacks.Entry {
	return stacks.Entry{Name: "test", New: func(scope constructs.Construct) awscdk.Stack {
		stack := awscdk.NewStack(scope, jsii.String("test"), &awscdk.StackProps{
			Synthesizer: awscdk.NewLegacyStackSynthesizer(),
		})
		fill(stack)
		return stack
	}}
}

// cases are run in one kernel: each start of one takes a quarter of a second.
var cases = []struct {
	name       string
	fill       func(stack awscdk.Stack)
	parameters map[string]string
	want       string // of the error; empty: none
	code       int
}{
	{
		name: "an exception in JavaScript is an error",
		fill: func(stack awscdk.Stack) { addLogGroup(stack, "Same"); addLogGroup(stack, "Same") },
		want: "There is already a Construct with name 'Same'",
		code: cli.Failed,
	},
	{
		name: "a name with lines in an exception acts on nothing",
		fill: func(stack awscdk.Stack) {
			addLogGroup(stack, "a\n::error::b\x1b[2J")
			addLogGroup(stack, "a\n::error::b\x1b[2J")
		},
		want: "There is already a Construct with name 'a\n::error::b\x1b[2J'",
		code: cli.Failed,
	},
	{
		name: "a missing required property is an error",
		fill: func(stack awscdk.Stack) {
			awslogs.NewCfnMetricFilter(stack, jsii.String("Filter"), &awslogs.CfnMetricFilterProps{})
		},
		want: "FilterPattern",
		code: cli.Failed,
	},
	{
		name: "a mistake in Go is an error",
		fill: func(stack awscdk.Stack) { var nothing awscdk.Stack; nothing.Region() },
		want: "invalid memory address or nil pointer dereference",
		code: cli.Failed,
	},
	{
		name: "a parameter anywhere in the stack is set",
		fill: func(stack awscdk.Stack) {
			scope := constructs.NewConstruct(stack, jsii.String("Inner"))
			parameter := awscdk.NewCfnParameter(scope, jsii.String("Size"), &awscdk.CfnParameterProps{
				Type: jsii.String("Number"), Default: 1, MaxValue: jsii.Number(9),
			})
			parameter.OverrideLogicalId(jsii.String("PoolSize"))
		},
		parameters: map[string]string{"PoolSize": "5"},
	},
	{
		name: "a parameter's rules hold",
		fill: func(stack awscdk.Stack) {
			awscdk.NewCfnParameter(stack, jsii.String("Name"), &awscdk.CfnParameterProps{
				MinLength: jsii.Number(3), AllowedPattern: jsii.String("[a-z]+"), ConstraintDescription: jsii.String("lower case"),
			})
		},
		parameters: map[string]string{"Name": "A1"},
		want:       `parameter Name must have at least 3 characters (MinLength), got "A1"; must match [a-z]+ (lower case), got "A1"`,
		code:       cli.BadInput,
	},
	{
		name:       "a stack without parameters has none",
		fill:       func(awscdk.Stack) {},
		parameters: map[string]string{"Name": "x"},
		want:       `there is no parameter "Name": the stack has none`,
		code:       cli.BadInput,
	},
}

func addLogGroup(stack awscdk.Stack, id string) {
	awslogs.NewCfnLogGroup(stack, &id, &awslogs.CfnLogGroupProps{RetentionInDays: jsii.Number(7)})
}

func findNode(t *testing.T) workstation.Node {
	t.Helper()
	node, err := workstation.FindNode(context.Background())
	require.NoError(t, err)
	return node
}

func TestSynthesize(t *testing.T) {
	var stderr strings.Builder
	err := inKernel(context.Background(), findNode(t), map[string]string{"CDK_VALIDATION": "false"}, &stderr, func(_ string, step func()) error {
		assert.Equal(t, validatorName, *awscdk.CloudFormationValidatePlugin_PLUGIN_NAME())
		for _, test := range cases {
			outdir := t.TempDir()
			err := recovered(func() error {
				return synthesize(stacks.NewApp(outdir, nil), []stacks.Entry{entry(test.fill)}, test.parameters, step)
			})
			assert.Len(t, process.Descendants(), 1, "the kernel is one process")
			if test.want == "" {
				assert.NoError(t, err, test.name)
				assert.FileExists(t, filepath.Join(outdir, "test.template.json"), test.name)
				continue
			}
			if assert.ErrorContains(t, err, test.want, test.name) {
				assert.Equal(t, test.code, cli.ExitCode(err), test.name)
				assert.NotContains(t, err.Error(), "goroutine", test.name)
				assert.NotContains(t, err.Error(), ".js:", test.name)
				assert.NotRegexp(t, `(?m)^::|\x1b`, cli.Message(err), test.name)
			}
		}
		return nil
	}, nothing)
	require.NoError(t, err)
	assert.Empty(t, stderr.String())
}

// What CDK's validator finds is an error that carries the findings, with the
// cache in between, and such a template is not remembered.
func TestRun_findings(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("CI", "")
	t.Setenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT", packageCache(t))
	t.Setenv("XDG_CACHE_HOME", cache)
	bad := entry(func(stack awscdk.Stack) {
		awscdk.NewCfnResource(stack, jsii.String("Logs"), &awscdk.CfnResourceProps{
			Type: jsii.String("AWS::Logs::LogGroup"), Properties: &map[string]any{"RetentionInWeeks": 1},
		})
	})
	var stderr strings.Builder
	err := Run(context.Background(), findNode(t), t.TempDir(), Options{
		Stacks: []stacks.Entry{bad}, Validation: ValidateAuto, Stderr: &stderr,
	}, func(cloudassembly.Assembly) error {
		t.Error("there is nothing to read")
		return nil
	})
	require.ErrorContains(t, err, "RetentionInWeeks")
	assert.Equal(t, cli.Failed, cli.ExitCode(err))
	assert.NotContains(t, err.Error(), "A copy of this report")
	assert.Empty(t, stderr.String())
	assert.NoDirExists(t, filepath.Join(cache, "ecsgpu", "validated"))
}

func packageCache(t *testing.T) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	require.NoError(t, err)
	return filepath.Join(dir, "aws", "jsii", "package-cache")
}

func TestRun_cancelledBeforeItStarts(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cli.Signalled(15))
	err := RunTemporary(ctx, findNode(t), Options{Stderr: os.Stderr}, func(cloudassembly.Assembly) error {
		t.Error("there is nothing to read")
		return nil
	})
	assert.Equal(t, 143, cli.ExitCode(err))
}
