package ecsgpu

import (
	"maps"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// newLaunchTemplate creates the launch template and hands it to the group.
func (p *Pool) newLaunchTemplate(profile awsiam.CfnInstanceProfile) {
	data := &awsec2.CfnLaunchTemplate_LaunchTemplateDataProperty{
		InstanceType:       p.instanceType(),
		ImageId:            p.imageID(),
		IamInstanceProfile: &awsec2.CfnLaunchTemplate_IamInstanceProfileProperty{Arn: profile.AttrArn()},
		SecurityGroupIds:   &[]*string{p.Cluster.SecurityGroup.SecurityGroupId()},
		MetadataOptions: &awsec2.CfnLaunchTemplate_MetadataOptionsProperty{
			HttpTokens:              jsii.String("required"),
			HttpPutResponseHopLimit: jsii.Number(1),
		},
		BlockDeviceMappings: p.blockDevices(),
		UserData:            awscdk.Fn_Base64(p.userData()),
	}
	if p.checksGPUs() {
		data.InstanceInitiatedShutdownBehavior = jsii.String("terminate")
	}
	p.props.Purchase.apply(data)
	if p.props.EFA {
		p.newFabric().apply(data, p.types[0])
	}
	p.LaunchTemplate = awsec2.NewCfnLaunchTemplate(p, jsii.String("LaunchTemplate"),
		&awsec2.CfnLaunchTemplateProps{LaunchTemplateData: data})
	p.useLaunchTemplate()
}

// instanceType is the preferred type, or the parameter that decides.
func (p *Pool) instanceType() *string {
	if parameter := p.props.Parameters.InstanceType; parameter != nil {
		return reference(parameter.Parameter)
	}
	return &p.types[0].Name
}

// imageID is the parameter that decides, the id of a custom image, or
// the image's public SSM parameter as CloudFormation resolves it at deployment:
// later deployments that do not touch the launch template do not move it.
func (p *Pool) imageID() *string {
	switch parameter := p.props.Parameters.ImageID; {
	case parameter != nil:
		return reference(parameter)
	case p.image.ID != "":
		return &p.image.ID
	}
	return jsii.String("{{resolve:ssm:" + p.image.SSMParameter + "}}")
}

// blockDevices is the encrypted volume that container images live on: the root
// volume, or Bottlerocket's data volume beside a root volume of its own size.
func (p *Pool) blockDevices() []any {
	root := p.image.Root
	if p.image.Data.Device == "" {
		return []any{blockDevice(root.Device, p.props.VolumeGiB)}
	}
	return []any{blockDevice(root.Device, root.SizeGiB), blockDevice(p.image.Data.Device, p.props.VolumeGiB)}
}

func blockDevice(name string, sizeGiB int) *awsec2.CfnLaunchTemplate_BlockDeviceMappingProperty {
	return &awsec2.CfnLaunchTemplate_BlockDeviceMappingProperty{
		DeviceName: &name,
		Ebs: &awsec2.CfnLaunchTemplate_EbsProperty{
			VolumeType:          jsii.String("gp3"),
			VolumeSize:          jsii.Number(sizeGiB),
			Encrypted:           jsii.Bool(true),
			DeleteOnTermination: jsii.Bool(true),
		},
	}
}

// agentSettings derives from the whole pool what the agent has to know.
func (p *Pool) agentSettings() agentSettings {
	settings := agentSettings{
		AgentProps:   p.props.Agent,
		cluster:      "${" + *p.Cluster.Resource.LogicalId() + "}",
		gpu:          p.Kind() == hardware.KindGPU,
		spotDraining: p.props.Purchase.usesSpot(),
		warmPool:     p.props.WarmPool != nil,
	}
	settings.Attributes = map[string]string{PoolAttribute: p.id}
	maps.Copy(settings.Attributes, p.props.Agent.Attributes)
	return settings
}

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
