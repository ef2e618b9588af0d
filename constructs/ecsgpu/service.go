package ecsgpu

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// ServiceProps are the props of [NewService].
type ServiceProps struct {
	// Task is what the service runs, on the pool that the task definition
	// names. Required, with a Pool or a ManagedPool.
	Task *TaskDefinition
	// DesiredCount is the number of tasks, at most what the pool holds. With
	// Scaling it is the number after every deployment that changes the service.
	// For a service that rests at zero use Scaling, or Resource.SetDesiredCount.
	// Default: 1; with Scaling 1 at first, and what scaling has made of it later.
	DesiredCount int
	// Surge starts new tasks before it stops old ones. The pool must have room
	// for one more, or a deployment waits forever.
	// Default: false, old tasks stop first: half of them at a time, or all when
	// there may be only one, which leaves a gap.
	Surge bool
	// HealthCheckGracePeriod ignores failing health checks, of a load balancer
	// and of the containers, after a start: pulling a large image and loading a
	// model take minutes. In whole seconds.
	// Default: 10 minutes with GPUs or Neuron devices, 1 minute otherwise; only
	// with LoadBalancer or a container's HealthCheck.
	HealthCheckGracePeriod time.Duration
	// LoadBalancer puts an Application Load Balancer in front.
	// Default: none.
	LoadBalancer *LoadBalancerProps
	// Scaling changes the number of tasks by load.
	// Default: none.
	Scaling *ScalingProps
	// Strategy picks among the instances that can take a task. Not with a
	// ManagedPool.
	// Default: PlacementStrategyPack with GPUs or Neuron devices, PlacementStrategySpreadZones otherwise.
	Strategy PlacementStrategy
	// DistinctInstances never puts two tasks on one instance.
	// Default: false.
	DistinctInstances bool
	// ExecuteCommand lets operators open a shell in a container by ECS Exec.
	// Default: false.
	ExecuteCommand bool
}

// Service keeps tasks running on a pool. It costs nothing by itself; the
// instances under it, and a load balancer, do.
//
// It depends on what makes its capacity provider usable: the cluster's
// association, or the managed pool. CloudFormation therefore deletes the service
// with its tasks before the provider.
type Service struct {
	constructs.Construct
	// Resource is the CloudFormation resource.
	Resource awsecs.CfnService
	// LoadBalancer is the load balancer, or nil.
	LoadBalancer *LoadBalancer
	// Task is the task definition from the props.
	Task *TaskDefinition

	securityGroup awsec2.ISecurityGroup // nil until somebody asks for that of the instances
}

// NewService creates a service.
func NewService(scope constructs.Construct, id string, props *ServiceProps) *Service {
	defer alone(id)()
	var given ServiceProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())
	given = given.withDefaults()

	s := &Service{Task: given.Task}
	constructs.NewConstruct_Override(s, scope, &id)
	if s.Task.networkMode == NetworkModeAwsvpc {
		s.securityGroup = s.newSecurityGroup()
	}
	s.newResource(given)
	if given.ExecuteCommand {
		given.Task.allowExecuteCommand()
	}
	if given.LoadBalancer != nil {
		s.LoadBalancer = s.newLoadBalancer(*given.LoadBalancer)
	}
	if given.Scaling != nil {
		s.scale(*given.Scaling)
	}
	return s
}

// Connections make the service's tasks an IConnectable: their own security
// group in awsvpc mode, that of the cluster's instances otherwise.
func (s *Service) Connections() awsec2.Connections {
	if s.securityGroup == nil {
		s.securityGroup = s.instancesSecurityGroup()
	}
	return s.securityGroup.Connections()
}

