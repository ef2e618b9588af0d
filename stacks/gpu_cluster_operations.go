package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbudgets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsssm"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// newSessionLog creates a Session Manager document whose sessions are logged.
// Who opens a session names it: aws ssm start-session --document-name.
func newSessionLog(stack awscdk.Stack, pools ...*ecsgpu.Pool) {
	logs := newLogGroup(stack, "SessionLogs", &awslogs.LogGroupProps{
		Retention: awslogs.RetentionDays_ONE_YEAR, RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
	})
	document := awsssm.NewCfnDocument(stack, jsii.String("SessionDocument"), &awsssm.CfnDocumentProps{
		DocumentType: jsii.String("Session"),
		Content: map[string]any{
			"schemaVersion": "1.0",
			"description":   "Shell on a container instance, with a log",
			"sessionType":   "Standard_Stream",
			"inputs": map[string]any{
				"cloudWatchLogGroupName":      logs.LogGroupName(),
				"cloudWatchEncryptionEnabled": false, // the log group is encrypted with a key of CloudWatch Logs
				"cloudWatchStreamingEnabled":  true,
				"idleSessionTimeout":          "20",
				"runAsEnabled":                false,
			},
		},
	})
	var roles []awsiam.IRole
	for _, pool := range pools {
		roles = append(roles, pool.Role)
	}
	statement := func(resource *string, actions ...string) awsiam.PolicyStatement {
		return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
			Actions: jsii.Strings(actions...), Resources: &[]*string{resource},
		})
	}
	policy := awsiam.NewPolicy(stack, jsii.String("SessionPolicy"), &awsiam.PolicyProps{
		Roles: &roles,
		Document: awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{
			Minimize: jsii.Bool(false), // otherwise a feature flag decides
			Statements: &[]awsiam.PolicyStatement{
				statement(logs.LogGroupArn(), "logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"),
				statement(jsii.String("*"), "logs:DescribeLogGroups"),
			},
		}),
	})
	ecsgpu.Acknowledge(policy, ecsgpu.Reasons{
		"AwsSolutions-IAM5[Resource::*]": "the agent looks its log group up with logs:DescribeLogGroups, which lists all of them",
	})
	newOutput(stack, "SessionDocumentName", document.Ref())
}

// newBudget warns at 80 % of what a month may cost, and when the month is
// likely to cost more. The tag must be activated for cost allocation first.
func newBudget(stack awscdk.Stack, chosen gpuClusterSettings) {
	if chosen.monthlyBudgetUSD == 0 {
		return
	}
	notify := func(kind string, percent float64) any {
		return &awsbudgets.CfnBudget_NotificationWithSubscribersProperty{
			Notification: &awsbudgets.CfnBudget_NotificationProperty{
				NotificationType: &kind, ComparisonOperator: jsii.String("GREATER_THAN"),
				Threshold: &percent, ThresholdType: jsii.String("PERCENTAGE"),
			},
			Subscribers: []any{&awsbudgets.CfnBudget_SubscriberProperty{
				SubscriptionType: jsii.String("EMAIL"), Address: jsii.String(chosen.alarmEmail),
			}},
		}
	}
	awsbudgets.NewCfnBudget(stack, jsii.String("Budget"), &awsbudgets.CfnBudgetProps{
		Budget: &awsbudgets.CfnBudget_BudgetDataProperty{
			BudgetType: jsii.String("COST"), TimeUnit: jsii.String("MONTHLY"),
			BudgetLimit: &awsbudgets.CfnBudget_SpendProperty{
				Amount: jsii.Number(chosen.monthlyBudgetUSD), Unit: jsii.String("USD"),
			},
			CostFilters: map[string]any{"TagKeyValue": []any{"user:cluster$" + *stack.StackName()}},
		},
		NotificationsWithSubscribers: []any{notify("ACTUAL", 80), notify("FORECASTED", 100)},
	})
}
