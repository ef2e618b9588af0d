package inventory

// Watch is a resource that acts on metrics: an AWS::CloudWatch::Alarm, or a
// scaling policy that tracks a target by metrics of its own choice.
type Watch struct {
	Item
	Metrics List[Metric]
	Actions List[Link] // of an alarm, for all of its states; a link resolves to a topic
}

// Metric is a metric that a watch reads, or an expression over others.
type Metric struct {
	Place      Place
	ID         Fact[string] // by which expressions name it; absent when it is the only one
	Expression Fact[string] // absent when it is a metric
	Namespace  Fact[string]
	Name       Fact[string]
}

// Topic is an AWS::SNS::Topic with the policies that other resources of the
// template attach to it.
type Topic struct {
	Item
	KMSKey     Fact[string]    // absent: not encrypted with a key of KMS
	Statements List[Statement] // absent: the default policy, which lets its own account publish
}

// Budget is an AWS::Budgets::Budget.
type Budget struct {
	Item
	Subscribers List[Link] // addresses that it tells; a link resolves to a topic
}