func (s *Service) newResource(props ServiceProps) {
	cluster := s.Task.cluster()
	s.Resource = awsecs.NewCfnService(s, jsii.String("Resource"), &awsecs.CfnServiceProps{
		Cluster:                       cluster.Resource.Ref(),
		TaskDefinition:                s.Task.Resource.Ref(),
		DesiredCount:                  optionalFloat(props.DesiredCount),
		CapacityProviderStrategy:      s.Task.strategy(),
		DeploymentConfiguration:       props.deployment(),
		HealthCheckGracePeriodSeconds: optionalSeconds(props.HealthCheckGracePeriod),
		AvailabilityZoneRebalancing:   jsii.String("DISABLED"),
		PlacementStrategies:           props.Strategy.property(),
		PlacementConstraints:          props.placementConstraints(),
		NetworkConfiguration:          s.networkConfiguration(),
		EnableExecuteCommand:          optionalBool(props.ExecuteCommand),
		PropagateTags:                 jsii.String("SERVICE"),
		EnableEcsManagedTags:          jsii.Bool(true),
	})
	if s.Task.Pool != nil {
		s.Resource.Node().AddDependency(cluster.Association)
	}
}

// deployment is a rollout that can make progress: a GPU that a running task
// holds is not there for its successor. ECS rounds the least number of healthy
// tasks up, so that half of one is one, and nothing could stop. The circuit
// breaker ends a rollout whose tasks fail, and brings the last good version
// back; tasks that wait for an instance to boot do not count as failed.
func (p ServiceProps) deployment() *awsecs.CfnService_DeploymentConfigurationProperty {
	minimum, maximum := 0, 100
	switch {
	case p.Surge:
		minimum, maximum = 100, 200
	case p.leastTasks() > 1:
		minimum = 50
	}
	return &awsecs.CfnService_DeploymentConfigurationProperty{
		MinimumHealthyPercent: jsii.Number(minimum),
		MaximumPercent:        jsii.Number(maximum),
		DeploymentCircuitBreaker: &awsecs.CfnService_DeploymentCircuitBreakerProperty{
			Enable: jsii.Bool(true), Rollback: jsii.Bool(true),
		},
	}
}

// leastTasks and mostTasks bound what scaling makes of the number of tasks.
func (p ServiceProps) leastTasks() int {
	if p.Scaling != nil {
		return p.Scaling.MinTasks
	}
	return p.DesiredCount
}

func (p ServiceProps) mostTasks() int {
	if p.Scaling != nil {
		return max(p.DesiredCount, p.Scaling.MaxTasks)
	}
	return p.DesiredCount
}

func (p ServiceProps) placementConstraints() any {
	if !p.DistinctInstances {
		return nil
	}
	return []any{&awsecs.CfnService_PlacementConstraintProperty{Type: jsii.String("distinctInstance")}}
}

// instancesSecurityGroup is the group that traffic to tasks meets that share
// their instance's address. For a service in another stack than the cluster it
// is a view of it there: CDK puts a rule into the stack of the group that it is
// added to, and the cluster's cannot depend on the service's.
func (s *Service) instancesSecurityGroup() awsec2.ISecurityGroup {
	group := s.Task.cluster().SecurityGroup
	if awscdk.Stack_Of(s) == awscdk.Stack_Of(group) {
		return group
	}
	return awsec2.SecurityGroup_FromSecurityGroupId(s, jsii.String("Instances"), group.SecurityGroupId(),
		&awsec2.SecurityGroupImportOptions{AllowAllOutbound: jsii.Bool(true)})
}

// newSecurityGroup creates the group of tasks with an interface of their own.
func (s *Service) newSecurityGroup() awsec2.ISecurityGroup {
	cluster := s.Task.cluster()
	return awsec2.NewSecurityGroup(s, jsii.String("SecurityGroup"), &awsec2.SecurityGroupProps{
		Vpc: cluster.Network.Vpc, Description: jsii.String("Tasks of the service"), AllowAllOutbound: jsii.Bool(true),
	})
}

