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
