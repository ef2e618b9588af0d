package ecsgpu

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
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

var ecrImage = regexp.MustCompile(`^([0-9]{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?/([^:@]+)`)

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

var (
	familyName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,255}$`)
	// maxContainers is ECS's limit per task definition.
	maxContainers = 10
)

// problems says everything that is wrong with the props.
func (p TaskDefinitionProps) problems() error {
	var all problems
	if !familyName.MatchString(p.Family) {
		all.add("Family must be 1 to 255 letters, digits, underscores or hyphens, got %q", p.Family)
	}
	if len(p.Containers) < 1 || len(p.Containers) > maxContainers {
		all.add("Containers must have 1 to %d entries, got %d", maxContainers, len(p.Containers))
	}
	p.checkSize(&all)
	switch p.NetworkMode {
	case "", NetworkModeBridge, NetworkModeHost, NetworkModeAwsvpc, NetworkModeNone:
	default:
		all.add("NetworkMode must be %q, %q, %q or %q, got %q",
			NetworkModeBridge, NetworkModeHost, NetworkModeAwsvpc, NetworkModeNone, p.NetworkMode)
	}
	names := map[string]int{}
	for i, c := range p.Containers {
		field := fmt.Sprintf("Containers[%d]", i)
		c.check(field, p, &all)
		if first, twice := names[c.Name]; twice {
			all.add("Containers[%d].Name is %q like that of Containers[%d]; names must differ", i, c.Name, first)
		}
		names[c.Name] = i
	}
	p.checkVolumes(&all)
	p.Placement.check(p.Pool, &all)
	p.checkManaged(&all)
	p.checkRules(&all)
	return all.join()
}

// The CPU of a whole task on EC2 (ECS API reference, RegisterTaskDefinition).
const minTaskCPUUnits, maxTaskCPUUnits = 128, 196608

// checkSize holds the whole task against ECS's ranges and its containers.
func (p TaskDefinitionProps) checkSize(all *problems) {
	if p.CPUUnits != 0 && (p.CPUUnits < minTaskCPUUnits || p.CPUUnits > maxTaskCPUUnits) {
		all.add("CPUUnits must be between %d and %d, got %d; a container's may be less", minTaskCPUUnits, maxTaskCPUUnits, p.CPUUnits)
	}
	if p.MemoryMiB < 0 {
		all.add("MemoryMiB must not be negative, got %d", p.MemoryMiB)
	}
	cpu, reserved, essential := 0, 0, len(p.Containers) == 0
	for _, c := range p.Containers {
		cpu += c.CPUUnits
		reserved += c.MemoryReservationMiB
		essential = essential || !c.NonEssential
	}
	if p.CPUUnits > 0 && cpu > p.CPUUnits {
		all.add("CPUUnits must be at least those of the containers together (%d), got %d", cpu, p.CPUUnits)
	}
	if p.MemoryMiB > 0 && reserved > p.MemoryMiB {
		all.add("MemoryMiB must be at least what the containers reserve together (%d), got %d", reserved, p.MemoryMiB)
	}
	if !essential {
		all.add("Containers: at least one must be essential; the task ends when it does")
	}
}

// checkVolumes refuses volumes that say two things and mounts of none.
func (p TaskDefinitionProps) checkVolumes(all *problems) {
	names := map[string]bool{}
	for i, v := range p.Volumes {
		if !familyName.MatchString(v.Name) || names[v.Name] {
			all.add("Volumes[%d].Name must be 1 to 255 letters, digits, underscores or hyphens and unique, got %q", i, v.Name)
		}
		if v.HostPath != "" && v.EFSFileSystemID != "" {
			all.add("Volumes[%d] has a HostPath and an EFSFileSystemID; leave one out", i)
		}
		if v.EFSAccessPointID != "" && v.EFSFileSystemID == "" {
			all.add("Volumes[%d].EFSAccessPointID needs EFSFileSystemID", i)
		}
		names[v.Name] = true
	}
	for i, c := range p.Containers {
		for j, m := range c.Mounts {
			if !names[m.Volume] || m.Path == "" {
				all.add("Containers[%d].Mounts[%d] must name a volume of the task and a Path, got %q and %q", i, j, m.Volume, m.Path)
			}
		}
	}
}

// hasCapacity says whether the task names what it runs on.
func (t *TaskDefinition) hasCapacity() bool { return t.Pool != nil || t.ManagedPool != nil }

// cluster is the cluster of the task's pool.
func (t *TaskDefinition) cluster() *Cluster {
	if t.ManagedPool != nil {
		return t.ManagedPool.Cluster
	}
	return t.Pool.Cluster
}

// strategy sends tasks to the task's pool and nowhere else.
func (t *TaskDefinition) strategy() []any {
	provider := t.provider()
	return []any{&awsecs.CfnService_CapacityProviderStrategyItemProperty{CapacityProvider: provider.Ref(), Weight: ptr(1.0)}}
}

func (t *TaskDefinition) provider() awsecs.CfnCapacityProvider {
	if t.ManagedPool != nil {
		return t.ManagedPool.CapacityProvider
	}
	return t.Pool.CapacityProvider
}

// subnetIDs are the subnets that the pool launches in.
func (t *TaskDefinition) subnetIDs() *[]*string {
	if t.ManagedPool != nil {
		return t.cluster().Network.SubnetIDs()
	}
	return t.Pool.subnetIDs()
}

// poolName is what the pool is called in messages.
func (t *TaskDefinition) poolName() string {
	if t.ManagedPool != nil {
		return t.ManagedPool.id
	}
	return t.Pool.id
}

// types are what the catalogue knows of the pool's types.
func (t *TaskDefinition) types() []hardware.InstanceType {
	if t.ManagedPool != nil {
		return t.ManagedPool.types
	}
	return t.Pool.types
}
