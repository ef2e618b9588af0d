package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestTaskDefinition_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 1})
	ecsgpu.NewTaskDefinition(stack, "Train", &ecsgpu.TaskDefinitionProps{
		Family: "train", Pool: gpus,
		Containers: []ecsgpu.Container{{Name: "main", Image: "pytorch", GPUs: ecsgpu.WholeGPUs(4), MemoryMiB: 65536}},
	})
	template := snapshot.Of(t, stack)

	task := template.One("AWS::ECS::TaskDefinition")
	assert.Equal(t, "train", task.Get("Family"))
	assert.Equal(t, []any{"EC2"}, task.Get("RequiresCompatibilities"))
	assert.Equal(t, "bridge", task.Get("NetworkMode"))
	assert.Nil(t, task.Get("Cpu"), "no cap that could starve a GPU")
	assert.Nil(t, task.Get("Memory"))
	assert.Nil(t, task.Get("TaskRoleArn"), "no role that nothing uses")
	container := task.Get("ContainerDefinitions.0").(map[string]any)
	assert.Equal(t, []any{map[string]any{"Type": "GPU", "Value": "4"}}, container["ResourceRequirements"])
	assert.Equal(t, true, container["Essential"])
	assert.Equal(t, 65536.0, container["Memory"])
	assert.Nil(t, container["Privileged"])

	logs := template.One("AWS::Logs::LogGroup")
	assert.Equal(t, 30.0, logs.Get("RetentionInDays"))
	assert.Equal(t, "Delete", logs.Body["DeletionPolicy"])
	assert.Equal(t, map[string]any{
		"awslogs-group":         map[string]any{"Ref": logs.LogicalID},
		"awslogs-region":        map[string]any{"Ref": "AWS::Region"},
		"awslogs-stream-prefix": "main",
	}, task.Get("ContainerDefinitions.0.LogConfiguration.Options"))
	execution := template.Resource(task.Get("ExecutionRoleArn.Fn::GetAtt.0").(string))
	assert.Equal(t, "ecs-tasks.amazonaws.com", execution.Get("AssumeRolePolicyDocument.Statement.0.Principal.Service"))
}

func TestTaskDefinition_overrides(t *testing.T) {
	stack := snapshot.NewStack(t)
	logs := awslogs.LogGroup_FromLogGroupName(stack, jsii.String("Logs"), jsii.String("shared"))
	role := func(id string) awsiam.IRole {
		return awsiam.Role_FromRoleArn(stack, jsii.String(id), jsii.String("arn:aws:iam::123456789012:role/"+id), nil)
	}
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "task", CPUUnits: 2048, MemoryMiB: 4096, NetworkMode: ecsgpu.NetworkModeHost,
		LogGroup: logs, ExecutionRole: role("execution"), TaskRole: role("task"),
		Containers: []ecsgpu.Container{
			{Name: "main", Image: "busybox", CPUUnits: 1024, MemoryReservationMiB: 256,
				EntryPoint: []string{"sh", "-c"}, Command: []string{"sleep 1"}, Environment: map[string]string{"B": "2", "A": "1"}},
			{Name: "side", Image: "busybox", NonEssential: true},
		},
	})
	template := snapshot.Of(t, stack)

	task := template.One("AWS::ECS::TaskDefinition")
	assert.Equal(t, "2048", task.Get("Cpu"))
	assert.Equal(t, "4096", task.Get("Memory"))
	assert.Equal(t, "host", task.Get("NetworkMode"))
	assert.Equal(t, "arn:aws:iam::123456789012:role/execution", task.Get("ExecutionRoleArn"))
	assert.Equal(t, "arn:aws:iam::123456789012:role/task", task.Get("TaskRoleArn"))
	assert.Equal(t, "shared", task.Get("ContainerDefinitions.0.LogConfiguration.Options.awslogs-group"))
	assert.Equal(t, []any{"sh", "-c"}, task.Get("ContainerDefinitions.0.EntryPoint"))
	assert.Equal(t, []any{"sleep 1"}, task.Get("ContainerDefinitions.0.Command"))
	assert.Equal(t, "A", task.Get("ContainerDefinitions.0.Environment.0.Name"), "sorted by name")
	assert.Equal(t, 256.0, task.Get("ContainerDefinitions.0.MemoryReservation"))
	assert.Equal(t, false, task.Get("ContainerDefinitions.1.Essential"))
	assert.Nil(t, task.Get("ContainerDefinitions.1.ResourceRequirements"))
	assert.Empty(t, template.Resources("AWS::IAM::Role"))
	assert.Empty(t, template.Resources("AWS::Logs::LogGroup"))
}

