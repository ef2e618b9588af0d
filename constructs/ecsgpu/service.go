package ecsgpu

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// ServiceProps are the props of [NewService].
type ServiceProps struct {
	// Task is what the service runs, on the pool that the task definition
	// names. Required, with a Pool.
	Task *TaskDefinition
	// DesiredCount is the number of tasks. With Scaling it is where scaling
	// starts.
	// Default: 1.
	DesiredCount int
	// Surge starts new tasks before it stops old ones. The pool must then have
	// room for both, or a deployment waits forever.
	// Default: false, old tasks stop first: a single one leaves a gap.
	Surge bool
	// HealthCheckGracePeriod ignores failing health checks of a load balancer
	// after a start: pulling a large image and loading a model take minutes.
	// Default: 10 minutes with GPUs or Neuron devices, 1 minute otherwise; only
	// with LoadBalancer.
	HealthCheckGracePeriod time.Duration
	// LoadBalancer puts an Application Load Balancer in front.
	// Default: none.
	LoadBalancer *LoadBalancerProps
	// Scaling changes the number of tasks by load.
	// Default: none.
	Scaling *ScalingProps
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
// It depends on the cluster's capacity provider association, without which
// CloudFormation takes the providers away from under running tasks and the
// deletion of the stack fails.
type Service struct {
	constructs.Construct
	// Resource is the CloudFormation resource.
	Resource awsecs.CfnService
	// LoadBalancer is the load balancer, or nil.
	LoadBalancer *LoadBalancer
	// Task is the task definition from the props.
	Task *TaskDefinition

	securityGroup awsec2.ISecurityGroup
}

// NewService creates a service.
func NewService(scope constructs.Construct, id string, props *ServiceProps) *Service {
	var given ServiceProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())
	given = given.withDefaults()

	s := &Service{Task: given.Task}
	constructs.NewConstruct_Override(s, scope, &id)
	pool := given.Task.Pool
	s.securityGroup = s.taskSecurityGroup()
	s.Resource = awsecs.NewCfnService(s, jsii.String("Resource"), &awsecs.CfnServiceProps{
		Cluster:                     pool.Cluster.Resource.Ref(),
		TaskDefinition:              given.Task.Resource.Ref(),
		DesiredCount:                jsii.Number(given.DesiredCount),
		CapacityProviderStrategy:    pool.strategy(),
		DeploymentConfiguration:     given.deployment(),
		AvailabilityZoneRebalancing: jsii.String("DISABLED"),
		PlacementStrategies:         given.Task.placementStrategies(),
		PlacementConstraints:        given.placementConstraints(),
		NetworkConfiguration:        s.networkConfiguration(),
		EnableExecuteCommand:        optionalBool(given.ExecuteCommand),
		PropagateTags:               jsii.String("SERVICE"),
		EnableEcsManagedTags:        jsii.Bool(true),
	})
	s.Resource.Node().AddDependency(pool.Cluster.Association)
	if given.ExecuteCommand {
		given.Task.allowExecuteCommand()
	}
	if given.LoadBalancer != nil {
		s.LoadBalancer = s.newLoadBalancer(*given.LoadBalancer, given.HealthCheckGracePeriod)
	}
	if given.Scaling != nil {
		s.scale(*given.Scaling)
	}
	return s
}

// Connections make the service's tasks an IConnectable: their own security
// group in awsvpc mode, that of the cluster's instances otherwise.
func (s *Service) Connections() awsec2.Connections { return s.securityGroup.Connections() }

// strategy sends tasks to this pool and nowhere else.
func (p *Pool) strategy() []any {
	return []any{&awsecs.CfnService_CapacityProviderStrategyItemProperty{
		CapacityProvider: p.CapacityProvider.Ref(), Weight: jsii.Number(1),
	}}
}

// deployment is a rollout that can make progress: a GPU that a running task
// holds is not there for its successor. The circuit breaker ends one that
// cannot, and brings the last good version back.
func (p ServiceProps) deployment() *awsecs.CfnService_DeploymentConfigurationProperty {
	minimum, maximum := 0, 100
	switch {
	case p.Surge:
		minimum, maximum = 100, 200
	case p.DesiredCount > 1:
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

// placementStrategies fill instances before they start others when tasks hold
// GPUs, so that few GPUs stay stranded; other tasks spread over zones.
func (t *TaskDefinition) placementStrategies() []any {
	if t.usesAccelerators() {
		return []any{&awsecs.CfnService_PlacementStrategyProperty{Type: jsii.String("binpack"), Field: jsii.String("MEMORY")}}
	}
	return []any{&awsecs.CfnService_PlacementStrategyProperty{
		Type: jsii.String("spread"), Field: jsii.String("attribute:ecs.availability-zone"),
	}}
}

func (p ServiceProps) placementConstraints() any {
	if !p.DistinctInstances {
		return nil
	}
	return []any{&awsecs.CfnService_PlacementConstraintProperty{Type: jsii.String("distinctInstance")}}
}

// taskSecurityGroup is the group that traffic to the tasks meets.
func (s *Service) taskSecurityGroup() awsec2.ISecurityGroup {
	cluster := s.Task.Pool.Cluster
	if s.Task.networkMode != NetworkModeAwsvpc {
		return cluster.SecurityGroup
	}
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
			Subnets:        s.Task.Pool.subnetIDs(),
			SecurityGroups: &[]*string{s.securityGroup.SecurityGroupId()},
		},
	}
}

func (p ServiceProps) withDefaults() ServiceProps {
	if p.DesiredCount == 0 {
		p.DesiredCount = 1
	}
	if p.HealthCheckGracePeriod == 0 {
		p.HealthCheckGracePeriod = time.Minute
		if p.Task.usesAccelerators() {
			p.HealthCheckGracePeriod = 10 * time.Minute
		}
	}
	return p
}

func (p ServiceProps) problems() error {
	var all problems
	if p.Task == nil || p.Task.Pool == nil {
		all.add("Task is required, and its Pool: a service runs on one pool")
		return all.join()
	}
	if p.DesiredCount < 0 {
		all.add("DesiredCount must not be negative, got %d", p.DesiredCount)
	}
	p = p.withDefaults()
	p.checkSurge(&all)
	p.LoadBalancer.check(p.Task, &all)
	p.Scaling.check(p, &all)
	return all.join()
}

// checkSurge refuses a rollout that needs twice the pool's largest size.
func (p ServiceProps) checkSurge(all *problems) {
	perInstance := p.Task.tasksPerInstance()
	if !p.Surge || perInstance == 0 {
		return
	}
	if room := perInstance * p.Task.Pool.props.MaxCapacity; 2*p.DesiredCount > room {
		all.add("Surge needs room for %d tasks, twice DesiredCount, and the pool holds %d at MaxCapacity %d; raise it, or leave Surge out",
			2*p.DesiredCount, room, p.Task.Pool.props.MaxCapacity)
	}
}
