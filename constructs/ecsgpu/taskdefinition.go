package ecsgpu

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/placement"
)

// NetworkMode is how Docker connects the containers of a task.
type NetworkMode string

const (
	// NetworkModeBridge maps ports of the instance to containers.
	NetworkModeBridge NetworkMode = "bridge"
	// NetworkModeHost shares the instance's network, as NCCL over EFA needs.
	NetworkModeHost NetworkMode = "host"
	// NetworkModeAwsvpc gives each task a network interface of its own, of
	// which an instance has few. On a Pool it gets no public address: in a
	// public network the task does not reach the internet.
	NetworkModeAwsvpc NetworkMode = "awsvpc"
	// NetworkModeNone gives no network.
	NetworkModeNone NetworkMode = "none"
)

// TaskDefinitionProps are the props of [NewTaskDefinition].
type TaskDefinitionProps struct {
	// Family names the task definition: up to 255 letters, digits, underscores
	// and hyphens. Required.
	Family string
	// Pool is the pool that the task is meant for. A task that could never be
	// placed on it is refused. Required when a container asks for GPUs, unless
	// ManagedPool is given, with which it clashes.
	// Default: none, and no such check.
	Pool *Pool
	// ManagedPool is the pool of ECS Managed Instances that the task is meant
	// for. Clashes with Pool.
	// Default: none.
	ManagedPool *ManagedPool
	// Containers are the task's containers, 1 to 10. Required.
	Containers []Container
	// CPUUnits is the CPU of the whole task in units of 1/1024 vCPU. It is a
	// limit: a task with several GPUs starves on a small one.
	// Default: 0, the containers share what the instance has.
	CPUUnits int
	// MemoryMiB is the memory of the whole task, a hard limit.
	// Default: 0, the containers' own limits count; each then needs one.
	MemoryMiB int
	// NetworkMode connects the containers.
	// Default: NetworkModeBridge; NetworkModeAwsvpc on a managed pool.
	NetworkMode NetworkMode
	// Volumes are storage that the containers mount.
	// Default: none.
	Volumes []Volume
	// Placement narrows the instances that the task may run on.
	// Default: all of the pool.
	Placement Placement
	// ShareIPC lets the containers of the task share memory (ipcMode task).
	// Default: false.
	ShareIPC bool
	// LogGroup receives what the containers print.
	// Default: a log group of the task's own, kept for 30 days and deleted
	// with the stack.
	LogGroup awslogs.ILogGroup
	// ExecutionRole is the role with which ECS pulls images, reads secrets and
	// writes logs. One that is given must be allowed to: nothing is added to it.
	// Default: a role of the task's own that may do what the containers need.
	ExecutionRole awsiam.IRole
	// TaskRole is the role of the containers' own code.
	// Default: none; the first grant creates one, and so does an EFS access
	// point, which asks who mounts it.
	TaskRole awsiam.IRole
}

// TaskDefinition is an ECS task definition for EC2 instances, with the log
// group and the execution role that its containers need. It costs nothing
// until it runs; logs are billed by volume.
type TaskDefinition struct {
	constructs.Construct
	// Resource is the CloudFormation resource; its Ref is the ARN.
	Resource awsecs.CfnTaskDefinition
	// LogGroup receives what the containers print.
	LogGroup awslogs.ILogGroup
	// ExecutionRole is the role with which ECS pulls images and writes logs.
	ExecutionRole awsiam.IRole
	// Pool is the pool from the props, or nil.
	Pool *Pool
	// ManagedPool is the managed pool from the props, or nil.
	ManagedPool *ManagedPool

	taskRole       awsiam.IRole
	starters       []awsiam.IGrantable
	networkMode    NetworkMode
	containerProps []Container
	request        placement.Demand
}

