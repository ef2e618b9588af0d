package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

func newTensorFlowTest(scope constructs.Construct) awscdk.Stack {
	stack := awscdk.NewStack(scope, jsii.String("tensorflow-test"), &awscdk.StackProps{
		Description: jsii.String("ECS cluster for TensorFlow on CPUs and GPUs"),
		Synthesizer: awscdk.NewBootstraplessSynthesizer(&awscdk.BootstraplessSynthesizerProps{}),
	})
	environment := awscdk.NewCfnParameter(stack, jsii.String("EnvironmentName"), &awscdk.CfnParameterProps{
		Type:    jsii.String("String"),
		Default: "test",
	})
	awscdk.NewCfnParameter(stack, jsii.String("GPUInstanceType"), &awscdk.CfnParameterProps{
		Type:          jsii.String("String"),
		Default:       "g6.xlarge",
		AllowedValues: jsii.Strings("g6.xlarge", "g6.12xlarge", "p3.16xlarge"),
	})
	awscdk.NewCfnParameter(stack, jsii.String("MaxGPUSize"), &awscdk.CfnParameterProps{
		Type:     jsii.String("Number"),
		Default:  2,
		MinValue: jsii.Number(0),
	})
	cluster := awsecs.NewCfnCluster(stack, jsii.String("Cluster"), &awsecs.CfnClusterProps{})
	logs := awslogs.NewCfnLogGroup(stack, jsii.String("Logs"), &awslogs.CfnLogGroupProps{
		LogGroupName:    awscdk.Fn_Sub(jsii.String("${EnvironmentName}-task-tensorflow-gpu"), nil),
		RetentionInDays: jsii.Number(7),
	})
	awsecs.NewCfnTaskDefinition(stack, jsii.String("Gpu1"), &awsecs.CfnTaskDefinitionProps{
		Family: jsii.String("tensorflow-1-gpu"),
		Cpu:    jsii.String("1024"),
		Memory: jsii.String("6144"),
		ContainerDefinitions: []any{&awsecs.CfnTaskDefinition_ContainerDefinitionProperty{
			Name:                 jsii.String("tensorflow-gpu"),
			Image:                jsii.String("tensorflow/tensorflow:latest-gpu"),
			Cpu:                  jsii.Number(1024),
			Essential:            true,
			DockerLabels:         map[string]*string{"Com.Example.Team": jsii.String("vision")},
			Environment:          []any{&awsecs.CfnTaskDefinition_KeyValuePairProperty{Name: jsii.String("BATCH_SIZE"), Value: jsii.String("32")}},
			ResourceRequirements: []any{&awsecs.CfnTaskDefinition_ResourceRequirementProperty{Type: jsii.String("GPU"), Value: jsii.String("1")}},
			LogConfiguration: &awsecs.CfnTaskDefinition_LogConfigurationProperty{
				LogDriver: jsii.String("awslogs"),
				Options: map[string]*string{
					"awslogs-group":         logs.Ref(),
					"awslogs-region":        awscdk.Aws_REGION(),
					"awslogs-stream-prefix": jsii.String("tensorflow-gpu"),
				},
			},
		}},
	})
	awscdk.NewCfnOutput(stack, jsii.String("ClusterName"), &awscdk.CfnOutputProps{
		Value:      cluster.Ref(),
		ExportName: awscdk.Fn_Join(jsii.String(":"), &[]*string{environment.ValueAsString(), jsii.String("ClusterName")}),
	})
	return stack
}
