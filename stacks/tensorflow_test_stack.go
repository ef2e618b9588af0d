package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// newTensorFlowTest creates the cluster of the AWS Compute Blog's "Scheduling
// GPUs for deep learning tasks on Amazon ECS" (2019-02) on today's AWS. Its
// parameters, outputs and figures are the original's; docs/equivalence.md holds
// the two against each other, resource by resource.
func newTensorFlowTest(scope constructs.Construct) awscdk.Stack {
	stack := newStack(scope, "tensorflow-test", "ECS cluster of c5 and GPU instances that runs a TensorFlow benchmark on 1, 4 and 8 GPUs")
	parameters := newTensorFlowParameters(stack)
	network := ecsgpu.NewNetwork(stack, "Network", nil)
	ecsgpu.Acknowledge(network, ecsgpu.Reasons{
		"AwsSolutions-VPC7": "a demonstration that runs for an hour, without flow logs like the original; gpu-cluster has them",
	})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network, DisableManagedTerminationProtection: true})
	cpu := cluster.AddPool("Cpu", parameters.cpuPool())
	gpu := cluster.AddPool("Gpu", parameters.gpuPool())
	roles := newTensorFlowRoles(stack)
	newTensorFlowTasks(stack, cpu, gpu, roles.execution)

	out := exports{stack: stack}
	out.add("ClusterName", cluster.Resource.Ref())
	out.add("AutoscalingRole", roles.autoscaling.RoleArn())
	out.add("ECSRole", roles.ecs.RoleArn())
	out.add("ECSTaskExecutionRole", roles.execution.RoleArn())
	out.add("VpcId", network.Vpc.VpcId())
	subnets := *network.SubnetIDs()
	out.add("PublicSubnetOne", subnets[0])
	out.add("PublicSubnetTwo", subnets[1])
	out.add("ContainerSecurityGroup", cluster.SecurityGroup.SecurityGroupId())
	out.add("CapacityProvider", cpu.CapacityProvider.Ref())
	out.add("GPUCapacityProvider", gpu.CapacityProvider.Ref())
	return stack
}

// tensorFlowParameters are the nine parameters of the original, by its names.
type tensorFlowParameters struct {
	instanceType, gpuInstanceType       *ecsgpu.InstanceTypeParameter
	desiredCapacity, desiredGPUCapacity awscdk.CfnParameter
	maxSize, maxGPUSize                 awscdk.CfnParameter
	image, gpuImage                     awscdk.CfnParameter
}

func newTensorFlowParameters(stack awscdk.Stack) tensorFlowParameters {
	awscdk.NewCfnParameter(stack, jsii.String("EnvironmentName"), &awscdk.CfnParameterProps{
		Type: jsii.String("String"), Default: "test",
		Description: jsii.String("Prefix of the exports and of the log groups"),
	})
	return tensorFlowParameters{
		instanceType: ecsgpu.NewInstanceTypeParameter(stack, "InstanceType", &ecsgpu.InstanceTypeParameterProps{
			Default: "c5.2xlarge", Allowed: cpuTypes(), Description: "Type of the CPU instances",
		}),
		gpuInstanceType: ecsgpu.NewInstanceTypeParameter(stack, "GPUInstanceType", &ecsgpu.InstanceTypeParameterProps{
			Default: "p3.2xlarge", Allowed: images.NVIDIATypes(latest(images.AL2023GPU)), Description: "Type of the GPU instances",
		}),
		desiredCapacity:    newCountParameter(stack, "DesiredCapacity", "Number of CPU instances"),
		maxSize:            newCountParameter(stack, "MaxSize", "Largest number of CPU instances"),
		desiredGPUCapacity: newCountParameter(stack, "DesiredGPUCapacity", "Number of GPU instances"),
		maxGPUSize:         newCountParameter(stack, "MaxGPUSize", "Largest number of GPU instances"),
		image:              newImageParameter(stack, "ECSAMI", images.AL2023, "Image of the CPU instances"),
		gpuImage:           newImageParameter(stack, "ECSGPUAMI", images.AL2023GPU, "Image of the GPU instances"),
	}
}

// cpuTypes returns the sizes of the original's families t2, m5, c5 and r5, four
// of which it misspelt.
func cpuTypes() []string {
	var names []string
	for _, t := range hardware.All() {
		switch t.Family() {
		case "t2", "m5", "c5", "r5":
			names = append(names, t.Name)
		}
	}
	return names
}

func newCountParameter(stack awscdk.Stack, id, description string) awscdk.CfnParameter {
	return awscdk.NewCfnParameter(stack, &id, &awscdk.CfnParameterProps{
		Type: jsii.String("Number"), Default: 2, MinValue: jsii.Number(1), Description: &description,
	})
}

func newImageParameter(stack awscdk.Stack, id string, image images.Name, description string) awscdk.CfnParameter {
	return awscdk.NewCfnParameter(stack, &id, &awscdk.CfnParameterProps{
		Type: jsii.String("AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>"), Default: latest(image).SSMParameter, Description: &description,
	})
}