// NewTaskDefinition creates a task definition.
func NewTaskDefinition(scope constructs.Construct, id string, props *TaskDefinitionProps) *TaskDefinition {
	defer alone(id)()
	var given TaskDefinitionProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())

	t := &TaskDefinition{
		Pool: given.Pool, ManagedPool: given.ManagedPool, taskRole: given.TaskRole, networkMode: given.networkMode(), containerProps: given.Containers,
		request: placement.DemandOf(given.inventory()),
	}
	constructs.NewConstruct_Override(t, scope, &id)
	t.LogGroup = t.logGroup(given)
	t.ExecutionRole = t.executionRole(given)
	t.Resource = awsecs.NewCfnTaskDefinition(t, jsii.String("Resource"), &awsecs.CfnTaskDefinitionProps{
		Family:                  &given.Family,
		RequiresCompatibilities: jsii.Strings(given.compatibility()),
		RuntimePlatform:         given.runtimePlatform(),
		NetworkMode:             jsii.String(string(t.networkMode)),
		PlacementConstraints:    given.Placement.constraints(),
		Volumes:                 volumes(given.Volumes),
		Cpu:                     optionalNumber(given.CPUUnits),
		Memory:                  optionalNumber(given.MemoryMiB),
		ExecutionRoleArn:        t.ExecutionRole.RoleArn(),
		ContainerDefinitions:    t.containers(given.Containers),
	})
	if given.ShareIPC {
		t.Resource.SetIpcMode(jsii.String("task"))
	}
	if t.taskRole != nil {
		t.Resource.SetTaskRoleArn(t.taskRole.RoleArn())
	} else if given.usesAccessPoint() {
		t.TaskRole()
	}
	t.overrideGPUs(given.Containers)
	return t
}

// GrantPrincipal makes the task an IGrantable: a grant to it goes to the task
// role, which the first call creates.
func (t *TaskDefinition) GrantPrincipal() awsiam.IPrincipal { return t.TaskRole().GrantPrincipal() }

// TaskRole is the role of the containers' own code. The first call creates it
// when the props gave none.
func (t *TaskDefinition) TaskRole() awsiam.IRole {
	if t.taskRole == nil {
		t.taskRole = newTasksRole(t, "TaskRole", "Code of the task's containers")
		t.Resource.SetTaskRoleArn(t.taskRole.RoleArn())
		for _, starter := range t.starters {
			grantPassRole(starter, t.taskRole)
		}
	}
	return t.taskRole
}

// GrantRun allows grantee to run this task and to hand it its roles, also a
// task role that a later grant creates.
func (t *TaskDefinition) GrantRun(grantee awsiam.IGrantable) {
	grantee.GrantPrincipal().AddToPrincipalPolicy(allow([]string{"ecs:RunTask"}, *t.Resource.Ref(), nil))
	grantPassRole(grantee, t.ExecutionRole)
	if t.taskRole != nil {
		grantPassRole(grantee, t.taskRole)
	}
	t.starters = append(t.starters, grantee)
}

// grantPassRole is like IRole.GrantPassRole, which would look for the role's
// own account when the role is imported.
func grantPassRole(grantee awsiam.IGrantable, role awsiam.IRole) {
	grantee.GrantPrincipal().AddToPrincipalPolicy(allow([]string{"iam:PassRole"}, *role.RoleArn(), nil))
}

