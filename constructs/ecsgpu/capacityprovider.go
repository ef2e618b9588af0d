package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

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