// cpuPool and gpuPool are the original's two groups: at least one instance,
// creation that waits for a signal, and an update that replaces instances.
func (p tensorFlowParameters) cpuPool() *ecsgpu.PoolProps {
	return &ecsgpu.PoolProps{
		MinCapacity: 1, DesiredCapacity: 2, MaxCapacity: 2,
		Parameters: &ecsgpu.PoolParameters{
			InstanceType: p.instanceType, ImageID: p.image, DesiredCapacity: p.desiredCapacity, MaxCapacity: p.maxSize,
		},
		Rollout:         ecsgpu.RolloutRolling,
		InstanceSignals: 1,
	}
}

func (p tensorFlowParameters) gpuPool() *ecsgpu.PoolProps {
	props := p.cpuPool()
	props.Parameters = &ecsgpu.PoolParameters{
		InstanceType: p.gpuInstanceType, ImageID: p.gpuImage, DesiredCapacity: p.desiredGPUCapacity, MaxCapacity: p.maxGPUSize,
	}
	return props
}

// tensorFlowRoles are the roles that the original exports beside that of its
// instances. Service-linked roles have made the first two unnecessary; stacks
// that import them still find them.
type tensorFlowRoles struct{ autoscaling, ecs, execution awsiam.Role }

func newTensorFlowRoles(stack awscdk.Stack) tensorFlowRoles {
	role := func(id, service, policy string) awsiam.Role {
		role := awsiam.NewRole(stack, &id, &awsiam.RoleProps{
			AssumedBy: awsiam.NewServicePrincipal(&service, nil),
			ManagedPolicies: &[]awsiam.IManagedPolicy{
				awsiam.ManagedPolicy_FromAwsManagedPolicyName(jsii.String("service-role/" + policy)),
			},
		})
		ecsgpu.Acknowledge(role, ecsgpu.Reasons{
			"AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/" + policy + "]": "the policy that AWS keeps " +
				"for this service; the original lists its actions as they were in 2019",
		})
		return role
	}
	return tensorFlowRoles{
		autoscaling: role("AutoscalingRole", "application-autoscaling.amazonaws.com", "AmazonEC2ContainerServiceAutoscaleRole"),
		ecs:         role("ECSRole", "ecs.amazonaws.com", "AmazonEC2ContainerServiceRole"),
		execution:   role("ECSTaskExecutionRole", "ecs-tasks.amazonaws.com", "AmazonECSTaskExecutionRolePolicy"),
	}
}

// newTensorFlowTasks creates the four task definitions with the log groups that
// the published walk-through forgets to deploy.
func newTensorFlowTasks(stack awscdk.Stack, cpu, gpu *ecsgpu.Pool, execution awsiam.IRole) {
	task := func(id, family string, memoryMiB int, pool *ecsgpu.Pool, logs awslogs.ILogGroup, container ecsgpu.Container) {
		container.CPUUnits = 1024
		definition := ecsgpu.NewTaskDefinition(stack, id, &ecsgpu.TaskDefinitionProps{
			Family: family, CPUUnits: 1024, MemoryMiB: memoryMiB, Pool: pool,
			LogGroup: logs, ExecutionRole: execution, Containers: []ecsgpu.Container{container},
		})
		if len(container.Environment) > 0 {
			ecsgpu.Acknowledge(definition, ecsgpu.Reasons{
				"AwsSolutions-ECS2": "the number of GPUs and the batch size, as the original has them, nothing secret",
			})
		}
	}
	gpuTask := func(id string, gpus, memoryMiB int, logs awslogs.ILogGroup, environment map[string]string) {
		task(id, id, memoryMiB, gpu, logs, ecsgpu.Container{
			Name: "tensorflow-gpu", Image: "brentley/tensorflow-gpu:8904d11",
			GPUs: ecsgpu.WholeGPUs(gpus), Environment: environment,
		})
	}
	gpuLogs := newTensorFlowLogs(stack, "GpuLogs", "tensorflow-gpu")
	gpuTask("tensorflow-1-gpu", 1, 6144, gpuLogs, nil)
	gpuTask("tensorflow-4-gpu", 4, 8192, gpuLogs, map[string]string{"GPU": "4", "BATCH_SIZE": "128"})
	gpuTask("tensorflow-8-gpu", 8, 131072, gpuLogs, map[string]string{"GPU": "8", "BATCH_SIZE": "128"})
	task("tensorflow-cpu", "tensorflow-cpu", 6144, cpu, newTensorFlowLogs(stack, "CpuLogs", "tensorflow-cpu"),
		ecsgpu.Container{Name: "tensorflow-cpu", Image: "brentley/tensorflow-cpu:latest"})
}

func newTensorFlowLogs(stack awscdk.Stack, id, container string) awslogs.ILogGroup {
	return newLogGroup(stack, id, &awslogs.LogGroupProps{
		LogGroupName:  awscdk.Fn_Sub(jsii.String("${EnvironmentName}-task-"+container), nil),
		Retention:     awslogs.RetentionDays_ONE_MONTH,
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
}

// exports writes outputs under the original's keys and export names.
type exports struct{ stack awscdk.Stack }

func (e exports) add(key string, value *string) {
	newExport(e.stack, key, value, awscdk.Fn_Sub(jsii.String("${EnvironmentName}:"+key), nil))
}
