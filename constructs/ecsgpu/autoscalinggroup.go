package ecsgpu

import (
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// Rollout says how a changed launch template reaches running instances.
type Rollout string

const (
	// RolloutManual leaves running instances alone. New instances get the new
	// template; an instance refresh of the group replaces the others when
	// somebody asks for it.
	RolloutManual Rollout = "manual"
	// RolloutRolling replaces instances one at a time during the deployment.
	// Managed draining stops their tasks first.
	RolloutRolling Rollout = "rolling"
)

// newAutoScalingGroup creates the group. Its launch template comes later,
// because the template's user data names the group.
//
// ECS tags a group that it manages; a deployment that did not know the tag
// would take it away, so it is written here.
func (p *Pool) newAutoScalingGroup() {
	path := p.Node().Path()
	p.AutoScalingGroup = awsautoscaling.NewCfnAutoScalingGroup(p, jsii.String("AutoScalingGroup"),
		&awsautoscaling.CfnAutoScalingGroupProps{
			MinSize:                          jsii.String(strconv.Itoa(p.props.MinCapacity)),
			MaxSize:                          p.maxSize(),
			DesiredCapacity:                  p.desiredCapacity(),
			VpcZoneIdentifier:                references(p.subnetIDs()),
			NewInstancesProtectedFromScaleIn: jsii.Bool(p.Cluster.terminationProtection),
			Tags: &[]*awsautoscaling.CfnAutoScalingGroup_TagPropertyProperty{
				{Key: jsii.String("Name"), Value: path, PropagateAtLaunch: jsii.Bool(true)},
				{Key: jsii.String("AmazonECSManaged"), Value: jsii.String("true"), PropagateAtLaunch: jsii.Bool(true)},
			},
		})
	p.shortenGroupID(*path)
	Acknowledge(p.AutoScalingGroup, Reasons{
		"AwsSolutions-AS3": "managed scaling starts and stops instances all day, and a message for each would drown what matters; " +
			"the group keeps a history of its activities, and EventBridge has its events",
	})
	// An instance that boots before its subnet has a way out cannot signal.
	if connected := p.Cluster.Network.connected(); connected != nil {
		p.AutoScalingGroup.Node().AddDependency(connected)
	}
	if p.props.InstanceSignals > 0 || p.props.Rollout == RolloutRolling {
		p.setPolicies(p.AutoScalingGroup.CfnOptions())
	}
}

// setPolicies tells CloudFormation what to wait for and how to update.
func (p *Pool) setPolicies(options awscdk.ICfnResourceOptions) {
	if p.props.InstanceSignals > 0 {
		options.SetCreationPolicy(&awscdk.CfnCreationPolicy{
			ResourceSignal: &awscdk.CfnResourceSignal{
				Count: jsii.Number(p.props.InstanceSignals), Timeout: jsii.String(p.props.signalTimeout()),
			},
		})
	}
	if p.props.Rollout == RolloutRolling {
		options.SetUpdatePolicy(&awscdk.CfnUpdatePolicy{AutoScalingRollingUpdate: p.rollingUpdate()})
	}
}

// useLaunchTemplate points the group at the launch template's latest version,
// in a mixed instances policy if there is more to choose from than one type.
func (p *Pool) useLaunchTemplate() {
	latest := &awsautoscaling.CfnAutoScalingGroup_LaunchTemplateSpecificationProperty{
		LaunchTemplateId: p.LaunchTemplate.Ref(),
		Version:          p.LaunchTemplate.AttrLatestVersionNumber(),
	}
	if !p.mixed() {
		p.AutoScalingGroup.SetLaunchTemplate(latest)
		return
	}
	Acknowledge(p.AutoScalingGroup, Reasons{
		"AwsSolutions-EC26": "the rule cannot follow a launch template into a mixed instances policy; its volumes are encrypted",
	})
	p.AutoScalingGroup.SetMixedInstancesPolicy(&awsautoscaling.CfnAutoScalingGroup_MixedInstancesPolicyProperty{
		InstancesDistribution: p.props.Purchase.distribution(),
		LaunchTemplate: &awsautoscaling.CfnAutoScalingGroup_LaunchTemplateProperty{
			LaunchTemplateSpecification: latest,
			Overrides:                   p.overrides(),
		},
	})
}

// overrides are the types that the group chooses among; a parameter leaves it
// the one that the launch template names.
func (p *Pool) overrides() any {
	if p.chosen() {
		return nil
	}
	var all []any
	for i := range p.types {
		all = append(all, &awsautoscaling.CfnAutoScalingGroup_LaunchTemplateOverridesProperty{InstanceType: &p.types[i].Name})
	}
	return all
}

// mixed says whether the group chooses among types or ways to buy. A parameter
// decides on one type, and the launch template names it.
func (p *Pool) mixed() bool {
	several := len(p.types) > 1 && !p.chosen()
	return several || p.props.Purchase.kind == mixedPurchase
}

// rollingUpdate replaces one instance at a time. The scaling processes that
// could fight it are suspended, as CloudFormation's documentation advises.
func (p *Pool) rollingUpdate() *awscdk.CfnAutoScalingRollingUpdate {
	update := &awscdk.CfnAutoScalingRollingUpdate{
		MaxBatchSize:          jsii.Number(1),
		MinInstancesInService: jsii.Number(0),
		SuspendProcesses:      jsii.Strings("AZRebalance", "AlarmNotification", "ReplaceUnhealthy", "ScheduledActions"),
	}
	if p.props.InstanceSignals > 0 {
		update.WaitOnResourceSignals = jsii.Bool(true)
		update.PauseTime = jsii.String(p.props.signalTimeout())
	}
	return update
}

func (p *Pool) maxSize() *string {
	if parameter := p.props.Parameters.MaxCapacity; parameter != nil {
		return reference(parameter)
	}
	return jsii.String(strconv.Itoa(p.props.MaxCapacity))
}

func (p *Pool) desiredCapacity() *string {
	if parameter := p.props.Parameters.DesiredCapacity; parameter != nil {
		return reference(parameter)
	}
	if p.props.DesiredCapacity == 0 {
		return nil
	}
	return jsii.String(strconv.Itoa(p.props.DesiredCapacity))
}

// subnetIDs are the subnets that the pool launches in.
func (p *Pool) subnetIDs() *[]*string {
	if p.props.Zone > 0 {
		return p.Cluster.Network.zone(p.props.Zone)
	}
	return p.Cluster.Network.SubnetIDs()
}

// references turns strings into what properties take that also accept objects.
func references(ids *[]*string) *[]any {
	all := []any{}
	for _, id := range *ids {
		all = append(all, id)
	}
	return &all
}

// providerPrefix keeps a capacity provider's name from beginning with the
// stack's: ECS refuses names that start with aws, ecs or fargate, in capitals
// too (Amazon ECS API reference, CreateCapacityProvider; aws/aws-cdk #29151 and
// #36584, read 2026-11-21).
const providerPrefix = "cp-"

// newCapacityProvider registers the group with ECS: managed scaling by what
// tasks need, draining before an instance goes, and managed termination
// protection unless the cluster disables it.
//
// CloudFormation replaces the provider when the group is replaced, and creates
// the new one before it deletes the old. So the name holds the group's, which
// changes exactly then: docs/design/016-capacity-provider-names.md.
func (p *Pool) newCapacityProvider() {
	group := p.AutoScalingGroup.Ref()
	p.CapacityProvider = awsecs.NewCfnCapacityProvider(p, jsii.String("CapacityProvider"), &awsecs.CfnCapacityProviderProps{
		Name: jsii.String(providerPrefix + *group),
		AutoScalingGroupProvider: &awsecs.CfnCapacityProvider_AutoScalingGroupProviderProperty{
			AutoScalingGroupArn: group,
			ManagedScaling: &awsecs.CfnCapacityProvider_ManagedScalingProperty{
				Status:         jsii.String("ENABLED"),
				TargetCapacity: jsii.Number(p.props.TargetCapacityPercent),
			},
			ManagedDraining:              jsii.String("ENABLED"),
			ManagedTerminationProtection: jsii.String(enabled(p.Cluster.terminationProtection)),
		},
	})
}

// maxGroupID is the longest logical id of a group whose name fits behind
// providerPrefix into the 255 characters of a capacity provider's name:
// CloudFormation names a group after its stack (up to 128 characters), its
// logical id, and 12 or 13 random characters, with hyphens between them.
const maxGroupID = 255 - len(providerPrefix) - 128 - 1 - 1 - 13

// shortenGroupID cuts a logical id that is too long and keeps the hash at its
// end, which tells it from others. The path is the pool's; asking CDK for a
// logical id costs two calls, so a short path, which makes a short id, is not
// asked about.
func (p *Pool) shortenGroupID(path string) {
	const hash = 8
	if len(path)+len("AutoScalingGroup")+hash <= maxGroupID {
		return
	}
	id := *awscdk.Stack_Of(p).GetLogicalId(p.AutoScalingGroup)
	if len(id) > maxGroupID {
		p.AutoScalingGroup.OverrideLogicalId(jsii.String(id[:maxGroupID-hash] + id[len(id)-hash:]))
	}
}

// enabled is ECS's word for a switch.
func enabled(on bool) string {
	if on {
		return "ENABLED"
	}
	return "DISABLED"
}

// WarmPoolState is in what state instances wait in a warm pool.
type WarmPoolState string

const (
	// WarmPoolStateStopped pays only for the volumes of waiting instances.
	WarmPoolStateStopped WarmPoolState = "Stopped"
	// WarmPoolStateRunning pays for waiting instances as for working ones.
	WarmPoolStateRunning WarmPoolState = "Running"
)

// WarmPool keeps instances that have booted once and wait for work. They start
// in a fraction of the time; the agent joins the cluster only when an instance
// leaves the warm pool.
type WarmPool struct {
	// MinSize is the least number of waiting instances.
	// Default: 0.
	MinSize int
	// MaxPrepared is the largest number of instances, working and waiting
	// together.
	// Default: the pool's MaxCapacity.
	MaxPrepared int
	// State is how instances wait.
	// Default: WarmPoolStateStopped.
	State WarmPoolState
}

// newWarmPool creates the warm pool. Instances do not return to it, which ECS
// does not support (ReuseOnScaleIn).
func (p *Pool) newWarmPool() {
	warm := p.props.WarmPool
	if warm == nil {
		return
	}
	props := &awsautoscaling.CfnWarmPoolProps{
		AutoScalingGroupName: p.AutoScalingGroup.Ref(),
		MinSize:              jsii.Number(warm.MinSize),
		PoolState:            jsii.String(string(warm.state())),
	}
	if warm.MaxPrepared > 0 {
		props.MaxGroupPreparedCapacity = jsii.Number(warm.MaxPrepared)
	}
	awsautoscaling.NewCfnWarmPool(p, jsii.String("WarmPool"), props)
}

func (w *WarmPool) state() WarmPoolState {
	if w.State == "" {
		return WarmPoolStateStopped
	}
	return w.State
}

// check says why a pool cannot have this warm pool.
func (w *WarmPool) check(p PoolProps, all *problems) {
	if w == nil {
		return
	}
	if len(p.InstanceTypes) > 1 || p.Selection != nil || p.Purchase.kind == mixedPurchase {
		all.add("WarmPool: EC2 Auto Scaling has no warm pools for several instance types or spot; give one type, on demand")
	}
	if p.Purchase.kind == blockPurchase {
		all.add("WarmPool clashes with a capacity block, for which EC2 Auto Scaling has no warm pools; leave one out")
	}
	if w.MinSize < 0 || w.MaxPrepared < 0 {
		all.add("WarmPool.MinSize and MaxPrepared must not be negative, got %d and %d", w.MinSize, w.MaxPrepared)
	}
	if w.MaxPrepared > 0 && w.MaxPrepared < w.MinSize {
		all.add("WarmPool.MaxPrepared must be at least MinSize (%d), got %d", w.MinSize, w.MaxPrepared)
	}
	switch w.State {
	case "", WarmPoolStateStopped, WarmPoolStateRunning:
	default:
		all.add("WarmPool.State must be %q or %q, got %q", WarmPoolStateStopped, WarmPoolStateRunning, w.State)
	}
}
