package ecsgpu_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// foreignTask is a task definition that CDK's own construct makes without a
// word, although ECS refuses it.
func foreignTask(stack awscdk.Stack) awsecs.CfnTaskDefinition {
	return awsecs.NewCfnTaskDefinition(stack, jsii.String("Foreign"), &awsecs.CfnTaskDefinitionProps{
		Family: jsii.String("foreign"), RequiresCompatibilities: jsii.Strings("FARGATE"),
		NetworkMode: jsii.String("awsvpc"), Cpu: jsii.String("1024"), Memory: jsii.String("2048"),
		ContainerDefinitions: []any{&awsecs.CfnTaskDefinition_ContainerDefinitionProperty{
			Name: jsii.String("main"), Image: jsii.String("nvidia/cuda:12.9.1-base-ubuntu24.04"), Essential: jsii.Bool(true),
			ResourceRequirements: []any{&awsecs.CfnTaskDefinition_ResourceRequirementProperty{Type: jsii.String("GPU"), Value: jsii.String("1")}},
		}},
	})
}

// synthesize returns what the synthesis of the stack's app panics with, or nil.
func synthesize(stack awscdk.Stack) (cause any) {
	defer func() { cause = recover() }()
	awscdk.Stage_Of(stack).Synth(&awscdk.StageSynthesisOptions{Force: jsii.Bool(true)})
	return nil
}

func TestAddChecks(t *testing.T) {
	t.Run("fails a synthesis with an error in it, whatever construct it is from", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		ecsgpu.AddChecks(awscdk.Stage_Of(stack))
		foreignTask(stack)
		cause, _ := synthesize(stack).(error)
		assert.ErrorContains(t, cause, "ValidationFailed")
	})
	t.Run("knows what a stack is called, also where CDK does not", func(t *testing.T) {
		for name, fails := range map[string]bool{"EcsCp": true, "training": false} {
			app := snapshot.NewApp(t, nil)
			stack := awscdk.NewStack(app, jsii.String("Stack"), &awscdk.StackProps{StackName: &name})
			ecsgpu.AddChecks(app)
			awsecs.NewCfnCapacityProvider(stack, jsii.String("Provider"), &awsecs.CfnCapacityProviderProps{
				AutoScalingGroupProvider: &awsecs.CfnCapacityProvider_AutoScalingGroupProviderProperty{AutoScalingGroupArn: jsii.String("fleet")},
			})
			assert.Equal(t, fails, synthesize(stack) != nil, name)
		}
	})
	t.Run("lets a finding pass that was acknowledged where it is", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		ecsgpu.AddChecks(awscdk.Stage_Of(stack))
		awscdk.Validations_Of(foreignTask(stack)).Acknowledge(&awscdk.Acknowledgment{
			Id: jsii.String("ecsgpu::ecsgpu-requests-gpu-on-fargate"), Reason: jsii.String("a test"),
		})
		assert.Nil(t, synthesize(stack))
	})
	t.Run("has nothing to say about our own constructs", func(t *testing.T) {
		stack, cluster := newCluster(t)
		ecsgpu.AddChecks(awscdk.Stage_Of(stack))
		gpu := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2})
		ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
			Family: "task", Pool: gpu,
			Containers: []ecsgpu.Container{{Name: "main", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", GPUs: ecsgpu.WholeGPUs(1), CPUUnits: 2048, MemoryMiB: 8192}},
		})})
		assert.Nil(t, synthesize(stack))
	})
}

// acknowledgements are what CDK writes beside the template of the stack Test.
func acknowledgements(t *testing.T, stack awscdk.Stack) string {
	app := awscdk.Stage_Of(stack)
	app.Synth(nil)
	metadata, err := os.ReadFile(filepath.Join(*app.Outdir(), "Test.metadata.json"))
	require.NoError(t, err)
	return string(metadata)
}

func TestAcknowledge_staysOutOfTheTemplate(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"AwsSolutions-S1": "the first reason", "CKV_AWS_18": "the second reason"})
	ecsgpu.Acknowledge(stack, ecsgpu.Reasons{"CKV_AWS_21": "another one"})
	written := acknowledgements(t, stack)
	for _, words := range []string{"AwsSolutions-S1", "CKV_AWS_18", "the first reason", "the second reason", "CKV_AWS_21", "another one"} {
		assert.Contains(t, written, words)
	}
	assert.NotContains(t, string(snapshot.Of(t, stack).Text()), "reason")
}
