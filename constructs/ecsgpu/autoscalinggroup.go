package ecsgpu

import (
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
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
