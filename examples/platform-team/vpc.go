package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/jsii-runtime-go"
)

// newVpc is the VPC that the company's network team asks for: two zones,
// private subnets of 1,024 addresses for instances, one NAT gateway, and S3
// without a detour, because container images come from there.
func newVpc(stack awscdk.Stack, cidr string) awsec2.Vpc {
	vpc := awsec2.NewVpc(stack, jsii.String("Vpc"), &awsec2.VpcProps{
		IpAddresses: awsec2.IpAddresses_Cidr(&cidr),
		MaxAzs:      jsii.Number(2),
		NatGateways: jsii.Number(1),
		SubnetConfiguration: &[]*awsec2.SubnetConfiguration{
			{Name: jsii.String("edge"), SubnetType: awsec2.SubnetType_PUBLIC, CidrMask: jsii.Number(26)},
			{Name: jsii.String("gpus"), SubnetType: awsec2.SubnetType_PRIVATE_WITH_EGRESS, CidrMask: jsii.Number(22)},
		},
	})
	vpc.AddGatewayEndpoint(jsii.String("S3"), &awsec2.GatewayVpcEndpointOptions{
		Service: awsec2.GatewayVpcEndpointAwsService_S3(),
	})
	return vpc
}
