package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// interfaceEndpoints are the services that a container instance, its agents
// and its tasks talk to. Packages of Amazon Linux and the layers of ECR images
// come from S3, which has a gateway endpoint free of charge.
var interfaceEndpoints = []string{
	"ecs", "ecs-agent", "ecs-telemetry", "ecr.api", "ecr.dkr", "logs", "monitoring",
	"ssm", "ssmmessages", "ec2messages", "cloudformation",
	// The CloudWatch agent asks EC2 for the tags of its instance and publishes
	// nothing before it has them (amazon-cloudwatch-agent, plugin ec2tagger); an
	// instance that lacks GPUs asks for the activities of its group.
	"ec2", "autoscaling",
}

// addEndpoints lets instances of an isolated network reach AWS.
func (n *Network) addEndpoints() {
	n.endpoints = constructs.NewConstruct(n, jsii.String("Endpoints"))
	Acknowledge(n.endpoints, Reasons{"AwsSolutions-EC23": "the rule cannot read the range that is let in, which is the VPC's own"})
	awsec2.NewGatewayVpcEndpoint(n.endpoints, jsii.String("S3"), &awsec2.GatewayVpcEndpointProps{
		Vpc: n.Vpc, Service: awsec2.GatewayVpcEndpointAwsService_S3(),
	})
	for _, name := range interfaceEndpoints {
		awsec2.NewInterfaceVpcEndpoint(n.endpoints, &name, &awsec2.InterfaceVpcEndpointProps{
			Vpc:               n.Vpc,
			Subnets:           n.Subnets,
			Service:           awsec2.NewInterfaceVpcEndpointAwsService(&name, nil, nil, nil),
			PrivateDnsEnabled: jsii.Bool(true),
		})
	}
}

// addFlowLogs records the traffic of the VPC for 90 days.
func (n *Network) addFlowLogs() {
	group := awslogs.NewLogGroup(n, jsii.String("FlowLogs"), &awslogs.LogGroupProps{
		Retention:     awslogs.RetentionDays_THREE_MONTHS,
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	Acknowledge(group, Reasons{
		"CKV_AWS_158": "CloudWatch Logs encrypts every log group; a KMS key of the account is billed by the month, " +
			"and flow logs hold addresses and ports, no content",
	})
	role := awsiam.NewRole(n, jsii.String("FlowLogsRole"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("vpc-flow-logs.amazonaws.com"), nil),
	})
	role.AddToPolicy(allow([]string{
		"logs:CreateLogStream", "logs:DescribeLogGroups", "logs:DescribeLogStreams", "logs:PutLogEvents",
	}, *group.LogGroupArn(), nil))
	awsec2.NewCfnFlowLog(n, jsii.String("FlowLog"), &awsec2.CfnFlowLogProps{
		ResourceId:               n.Vpc.VpcId(),
		ResourceType:             jsii.String("VPC"),
		TrafficType:              jsii.String("ALL"),
		LogGroupName:             group.LogGroupName(),
		DeliverLogsPermissionArn: role.RoleArn(),
	})
}
