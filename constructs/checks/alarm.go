package checks

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// alarmRules are about alarms and scaling policies: whether they see their
// metrics, and whether somebody is told.
var alarmRules = []Rule{
	{
		ID: "ecsgpu-alarms-metric-name", Category: Alarms, Severity: Warning,
		Title:  "a metric that the service does not publish under this name",
		Reason: "CloudWatch compares names of metrics exactly, so the alarm never has data and the policy never scales.",
		Source: sourceMetricNames,
		Fix:    "write the name of the metric.",
		check:  onWatch(checkMetricName),
	},
	{
		ID: "ecsgpu-alarms-missing-values", Category: Alarms, Severity: Warning,
		Title: "an expression over metrics that are not always published, without FILL",
		Reason: "AWS documents that arithmetic takes a missing value as 0, and users report that the expression then has no value; " +
			"where it has none, the alarm cannot go off and the service does not scale.",
		Source: "Amazon CloudWatch user guide, metric math (2023-05-18); binbashar/le-tf-infra-aws #1102; " + sourceMetricNames,
		Fix:    "write FILL(metric, 0) where no value means zero, and let several values decide, because a late one reads as zero.",
		check:  onWatch(checkMissingValues),
	},
	{
		ID: "ecsgpu-alarms-topic-policy", Category: Alarms, Severity: Warning,
		Title:  "a service may not publish to the topic that an alarm or a budget names",
		Reason: "a policy of a topic replaces the default one, which lets alarms of its account publish, and budgets need a statement in any case; the alarm changes its state, and nobody is notified.",
		Source: "Amazon CloudWatch user guide, setting up Amazon SNS notifications (2023-05-18); AWS Cost Management user guide, SNS topics for budgets (as of 2026-11)",
		Fix:    "allow sns:Publish to the service, with the condition that aws:SourceAccount is the account.",
		check:  onTopic(checkTopicPolicy),
	},
}

// publisher is a service that publishes to topics.
type publisher struct {
	service   string
	what      string // that names the topic
	byDefault bool   // the default policy of a topic lets it
}

var (
	alarmPublisher  = publisher{"cloudwatch.amazonaws.com", "alarm", true}
	budgetPublisher = publisher{"budgets.amazonaws.com", "budget", false}
)

func checkTopicPolicy(t *inventory.Topic, r *report) {
	var alarms, budgets []string
	for _, w := range r.Watches {
		if targets(w.Actions, t) {
			alarms = append(alarms, w.LogicalID)
		}
	}
	for _, b := range r.Budgets {
		if targets(b.Subscribers, t) {
			budgets = append(budgets, b.LogicalID)
		}
	}
	reportPublisher(t, alarmPublisher, alarms, r)
	reportPublisher(t, budgetPublisher, budgets, r)
}

func targets(links inventory.List[inventory.Link], t *inventory.Topic) bool {
	return slices.ContainsFunc(links.Items, func(l inventory.Link) bool { return l.Target == t.LogicalID })
}

func reportPublisher(t *inventory.Topic, p publisher, by []string, r *report) {
	if len(by) == 0 {
		return
	}
	users := p.what + " " + some(by, 3)
	if len(by) > 1 {
		users = p.what + "s " + some(by, 3)
	}
	if key, ok := t.KMSKey.Get(); ok && (key == managedKey || strings.HasSuffix(key, ":"+managedKey)) {
		r.add(t.Item, t.KMSKey.Place, "topic %s is encrypted with %s, which %s cannot use for %s", t.Label(), managedKey, p.service, users).
			because("the policy of a key that AWS manages cannot be changed.", "AWS re:Post knowledge center, alarms and encrypted SNS topics (as of 2026-11)").
			fix("encrypt it with a key of the account whose policy allows kms:Decrypt and kms:GenerateDataKey* to %s.", p.service)
	}
	if t.Statements.IsAbsent() && p.byDefault || !t.Statements.Complete() || slices.ContainsFunc(t.Statements.Items, p.mayPublish) {
		return
	}
	r.add(t.Item, inventory.Place{}, "no policy of topic %s lets %s publish for %s", t.Label(), p.service, users)
}

// managedKey is the key that AWS manages for SNS.
const managedKey = "alias/aws/sns"

// mayPublish reports that a statement lets the service publish, or may.
func (p publisher) mayPublish(s inventory.Statement) bool {
	effect, known := s.Effect.Get()
	if known && effect != "Allow" {
		return false
	}
	publishes := func(a inventory.Fact[string]) bool {
		action, known := a.Get()
		return !known || action == "*" || strings.EqualFold(action, "sns:*") || strings.HasPrefix(strings.ToLower(action), "sns:pub")
	}
	// Accounts and roles may stand for services in ways that AWS does not
	// document; another service does not.
	isOther := func(f inventory.Fact[string]) bool {
		principal, known := f.Get()
		return known && principal != p.service && strings.HasSuffix(principal, ".amazonaws.com")
	}
	return (s.Actions.Open || s.Actions.IsAbsent() || slices.ContainsFunc(s.Actions.Items, publishes)) &&
		(s.Principals.Open || s.Principals.IsAbsent() || slices.ContainsFunc(s.Principals.Items, func(f inventory.Fact[string]) bool { return !isOther(f) }))
}