func (s *Service) networkConfiguration() any {
	if s.Task.networkMode != NetworkModeAwsvpc {
		return nil
	}
	return &awsecs.CfnService_NetworkConfigurationProperty{
		AwsvpcConfiguration: &awsecs.CfnService_AwsVpcConfigurationProperty{
			Subnets:        s.Task.subnetIDs(),
			SecurityGroups: &[]*string{s.securityGroup.SecurityGroupId()},
		},
	}
}

func (p ServiceProps) withDefaults() ServiceProps {
	if p.DesiredCount == 0 && p.Scaling == nil {
		p.DesiredCount = 1
	}
	if p.Strategy == "" && p.Task.ManagedPool == nil {
		p.Strategy = PlacementStrategySpreadZones
		if p.Task.usesAccelerators() {
			p.Strategy = PlacementStrategyPack
		}
	}
	if p.HealthCheckGracePeriod == 0 && (p.LoadBalancer != nil || p.Task.checksHealth()) {
		p.HealthCheckGracePeriod = time.Minute
		if p.Task.usesAccelerators() {
			p.HealthCheckGracePeriod = 10 * time.Minute
		}
	}
	return p
}

// problems says everything that is wrong with the props.
func (p ServiceProps) problems() error {
	var all problems
	if p.Task == nil || !p.Task.hasCapacity() {
		all.add("Task is required, and its Pool: a service runs on one pool")
		return all.join()
	}
	if p.DesiredCount < 0 {
		all.add("DesiredCount must not be negative, got %d", p.DesiredCount)
	}
	all.seconds("HealthCheckGracePeriod", p.HealthCheckGracePeriod)
	p = p.withDefaults()
	p.Strategy.check(p.Task, &all)
	p.checkIsolation(&all)
	p.checkRoom(&all)
	p.checkNeuron(&all)
	p.LoadBalancer.check(p.Task, &all)
	p.Scaling.check(p, &all)
	return all.join()
}

// checkIsolation keeps work without accelerators off the instances that have
// some: nothing on ECS repels it there.
func (p ServiceProps) checkIsolation(all *problems) {
	if kind := p.Task.types()[0].Kind(); kind != hardware.KindCPU && !p.Task.needsAccelerators() {
		all.add("Task asks for no accelerator and would fill the instances of %s pool %q; name a CPU pool, or run it as a Daemon", kind, p.Task.poolName())
	}
}

// checkRoom refuses tasks that would wait for ever, because the pool never
// grows large enough.
func (p ServiceProps) checkRoom(all *problems) {
	perInstance := p.tasksPerInstance()
	if perInstance == 0 {
		return
	}
	pool := p.Task.Pool
	room := perInstance * pool.props.MaxCapacity
	switch most := p.mostTasks(); {
	case most > room:
		all.add("the service may have %d tasks, and pool %q holds %d of them at MaxCapacity %d; raise it, or lower DesiredCount and Scaling.MaxTasks",
			most, pool.id, room, pool.props.MaxCapacity)
	case p.Surge && most == room:
		all.add("Surge needs room for one task more than the service may have (%d), and pool %q holds %d at MaxCapacity %d; raise it, or leave Surge out",
			most, pool.id, room, pool.props.MaxCapacity)
	}
}

// tasksPerInstance is how many tasks of the service run at once on an instance;
// 0 when nothing that is known limits them.
func (p ServiceProps) tasksPerInstance() int {
	switch {
	case p.Task.Pool == nil:
		return 0
	case p.DistinctInstances:
		return 1
	}
	return p.Task.tasksPerInstance()
}

// checkNeuron refuses two tasks on the same devices: ECS does not count them,
// and every task takes the first ones.
func (p ServiceProps) checkNeuron(all *problems) {
	if p.Task.Pool == nil || !p.Task.usesNeuron() || p.tasksPerInstance() == 1 {
		return
	}
	if p.mostTasks() > 1 || p.Surge {
		all.add("Task takes the first Neuron devices of its instance, so that two tasks on one instance would share them; set DistinctInstances")
	}
}
