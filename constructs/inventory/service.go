package inventory

// Service is an AWS::ECS::Service.
type Service struct {
	Item
	Name           Fact[string]
	Cluster        Link // absent: the cluster named default
	TaskDefinition Link

	LaunchType           Fact[string] // EC2, FARGATE, EXTERNAL. Default: EC2, unless a strategy holds
	Strategy             List[StrategyItem]
	DesiredCount         Fact[int]
	SchedulingStrategy   Fact[string] // REPLICA, DAEMON. Default: REPLICA
	DeploymentController Fact[string] // ECS, CODE_DEPLOY, EXTERNAL. Default: ECS

	MinimumHealthyPercent Fact[int]  // Default: 100 for replicas, 0 for daemons
	MaximumPercent        Fact[int]  // Default: 200 for replicas, 100 for daemons
	CircuitBreaker        Fact[bool] // Default: false
	Rollback              Fact[bool] // Default: false

	AvailabilityZoneRebalancing   Fact[string] // ENABLED, DISABLED
	PlacementStrategies           List[PlacementStrategy]
	PlacementConstraints          List[PlacementConstraint]
	HealthCheckGracePeriodSeconds Fact[int]
	LoadBalancers                 Fact[int] // how many target groups
	Subnets                       List[Link]
	SecurityGroups                List[Link]
	PlatformVersion               Fact[string]
}

// StrategyOf returns the capacity provider strategy that a service uses: its
// own, or, when it names no launch type either, the default of its cluster. It
// is open when that cannot be told.
func (inv *Inventory) StrategyOf(s *Service) List[StrategyItem] {
	if !s.Strategy.IsAbsent() || s.LaunchType.IsKnown() {
		return s.Strategy
	}
	if s.LaunchType.IsUnknown() {
		return List[StrategyItem]{Open: true}
	}
	return inv.DefaultStrategy(s.Cluster.Target)
}