func TestTaskDefinition_grants(t *testing.T) {
	stack := snapshot.NewStack(t)
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "task", Containers: []ecsgpu.Container{{Name: "main", Image: "busybox", MemoryMiB: 128}},
	})
	starter := awsiam.NewRole(stack, jsii.String("Starter"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("events.amazonaws.com"), nil),
	})
	task.GrantRun(starter)
	awss3.Bucket_FromBucketName(stack, jsii.String("Data"), jsii.String("data")).GrantRead(task, nil)
	template := snapshot.Of(t, stack)

	taskRole := template.One("AWS::ECS::TaskDefinition").Get("TaskRoleArn.Fn::GetAtt.0")
	require.NotNil(t, taskRole, "the first grant creates the role")
	var actions, passed []any
	for _, policy := range template.Resources("AWS::IAM::Policy") {
		if policy.Get("Roles.0.Ref") == *stack.GetLogicalId(starter.Node().DefaultChild().(awsiam.CfnRole)) {
			for _, statement := range policy.Get("PolicyDocument.Statement").([]any) {
				statement := statement.(map[string]any)
				actions = append(actions, statement["Action"])
				if arn, ok := statement["Resource"].(map[string]any)["Fn::GetAtt"]; ok {
					passed = append(passed, arn.([]any)[0])
				}
			}
		}
	}
	assert.Equal(t, []any{"ecs:RunTask", "iam:PassRole", "iam:PassRole"}, actions)
	assert.Equal(t, []any{template.One("AWS::ECS::TaskDefinition").Get("ExecutionRoleArn.Fn::GetAtt.0"), taskRole}, passed,
		"also the task role that came later")
}

func TestTaskDefinition_rejects(t *testing.T) {
	container := func(change func(*ecsgpu.Container)) ecsgpu.TaskDefinitionProps {
		c := ecsgpu.Container{Name: "main", Image: "busybox", MemoryMiB: 128}
		change(&c)
		return ecsgpu.TaskDefinitionProps{Family: "task", Containers: []ecsgpu.Container{c}}
	}
	for name, test := range map[string]struct {
		props    ecsgpu.TaskDefinitionProps
		problems []string
	}{
		"nothing": {
			ecsgpu.TaskDefinitionProps{},
			[]string{
				`Family must be 1 to 255 letters, digits, underscores or hyphens, got ""`,
				"Containers must have 1 to 10 entries, got 0",
			},
		},
		"an empty container": {
			ecsgpu.TaskDefinitionProps{Family: "task", Containers: []ecsgpu.Container{{}}},
			[]string{
				`Containers[0].Name must be 1 to 255 letters, digits, underscores or hyphens, got ""`,
				`Containers[0].Image is required, for example "nvidia/cuda:12.9.1-base-ubuntu24.04"`,
				"Containers[0] needs MemoryMiB or MemoryReservationMiB, because the task has no MemoryMiB",
			},
		},
		"no GPU at all": {
			container(func(c *ecsgpu.Container) { c.GPUs = ecsgpu.WholeGPUs(0) }),
			[]string{
				"Containers[0].GPUs: a number of GPUs must be at least 1, got 0",
				"Containers[0].GPUs needs the task's Pool: nothing on ECS leads a GPU task to GPU instances by itself",
			},
		},
		"a reservation above the limit": {
			container(func(c *ecsgpu.Container) { c.MemoryReservationMiB = 256 }),
			[]string{"Containers[0].MemoryReservationMiB must be at most MemoryMiB (128), got 256"},
		},
		"two containers of one name": {
			ecsgpu.TaskDefinitionProps{Family: "task", MemoryMiB: 512, Containers: []ecsgpu.Container{
				{Name: "main", Image: "busybox"}, {Name: "main", Image: "busybox"},
			}},
			[]string{`Containers[1].Name is "main" like that of Containers[0]; names must differ`},
		},
		"an unknown network mode": {
			ecsgpu.TaskDefinitionProps{Family: "task", NetworkMode: "vpc", MemoryMiB: 512, Containers: []ecsgpu.Container{{Name: "main", Image: "busybox"}}},
			[]string{`NetworkMode must be "bridge", "host", "awsvpc" or "none", got "vpc"`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			stack := snapshot.NewStack(t)
			requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Task", &test.props) }, test.problems...)
		})
	}
}
