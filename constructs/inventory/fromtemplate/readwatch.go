package fromtemplate

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// readTopics reads topics, and whatever publishes to them.
func (r *reader) readTopics() {
	for _, resource := range r.byType[typeTopic] {
		// Policies that are resources of their own are added below.
		r.inv.Topics = append(r.inv.Topics, rememberOwn(r.memory, resource.Body, func() *inventory.Topic {
			return &inventory.Topic{Item: item(resource), KMSKey: text(resource.Properties.Get("KmsMasterKeyId"))}
		}))
	}
	for _, resource := range r.byType[typeTopicPolicy] {
		r.attachToTopics(resource, r.links(resource.Properties.Get("Topics"), topicCategory))
	}
	for _, resource := range r.byType[typeTopicInlinePolicy] {
		r.attachToTopics(resource, inventory.ListOf(r.link(resource.Properties.Get("TopicArn"), topicCategory)))
	}
	r.inv.Budgets = readAll(r, typeBudget, r.budget)
	r.inv.Watches = readAll(r, typeAlarm, r.alarm)
	for _, policy := range []struct{ resourceType, configuration string }{
		{typeApplicationScalingPolicy, "TargetTrackingScalingPolicyConfiguration"}, {typeScalingPolicy, "TargetTrackingConfiguration"},
	} {
		for _, w := range readAll(r, policy.resourceType, func(resource *cloudformation.ResourceValue) *inventory.Watch {
			return &inventory.Watch{Item: item(resource), Metrics: metrics(resource.Properties.Get(policy.configuration, "CustomizedMetricSpecification"))}
		}) {
			if len(w.Metrics.Items) > 0 {
				r.inv.Watches = append(r.inv.Watches, w)
			}
		}
	}
}

// attachToTopics adds the statements of a policy to the topics that it names, or
// leaves all of them open where it is not known which these are.
func (r *reader) attachToTopics(resource *cloudformation.ResourceValue, topics inventory.List[inventory.Link]) {
	found := remember(r.memory, resource.Body, func() inventory.List[inventory.Statement] {
		return statements(resource.Properties.Get("PolicyDocument"), inventory.Fact[string]{})
	})
	open := topics.Open || resource.Conditional
	for _, link := range topics.Items {
		topic := r.inv.Topic(link.Target)
		if topic == nil {
			open = open || link.IsUnknown()
			continue
		}
		topic.Statements.Items = append(slices.Clip(topic.Statements.Items), found.Items...)
		topic.Statements.Set, topic.Statements.Open = true, topic.Statements.Open || found.Open
	}
	if open {
		for _, topic := range r.inv.Topics {
			topic.Statements.Open = true
		}
	}
}

func (r *reader) alarm(resource *cloudformation.ResourceValue) *inventory.Watch {
	p := resource.Properties
	w := &inventory.Watch{Item: item(resource), Metrics: metrics(p)}
	for _, actions := range []string{"AlarmActions", "OKActions", "InsufficientDataActions"} {
		links := r.links(p.Get(actions), topicCategory)
		w.Actions.Items, w.Actions.Open = append(w.Actions.Items, links.Items...), w.Actions.Open || links.Open
	}
	return w
}

// metrics reads the metrics of an alarm or of a policy, which both write one
// metric beside the other properties and several as a list.
func metrics(v cloudformation.Value) inventory.List[inventory.Metric] {
	if several := v.Get("Metrics"); !several.IsAbsent() {
		return blocks(several, func(q cloudformation.Value) inventory.Metric {
			m := metric(q.Get("MetricStat", "Metric"))
			m.Place, m.ID, m.Expression = q.Place(), text(q.Get("Id")), text(q.Get("Expression"))
			return m
		})
	}
	if v.Get("MetricName").IsAbsent() {
		return inventory.List[inventory.Metric]{Open: !v.Complete()}
	}
	return inventory.ListOf(metric(v))
}

func metric(v cloudformation.Value) inventory.Metric {
	return inventory.Metric{Place: v.Place(), Namespace: text(v.Get("Namespace")), Name: text(v.Get("MetricName"))}
}

func (r *reader) budget(resource *cloudformation.ResourceValue) *inventory.Budget {
	b := &inventory.Budget{Item: item(resource)}
	for _, notification := range resource.Properties.Get("NotificationsWithSubscribers").Items() {
		for _, subscriber := range notification.Get("Subscribers").Items() {
			b.Subscribers.Items = append(b.Subscribers.Items, r.link(subscriber.Get("Address"), topicCategory))
		}
	}
	return b
}
