package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// newCapacityProvider registers the group with ECS: managed scaling by what
// tasks need, draining before an instance goes, and no termination of
// instances with tasks unless the cluster is ephemeral.
func (p *Pool) newCapacityProvider() {
	p.CapacityProvider = awsecs.NewCfnCapacityProvider(p, jsii.String("CapacityProvider"), &awsecs.CfnCapacityProviderProps{
		AutoScalingGroupProvider: &awsecs.CfnCapacityProvider_AutoScalingGroupProviderProperty{
			AutoScalingGroupArn: p.AutoScalingGroup.Ref(),
			ManagedScaling: &awsecs.CfnCapacityProvider_ManagedScalingProperty{
				Status:         jsii.String("ENABLED"),
				TargetCapacity: jsii.Number(p.props.TargetCapacityPercent),
			},
			ManagedDraining:              jsii.String("ENABLED"),
			ManagedTerminationProtection: jsii.String(enabled(!p.Cluster.ephemeral)),
		},
	})
}

// protectFromScaleIn is what managed termination protection needs of the group.
func (p *Pool) protectFromScaleIn() *bool {
	return jsii.Bool(!p.Cluster.ephemeral)
}

// enabled is ECS's word for a switch.
func enabled(on bool) string {
	if on {
		return "ENABLED"
	}
	return "DISABLED"
}
