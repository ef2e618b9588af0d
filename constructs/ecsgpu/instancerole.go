package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"
)

// newRole creates the role of the pool's instances and the profile that hands
// it to them. It allows what the ECS agent does, on this cluster where IAM can
// say so, and Session Manager.
func (p *Pool) newRole() awsiam.CfnInstanceProfile {
	p.Role = awsiam.NewRole(p, jsii.String("Role"), &awsiam.RoleProps{
		Description:    jsii.String("Container instances of the ECS cluster"),
		AssumedBy:      awsiam.NewServicePrincipal(jsii.String("ec2.amazonaws.com"), nil),
		InlinePolicies: &map[string]awsiam.PolicyDocument{"ContainerInstance": p.agentPolicy()},
		ManagedPolicies: &[]awsiam.IManagedPolicy{
			awsiam.ManagedPolicy_FromAwsManagedPolicyName(jsii.String("AmazonSSMManagedInstanceCore")),
		},
	})
	const ofTasks = "a task without an execution role pulls and logs with the instance's; which images and log groups it names is not known before it is registered"
	Acknowledge(p.Role, Reasons{
		"AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AmazonSSMManagedInstanceCore]": "AWS keeps this policy in step " +
			"with the Systems Manager agent, whose Session Manager takes the place of SSH",
		"AwsSolutions-IAM5[Resource::*]": "actions that know no resource, or whose condition names the cluster or the namespace instead",
		"AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ecr:<AWS::Region>:<AWS::AccountId>:repository/*]": ofTasks,
		"AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:*]": ofTasks,
	})
	return awsiam.NewCfnInstanceProfile(p, jsii.String("InstanceProfile"), &awsiam.CfnInstanceProfileProps{
		Roles: &[]any{p.Role.RoleName()},
	})
}

// agentPolicy is the least that the ECS agent of a container instance needs:
// to register with its cluster, to write logs and to pull from the account's
// repositories for tasks without an execution role. The actions are those of
// the managed policy AmazonEC2ContainerServiceforEC2Role, narrowed to the
// cluster as the ECS developer guide shows ("container instance IAM role"), its
// ecs:Submit* spelt out with the three actions of that name in the ECS API.
// Minimize is set because its default follows a feature flag.
func (p *Pool) agentPolicy() awsiam.PolicyDocument {
	cluster := p.Cluster.Resource.AttrArn()
	statements := append([]awsiam.PolicyStatement{
		allow([]string{
			"ecs:DeregisterContainerInstance", "ecs:RegisterContainerInstance", "ecs:SubmitAttachmentStateChanges",
			"ecs:SubmitContainerStateChange", "ecs:SubmitTaskStateChange",
		}, *cluster, nil),
		allow([]string{"ecs:Poll", "ecs:StartTelemetrySession", "ecs:UpdateContainerInstancesState"}, "*",
			map[string]any{"ArnEquals": map[string]any{"ecs:cluster": cluster}}),
		allow([]string{"ecs:DiscoverPollEndpoint", "ecr:GetAuthorizationToken"}, "*", nil),
		allow([]string{"ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"},
			arn("ecr", "repository/*"), nil),
		allow([]string{"logs:CreateLogStream", "logs:PutLogEvents"}, arn("logs", "log-group:*"), nil),
	}, append(p.metricsStatements(), p.bootStatements()...)...)
	return awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Minimize: jsii.Bool(false), Statements: &statements})
}

// allow is a statement that allows actions on one resource.
func allow(actions []string, resource string, conditions map[string]any) awsiam.PolicyStatement {
	props := &awsiam.PolicyStatementProps{
		Actions:   jsii.Strings(actions...),
		Resources: jsii.Strings(resource),
	}
	if conditions != nil {
		props.Conditions = &conditions
	}
	return awsiam.NewPolicyStatement(props)
}

// arn names resources of this account and region.
func arn(service, resource string) string {
	return *awscdk.Fn_Sub(jsii.String("arn:${AWS::Partition}:"+service+":${AWS::Region}:${AWS::AccountId}:"+resource), nil)
}