func (t *TaskDefinition) logGroup(props TaskDefinitionProps) awslogs.ILogGroup {
	if props.LogGroup != nil {
		return props.LogGroup
	}
	group := awslogs.NewLogGroup(t, jsii.String("LogGroup"), &awslogs.LogGroupProps{
		Retention:     awslogs.RetentionDays_ONE_MONTH,
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	Acknowledge(group, Reasons{
		"CKV_AWS_158": "CloudWatch Logs encrypts every log group; a KMS key of the account is billed by the month, " +
			"and TaskDefinitionProps.LogGroup takes a group that has one",
	})
	return group
}

func (t *TaskDefinition) executionRole(props TaskDefinitionProps) awsiam.IRole {
	if props.ExecutionRole != nil {
		return props.ExecutionRole
	}
	role := newTasksRole(t, "ExecutionRole", "ECS, to pull images and write logs")
	role.AddToPolicy(allow([]string{"logs:CreateLogStream", "logs:PutLogEvents"}, *t.LogGroup.LogGroupArn(), nil))
	for _, c := range props.Containers {
		if unresolved(c.Image) {
			// A parameter may name a repository of this account at deployment, and
			// the agent pulls with this role alone.
			Acknowledge(role, Reasons{
				"AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ecr:<AWS::Region>:<AWS::AccountId>:repository/*]": "which repository the image is in is known only at deployment",
			})
		}
		if repository := c.repositoryARN(); repository != "" {
			role.AddToPolicy(allow([]string{"ecr:GetAuthorizationToken"}, "*", nil))
			Acknowledge(role, Reasons{"AwsSolutions-IAM5[Resource::*]": "ecr:GetAuthorizationToken knows no resource"})
			role.AddToPolicy(allow([]string{"ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"}, repository, nil))
		}
		c.grantReads(role)
	}
	return role
}

// grantReads lets ECS read what the container starts with.
func (c Container) grantReads(role awsiam.Role) {
	if c.RepositoryCredentials != nil {
		c.RepositoryCredentials.GrantRead(role, nil)
	}
	for _, file := range c.EnvironmentFiles {
		file.grantRead(role)
	}
	for _, name := range sortedKeys(c.Secrets) {
		c.Secrets[name].GrantRead(role)
	}
}

// repositoryARN returns the ECR repository of the image, all of the account if
// the image is known only at deployment, or nothing.
func (c Container) repositoryARN() string {
	if c.Repository != nil {
		return *c.Repository.RepositoryArn()
	}
	if unresolved(c.Image) {
		return arn("ecr", "repository/*")
	}
	return ecrRepository(c.Image)
}

var ecrImage = regexp.MustCompile(`^([0-9]{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?/([^:@]+)`)

// ecrRepository is the ARN of the ECR repository that an image names, or empty.
func ecrRepository(image string) string {
	match := ecrImage.FindStringSubmatch(image)
	if match == nil {
		return ""
	}
	return *awscdk.Fn_Sub(jsii.String("arn:${AWS::Partition}:ecr:"+match[2]+":"+match[1]+":repository/"+match[3]), nil)
}

// allowExecuteCommand lets ECS Exec open its channels from the containers.
func (t *TaskDefinition) allowExecuteCommand() {
	t.TaskRole().AddToPrincipalPolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: jsii.Strings("ssmmessages:CreateControlChannel", "ssmmessages:CreateDataChannel",
			"ssmmessages:OpenControlChannel", "ssmmessages:OpenDataChannel"),
		Resources: jsii.Strings("*"),
	}))
}

// usesAccelerators says whether a container holds GPUs or Neuron devices.
func (t *TaskDefinition) usesAccelerators() bool {
	return t.usesNeuron() || slices.ContainsFunc(t.containerProps, func(c Container) bool { return !c.GPUs.IsZero() })
}

// needsAccelerators says so, too, of a container that sees all devices of its
// instance without holding one.
func (t *TaskDefinition) needsAccelerators() bool {
	return t.usesAccelerators() || slices.ContainsFunc(t.containerProps, func(c Container) bool { return c.Privileged })
}

func (t *TaskDefinition) usesNeuron() bool {
	return slices.ContainsFunc(t.containerProps, func(c Container) bool { return c.NeuronDevices > 0 })
}

// checksHealth says whether a container tells that it works.
func (t *TaskDefinition) checksHealth() bool {
	return slices.ContainsFunc(t.containerProps, func(c Container) bool { return c.HealthCheck != nil })
}

// newTasksRole creates a role that ECS tasks assume.
func newTasksRole(scope constructs.Construct, id, description string) awsiam.Role {
	return awsiam.NewRole(scope, &id, &awsiam.RoleProps{
		AssumedBy:   awsiam.NewServicePrincipal(jsii.String("ecs-tasks.amazonaws.com"), nil),
		Description: &description,
	})
}

func (p TaskDefinitionProps) networkMode() NetworkMode {
	switch {
	case p.NetworkMode != "":
		return p.NetworkMode
	case p.ManagedPool != nil:
		return NetworkModeAwsvpc
	}
	return NetworkModeBridge
}

// optionalNumber is nil for a number that was left out.
func optionalNumber(n int) *string {
	if n == 0 {
		return nil
	}
	return jsii.String(strconv.Itoa(n))
}
