package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"
)

// newLaunchTemplate creates the launch template and hands it to the group.
func (p *Pool) newLaunchTemplate(profile awsiam.CfnInstanceProfile) {
	p.LaunchTemplate = awsec2.NewCfnLaunchTemplate(p, jsii.String("LaunchTemplate"), &awsec2.CfnLaunchTemplateProps{
		LaunchTemplateData: &awsec2.CfnLaunchTemplate_LaunchTemplateDataProperty{
			InstanceType: p.instanceType(),
			ImageId:      p.imageID(),
			IamInstanceProfile: &awsec2.CfnLaunchTemplate_IamInstanceProfileProperty{
				Arn: profile.AttrArn(),
			},
			SecurityGroupIds: &[]*string{p.Cluster.SecurityGroup.SecurityGroupId()},
			MetadataOptions: &awsec2.CfnLaunchTemplate_MetadataOptionsProperty{
				HttpTokens:              jsii.String("required"),
				HttpPutResponseHopLimit: jsii.Number(1),
			},
			BlockDeviceMappings: p.blockDevices(),
			UserData:            awscdk.Fn_Base64(p.bootScript().render()),
		},
	})
	p.useLaunchTemplate()
}

// instanceType is the preferred type, or the parameter that decides.
func (p *Pool) instanceType() *string {
	if parameter := p.props.Parameters.InstanceType; parameter != nil {
		return reference(parameter.Parameter)
	}
	return &p.types[0].Name
}

// imageID is the parameter that decides, or the image's public SSM parameter
// as CloudFormation resolves it at deployment: later deployments that do not
// touch the launch template do not move it, and nothing replaces instances.
func (p *Pool) imageID() *string {
	if parameter := p.props.Parameters.ImageID; parameter != nil {
		return reference(parameter)
	}
	return jsii.String("{{resolve:ssm:" + p.image.SSMParameter + "}}")
}

// blockDevices is the encrypted root volume. The image's own 30 GiB are too
// small for CUDA images.
func (p *Pool) blockDevices() []any {
	return []any{&awsec2.CfnLaunchTemplate_BlockDeviceMappingProperty{
		DeviceName: jsii.String("/dev/xvda"),
		Ebs: &awsec2.CfnLaunchTemplate_EbsProperty{
			VolumeType:          jsii.String("gp3"),
			VolumeSize:          jsii.Number(p.props.RootVolumeGiB),
			Encrypted:           jsii.Bool(true),
			DeleteOnTermination: jsii.Bool(true),
		},
	}}
}

// bootScript is what the pool's instances run at their first boot.
func (p *Pool) bootScript() bootScript {
	script := bootScript{
		settings: p.props.Agent.settings(p.Kind(), "${"+*p.Cluster.Resource.LogicalId()+"}"),
		commands: p.props.BootCommands,
	}
	if p.props.InstanceSignals > 0 {
		script.signals = *p.AutoScalingGroup.LogicalId()
	}
	return script
}
