package inventory

// LogGroup is an AWS::Logs::LogGroup.
type LogGroup struct {
	Item
	Name          Fact[string]
	RetentionDays Fact[int] // absent: never deleted
	KMSKey        Link
}
