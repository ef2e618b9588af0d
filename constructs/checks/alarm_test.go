package checks

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// told is a template whose alarm and budget tell a topic with these properties
// and the policy with this statement; without one the default policy holds.
func told(topic, statement string) string {
	policy := ""
	if statement != "" {
		policy = `
  Policy: {Type: "AWS::SNS::TopicPolicy", Properties: {Topics: [!Ref Topic], PolicyDocument: {Statement: [` + statement + `]}}}`
	}
	return `Parameters: {Any: {Type: String}}
Resources:
  Topic: {Type: "AWS::SNS::Topic", Properties: {` + topic + `}}
  Alarm: {Type: "AWS::CloudWatch::Alarm", Properties: {OKActions: [!Ref Topic], ComparisonOperator: GreaterThanThreshold, EvaluationPeriods: 1}}
  Budget:
    Type: AWS::Budgets::Budget
    Properties:
      Budget: {BudgetType: COST, TimeUnit: MONTHLY}
      NotificationsWithSubscribers:
        - Notification: {NotificationType: ACTUAL, ComparisonOperator: GREATER_THAN, Threshold: 80}
          Subscribers: [{SubscriptionType: SNS, Address: !Ref Topic}]` + policy + "\n"
}

func TestTopicPolicy(t *testing.T) {
	const (
		alarms  = "no policy of topic Topic lets cloudwatch.amazonaws.com publish for alarm Alarm"
		budgets = "no policy of topic Topic lets budgets.amazonaws.com publish for budget Budget"
		key     = "topic Topic is encrypted with alias/aws/sns, which %s cannot use for %s"
	)
	for name, test := range map[string]struct {
		topic, statement string
		want             []string
	}{
		"the default policy":       {"", "", []string{budgets}},
		"only a denial":            {"", "{Effect: Deny, Principal: '*', Action: 'sns:Publish'}", []string{alarms, budgets}},
		"another service":          {"", "{Effect: Allow, Principal: {Service: events.amazonaws.com}, Action: 'sns:Publish'}", []string{alarms, budgets}},
		"another action":           {"", "{Effect: Allow, Principal: '*', Action: 'sns:Subscribe'}", []string{alarms, budgets}},
		"alarms":                   {"", "{Effect: Allow, Principal: {Service: cloudwatch.amazonaws.com}, Action: 'sns:Publish'}", []string{budgets}},
		"both":                     {"", "{Effect: Allow, Principal: {Service: [cloudwatch.amazonaws.com, budgets.amazonaws.com]}, Action: 'SNS:*'}", nil},
		"anybody":                  {"", "{Effect: Allow, Principal: '*', Action: '*'}", nil},
		"an account":               {"", "{Effect: Allow, Principal: {AWS: '123456789012'}, Action: 'sns:Publish'}", nil},
		"a service that is chosen": {"", "{Effect: Allow, Principal: {Service: !Ref Any}, Action: 'sns:Publish'}", nil},
		"an action that is chosen": {"", "{Effect: Allow, Principal: '*', Action: !Ref Any}", nil},
		"an effect that is chosen": {"", "{Effect: !Ref Any, Principal: '*', Action: 'sns:Publish'}", nil},
		"everything but":           {"", "{Effect: Allow, Principal: '*', NotAction: 'sns:DeleteTopic'}", nil},
		"the key of AWS": {"KmsMasterKeyId: alias/aws/sns", "{Effect: Allow, Principal: '*', Action: '*'}",
			[]string{fmt.Sprintf(key, "cloudwatch.amazonaws.com", "alarm Alarm"), fmt.Sprintf(key, "budgets.amazonaws.com", "budget Budget")}},
		"another key": {"KmsMasterKeyId: !Ref Any", "{Effect: Allow, Principal: '*', Action: '*'}", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var found []string
			for _, f := range checkText(t, "topic.yaml", told(test.topic, test.statement)) {
				found = append(found, f.Message)
			}
			assert.ElementsMatch(t, test.want, found)
		})
	}
}

func TestMetricName_suggests(t *testing.T) {
	for _, test := range []struct{ namespace, name, fix string }{
		{"AWS/SQS", "ApproximateNumberOfVisibleMessages", "write ApproximateNumberOfMessagesVisible."},
		{"AWS/SQS", "ApproximateNumberOfMessageNotVisible", "write ApproximateNumberOfMessagesNotVisible."},
		{"AWS/SQS", "approximateNumberOfMessagesVisible", "write ApproximateNumberOfMessagesVisible."},
		{"AWS/SQS", "ApproximateNumberOfMessages", "write ApproximateNumberOfMessagesVisible."},
		{"AWS/ECS", "GpuReservation", "write GPUReservation."},
		{"AWS/ECS", "GPUUtilization", ""},
		{"AWS/ECS/ManagedScaling", "ReservationCapacityProvider", "write CapacityProviderReservation."},
		{"AWS/EC2", "UtilizationCPU", ""},
	} {
		findings := checkText(t, "alarm.yaml", fmt.Sprintf(`Resources:
  Alarm: {Type: "AWS::CloudWatch::Alarm", Properties: {Namespace: %s, MetricName: %s, EvaluationPeriods: 1, ComparisonOperator: GreaterThanThreshold}}
`, test.namespace, test.name))
		if test.fix == "" {
			assert.Empty(t, findings, test.name)
		} else if assert.Len(t, findings, 1, test.name) {
			assert.Equal(t, test.fix, findings[0].Fix)
		}
	}
}

func TestMissingValues(t *testing.T) {
	for expression, want := range map[string]int{
		"waiting + working":                   1,
		"waiting + working + delayed":         2,
		"FILL(waiting, 0) + working":          1,
		"waiting + FILL(working, 0)":          0,
		"100 * working / waiting":             1,
		"FILL(waiting + working, 0)":          1,
		"(working) - -waiting":                1,
		"working":                             0,
		"2 * working":                         0,
		"waiting + other":                     0,
		"SUM([waiting, working])":             0,
		"MAX(working) + waiting":              0,
		"IF(working > 0, waiting + working)":  0,
		"waiting + working AND waiting > 100": 0,
		"waiting +":                           0,
	} {
		found := 0
		for _, f := range checkText(t, "alarm.yaml", fmt.Sprintf(`Resources:
  Alarm:
    Type: AWS::CloudWatch::Alarm
    Properties:
      EvaluationPeriods: 1
      ComparisonOperator: GreaterThanThreshold
      Metrics:
        - {Id: e, Expression: %q}
        - {Id: waiting, MetricStat: {Stat: Maximum, Period: 60, Metric: {Namespace: AWS/SQS, MetricName: ApproximateNumberOfMessagesVisible}}}
        - {Id: working, MetricStat: {Stat: Maximum, Period: 60, Metric: {Namespace: AWS/SQS, MetricName: ApproximateNumberOfMessagesNotVisible}}}
        - {Id: delayed, MetricStat: {Stat: Maximum, Period: 60, Metric: {Namespace: AWS/SQS, MetricName: ApproximateNumberOfMessagesDelayed}}}
        - {Id: other, MetricStat: {Stat: Maximum, Period: 60, Metric: {Namespace: jobs, MetricName: Working}}}
`, expression)) {
			if f.ID == "ecsgpu-alarms-missing-values" {
				found++
			}
		}
		assert.Equal(t, want, found, expression)
	}
}
